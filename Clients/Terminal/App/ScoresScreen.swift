internal import ClientKit
internal import WireProtocol

extension GridItem {
  /// A past score. It has no letters if the viewer may still play that day's puzzle.
  init?(score json: JSONObject, _ filter: GridFilter) {
    guard let id = json["id"]?.intValue, let date = json["date"]?.stringValue else { return nil }
    let tries = (json["tries"]?.arrayValue ?? []).compactMap(\.stringValue)
    let told = (json["tiles"]?.arrayValue ?? []).compactMap(\.stringValue)
    let tiles = told.isEmpty ? tries.map { $0.map { _ in String(Tile.open.rawValue) }.joined() } : told
    let isRight = tiles.last?.allSatisfy { $0 == Tile.right.rawValue } ?? false
    let isSolved = json["word"]?.stringValue.map { $0 == tries.last } ?? isRight
    let player = json["player"]?.stringValue
    let result = tiles.isEmpty ? "hidden" : isSolved ? (tiles.count == 1 ? "1 try" : "\(tiles.count) tries") : "X"
    let title = [player, "\(id)", date, result].compactMap { $0 }.joined(separator: " · ")
    self.init(id: id, title: title, rows: tiles, letters: tries)
    let column = filter.players.count == 2 ? player.flatMap { filter.players.firstIndex(of: $0) } : nil
    side = column.map { ($0, date) }
  }
}

struct ScoresState: Sendable {
  var grids = GridList()
  var filter = GridFilter()
  private(set) var hasMore = false
  var complaint: String?
  private var isKnown = false

  mutating func open(_ filter: GridFilter, _ shell: inout Shell) {
    if self.filter != filter { isKnown = false }
    show(filter)
    shell.go(to: .scores)
    ask(after: nil, &shell)
  }
}

extension ScoresState: GridScreen {
  var heading: String { "Past scores" }
  var emptyText: String { isKnown ? "There are no scores of this kind. f looks at others." : "One moment…" }

  func ownHints(_ shell: Shell) -> String { "f players and month  " }

  func ask(after: Int?, _ shell: inout Shell) {
    let players = filter.players.isEmpty ? nil : filter.players
    shell.ask("scores", ["names": players, "month": filter.time, "after": after, "limit": 50])
  }

  mutating func miss(_ cells: Set<BoardCell>, of item: GridItem, _ shell: inout Shell) {
    shell.tell("Its letters are hidden until you have finished that day's puzzle, or the day is over.")
  }

  mutating func pressOwn(_ key: Key, _ shell: inout Shell) {
    if key == .character("f") { shell.dialog = .scores(filter) } else { shell.press(onPage: key) }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    let page = (message.json["scores"]?.arrayValue ?? []).compactMap(\.objectValue)
    take(page: page.compactMap { GridItem(score: $0, filter) }, to: question)
    (hasMore, isKnown) = (message.json["next"]?.intValue != nil, true)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }
}
