internal import ClientKit
internal import WireProtocol

extension GridItem {
  init(_ result: SharedResult, reactions: Reactions = Reactions(), own: Reaction? = nil) {
    let lines = result.text.split(separator: "\n").map(String.init)
    let marks = (result.isClaimed ? " · claimed" : "") + (result.isBot ? " · bot" : "")
    self.init(id: result.id, title: "\(result.player) · \(lines.first ?? "")" + marks, rows: Array(lines.dropFirst()))
    (shared, self.own) = (result, own)
    show(reactions)
  }

  mutating func show(_ reactions: Reactions) {
    remark = reactions.counts.map { "\($0.emoji.rawValue) \($0.count)" }.joined(separator: "  ")
  }

  /// Adds letters for some cells. If a game shares something other than its board, the board replaces it.
  mutating func take(_ board: [Board.Row], under cells: Set<BoardCell>) {
    letters = board.map(\.letters)
    guard rows.map(\.count) != board.map(\.tiles.count) else { return revealed.formUnion(cells) }
    rows = board.map(\.tiles)
    revealed = Set(rows.indices.flatMap { y in (0..<rows[y].count).map { BoardCell(x: $0, y: y) } })
  }

  mutating func resume(_ known: GridItem) {
    (rows, letters, revealed) = (known.rows, known.letters, known.revealed)
  }
}

struct SharesState: Sendable {
  var grids = GridList()
  private(set) var hasMore = false
  var filter = GridFilter()
  var isFollowed = false
  var complaint: String?
  /// The cells to reveal when the requested letters arrive.
  private var wanted = Set<BoardCell>()

  mutating func open(_ filter: GridFilter, _ shell: inout Shell) {
    show(filter)
    shell.go(to: .shares)
    if !isFollowed { shell.ask("join", ["room": KnownNames.channel, "watching": true]) }
    ask(after: nil, &shell)
  }

  mutating func receive(_ message: Message) {
    switch message.type {
    case "shared": if let shared: Shared = try? message.read() { take(shared) }
    case "unshared":
      guard let gone: Unshared = try? message.read() else { return }
      grids.items.removeAll { gone.share == nil ? $0.shared?.player == gone.player : $0.id == gone.share }
    case "reacted":
      guard let reacted: Reacted = try? message.read(), let index = index(of: reacted.share) else { return }
      grids.items[index].show(reacted.reactions)
    default: break
    }
  }

  private mutating func take(_ shared: Shared) {
    let result = shared.result
    if let old = shared.replaced { grids.items.removeAll { $0.id == old } }
    let isShown =
      (filter.game ?? result.game) == result.game && (filter.time ?? result.day) == result.day
      && (filter.players.first ?? result.player) == result.player
    if isShown, index(of: result.id) == nil { grids.insertFirst(GridItem(result)) }
  }

  private func index(of share: Int) -> Int? { grids.items.firstIndex { $0.id == share } }
}

extension SharesState: GridScreen {
  var heading: String { "Shared results" }

  var emptyText: String {
    filter == GridFilter()
      ? "Nothing has been shared yet. s shares the last match that you have finished; a result from elsewhere is pasted."
      : "Nothing of this kind has been shared yet. f looks at others."
  }

  func ownHints(_ shell: Shell) -> String {
    "1-\(shell.reactions.count) \(shell.reactions.joined())  s share yours  f filter  y copy  l leaderboard  "
      + "e past scores  d take yours back  "
  }

  var helpLines: [String] {
    [
      "The letters are shown of puzzles that you have finished. An emoji once more takes it back.",
      "A result that is pasted is shared: yours from here, or one from elsewhere, which is marked as claimed.",
    ]
  }

  func ask(after: Int?, _ shell: inout Shell) {
    shell.ask(
      "shares",
      ["after": after, "game": filter.game, "player": filter.players.first, "day": filter.time, "limit": 30])
  }

  mutating func miss(_ cells: Set<BoardCell>, of item: GridItem, _ shell: inout Shell) {
    wanted = cells
    shell.ask("reveal", ["share_id": item.id])
  }

  mutating func pressOwn(_ key: Key, _ shell: inout Shell) {
    let item = grids.item
    switch key {
    case .character(let digit) where digit.isASCII && digit.isNumber:
      let index = (digit.wholeNumberValue ?? 0) - 1
      guard let item, shell.reactions.indices.contains(index) else { return }
      let emoji = shell.reactions[index]
      shell.ask("react", ["share_id": item.id, "emoji": item.own?.rawValue == emoji ? nil : emoji])
    case .character("s"): shell.ask("share")
    case .character("y"): if let text = item?.shared?.text { shell.copy(text) }
    case .character("d"):
      guard let item, item.shared?.player == shell.name else {
        return shell.tell("d takes back what you have shared yourself.")
      }
      shell.ask("unshare", ["share_id": item.id])
    case .character("e"): shell.open(.scores())
    case .character("f"): openNextFilter(&shell)
    case .character("l"):
      shell.look("leaderboard", game: item?.shared?.game, isClaimed: item?.shared?.isClaimed == true)
    default: shell.press(onPage: key)
    }
  }

  private mutating func openNextFilter(_ shell: inout Shell) {
    let filters = [GridFilter(), GridFilter(players: [shell.name])] + shell.games.map { GridFilter(game: $0.id) }
    let index = filters.firstIndex(of: filter) ?? -1
    open(filters[(index + 1) % filters.count], &shell)
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    switch message.type {
    case "shares": if let page: SharesAnswer = try? message.read() { take(page, to: question) }
    case "reveal":
      guard let answer: RevealAnswer = try? message.read(), let index = index(of: answer.share) else {
        return shell.tell(message.drawn ?? "")
      }
      grids.items[index].take(answer.rows, under: wanted)
    default:
      receive(message)
      if let shared: Shared = try? message.read() { shell.tell(Self.sentence(shared), for: 10) }
      if question.type == "react", let index = index(of: question.fields["share_id"]?.intValue ?? 0) {
        grids.items[index].own = question["emoji"].flatMap(Reaction.init(rawValue:))
      }
    }
  }

  private mutating func take(_ answer: SharesAnswer, to question: Question) {
    let asked = [question["game"], question["player"], question["day"]]
    guard asked == [filter.game, filter.players.first, filter.time] else { return }
    let known = Dictionary(grids.items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let page = answer.entries.map { entry in
      var item = GridItem(entry.result, reactions: entry.reactions, own: entry.own)
      if let known = known[item.id] { item.resume(known) }
      return item
    }
    take(page: page, to: question)
    hasMore = answer.next != nil
  }

  private static func sentence(_ shared: Shared) -> String {
    let number = shared.result.id
    let headline = shared.result.text.split(separator: "\n").first.map(String.init) ?? "It"
    guard shared.result.isClaimed else { return "Shared as number \(number): \(headline)" }
    let replaced = shared.replaced.map { " It takes the place of number \($0)." } ?? ""
    return "\(headline) is claimed: number \(number) of the channel.\(replaced)"
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    guard question.type != "share" else {
      let hint = failure.code == "not_a_result" ? " Nothing was shared." : ""
      return shell.tell(failure.message + hint, isBad: true, for: 10)
    }
    let hasNoChannel = failure.code == "unknown_type" || failure.code == "not_found"
    complaint = hasNoChannel ? "This server has no channel of shared results." : failure.message
  }
}
