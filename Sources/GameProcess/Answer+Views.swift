internal import GameKit
internal import WireProtocol

extension Board {
  /// Reads a board in the form of the wire, except that players are numbers.
  init(_ answer: Answer) throws(MalformedAnswer) {
    self.init(
      title: try answer.text("title"), rows: try answer.rows(), prompt: try answer.text("prompt", or: ""),
      notes: try answer.texts("notes"), data: try answer.fields("data"), isGrid: try answer.flag("grid", or: false))
    for (name, letters) in answer.member("keys")?.view.members.map({ ($0, $1) }) ?? [] {
      keys.append(Keys(tile: try Tile(name, at: "\(answer.path).keys"), letters: letters.string ?? ""))
    }
    for gesture in try answer.list("gestures") {
      guard let act = Gesture.Act(rawValue: try gesture.text("on")) else {
        throw MalformedAnswer(what: "\"\(gesture.path).on\" is not one of drag, swap, key, enter")
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
    for action in try answer.list("actions").prefix(8) {
      actions.append(Action(try action.text("text"), move: try action.text("move")))
    }
    for part in try answer.list("parts") { parts.append(try Part(part)) }
    for seat in try answer.list("seats") {
      let score = try seat.member("score")?.asInt()
      seats.append(Seat(number: Int64(try seat.int("player")), mark: try seat.text("mark", or: ""), score: score))
    }
  }
}

extension Answer {
  fileprivate func rows() throws(MalformedAnswer) -> [Board.Row] {
    var rows: [Board.Row] = []
    for row in try list("rows") {
      rows.append(Board.Row(letters: try row.text("letters"), tiles: try row.text("tiles")))
    }
    return rows
  }
}

extension Tile {
  fileprivate init(_ text: String, at path: String) throws(MalformedAnswer) {
    guard text.count == 1, let tile = text.first.flatMap(Tile.init(rawValue:)) else {
      throw MalformedAnswer(what: "\"\(path)\" has the tile \"\(text)\", which is not one of \(Self.all)")
    }
    self = tile
  }

  /// The member `tile`; `nil` if there is none.
  fileprivate init?(of answer: Answer) throws(MalformedAnswer) {
    guard let tile = answer.member("tile") else { return nil }
    try self.init(try tile.asText(), at: tile.path)
  }

  private static var all: String { allCases.map { String($0.rawValue) }.joined(separator: " ") }
}

extension Board.Part {
  fileprivate init(_ answer: Answer) throws(MalformedAnswer) {
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
          throw MalformedAnswer(what: "\"\(sign.path).letter\" is empty")
        }
        signs.append(Board.Sign(letter, try sign.text("text")))
      }
      let isTries = try answer.flag("tries", or: false)
      let drag = try answer.text("drag", or: "")
      content = .grid(Board.Grid(rows: try answer.rows(), isTries: isTries, signs: signs, drag: drag))
    }
    self.init(title: try answer.text("title", or: ""), owner: owner.map { Int64($0) }, content: content)
  }
}

extension Outcome {
  init(_ answer: Answer) throws(MalformedAnswer) {
    let grid = ShareGrid(headline: try answer.text("headline"), rows: try answer.texts("rows"))
    let (open, secret) = (try answer.fields("open"), try answer.fields("secret"))
    let (score, praise) = (try answer.member("score")?.asInt(), try answer.text("praise", or: ""))
    guard let result = answer.member("result") else {
      let won = try answer.required("won")
      guard let isWon = won.view.bool else { throw MalformedAnswer(what: "\"\(won.path)\" is not a boolean") }
      self.init(
        won: isWon, tries: try answer.member("tries")?.asInt(), score: score ?? (isWon ? 1 : 0), open: open,
        secret: secret, praise: praise, grid: grid)
      return
    }
    guard let verdict = Verdict(rawValue: try result.asText()) else {
      throw MalformedAnswer(what: "\"\(result.path)\" is not one of won, drawn, lost")
    }
    self.init(
      verdict, place: try answer.member("place")?.asInt(), team: try answer.member("team")?.asText(), score: score,
      open: open, secret: secret, praise: praise, headline: grid.headline, rows: grid.rows)
  }
}

extension Turn {
  init(_ answer: Answer) throws(MalformedAnswer) {
    try answer.requireStorableSize()
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
