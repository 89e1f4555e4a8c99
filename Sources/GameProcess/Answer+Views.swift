internal import GameKit
internal import WireProtocol

extension Board {
  /// Reads a board as the wire has it, but for players, which are numbers.
  init(_ answer: Answer) throws(Unreadable) {
    self.init(
      title: try answer.text("title"), rows: try answer.rows(), prompt: try answer.text("prompt", or: ""),
      notes: try answer.texts("notes"), data: try answer.fields("data"), isGrid: try answer.flag("grid", or: false))
    for (name, letters) in answer.member("keys")?.view.members.map({ ($0, $1) }) ?? [] {
      keys.append(Keys(tile: try Tile(name, at: "\(answer.path).keys"), letters: letters.string ?? ""))
    }
    for gesture in try answer.list("gestures") {
      guard let act = Gesture.Act(rawValue: try gesture.text("on")) else {
        throw Unreadable(what: "\"\(gesture.path).on\" is none of drag, swap and key")
      }
      gestures.append(Gesture(act, try gesture.text("text")))
    }
    if let answer = answer.member("completed") {
      completed = Completed(caption: try answer.text("caption"), rows: try answer.rows())
    }
    for choice in try answer.list("choices") {
      choices.append(
        Choice(text: try choice.text("text"), move: try choice.text("move", or: ""), tile: try Tile(of: choice)))
    }
    for part in try answer.list("parts") { parts.append(try Part(part)) }
    for seat in try answer.list("seats") {
      let score = try seat.member("score")?.asInt()
      seats.append(Seat(number: Int64(try seat.int("player")), mark: try seat.text("mark", or: ""), score: score))
    }
  }
}

extension Answer {
  fileprivate func rows() throws(Unreadable) -> [Board.Row] {
    var rows: [Board.Row] = []
    for row in try list("rows") {
      rows.append(Board.Row(letters: try row.text("letters"), tiles: try row.text("tiles")))
    }
    return rows
  }
}

extension Tile {
  fileprivate init(_ text: String, at path: String) throws(Unreadable) {
    guard text.count == 1, let tile = text.first.flatMap(Tile.init(rawValue:)) else {
      throw Unreadable(what: "\"\(path)\" has the tile \"\(text)\", which is none of \(Self.all)")
    }
    self = tile
  }

  /// The member `tile`, where there is one.
  fileprivate init?(of answer: Answer) throws(Unreadable) {
    guard let tile = answer.member("tile") else { return nil }
    try self.init(try tile.asText(), at: tile.path)
  }

  private static var all: String { allCases.map { String($0.rawValue) }.joined(separator: " ") }
}

extension Board.Part {
  fileprivate init(_ answer: Answer) throws(Unreadable) {
    let owner = try answer.member("player")?.asInt()
    let content: Content
    if answer.member("cards") != nil {
      var cards: [Board.Card] = []
      for card in try answer.list("cards") {
        cards.append(
          Board.Card(
            try card.text("face", or: ""), name: try card.text("name", or: ""), move: try card.text("move", or: ""),
            tile: try Tile(of: card)))
      }
      content = .cards(cards)
    } else {
      var signs: [Board.Sign] = []
      for sign in try answer.list("signs") {
        guard let letter = try sign.text("letter").first else {
          throw Unreadable(what: "\"\(sign.path).letter\" is empty")
        }
        signs.append(Board.Sign(letter, try sign.text("text")))
      }
      content = .grid(Board.Grid(rows: try answer.rows(), signs: signs, drag: try answer.text("drag", or: "")))
    }
    self.init(title: try answer.text("title", or: ""), owner: owner.map { Int64($0) }, content: content)
  }
}

extension Outcome {
  init(_ answer: Answer) throws(Unreadable) {
    let grid = ShareGrid(headline: try answer.text("headline"), rows: try answer.texts("rows"))
    let (open, secret) = (try answer.fields("open"), try answer.fields("secret"))
    let (score, praise) = (try answer.member("score")?.asInt(), try answer.text("praise", or: ""))
    guard let result = answer.member("result") else {
      let won = try answer.need("won")
      guard let isWon = won.view.bool else { throw Unreadable(what: "\"\(won.path)\" is neither true nor false") }
      self.init(
        won: isWon, tries: try answer.member("tries")?.asInt(), score: score ?? (isWon ? 1 : 0), open: open,
        secret: secret, praise: praise, grid: grid)
      return
    }
    guard let verdict = Verdict(rawValue: try result.asText()) else {
      throw Unreadable(what: "\"\(result.path)\" is none of won, drawn and lost")
    }
    self.init(
      verdict, place: try answer.member("place")?.asInt(), team: try answer.member("team")?.asText(), score: score,
      open: open, secret: secret, praise: praise, headline: grid.headline, rows: grid.rows)
  }
}

extension Turn {
  init(_ answer: Answer) throws(Unreadable) {
    try answer.requireShort()
    var hands: [Hand] = []
    for hand in try answer.list("hands") {
      hands.append(Hand(for: try hand.players("players"), try hand.fields("fields")))
    }
    self.init(
      secret: try answer.fields("secret"), open: try answer.fields("open"),
      spentTry: try answer.flag("spent_try", or: true), remark: try answer.text("remark", or: ""),
      openRemark: try answer.text("open_remark", or: ""), hands: hands)
    isQuiet = try answer.flag("quiet", or: false)
  }
}
