internal import ClientKit
internal import WireProtocol

/// Whose past scores are looked at, and of which month: all, unless something is said.
struct ScoresFilter: Hashable, Sendable {
  /// Two at most, side by side.
  var players: [String] = []
  /// `2022-03`.
  var month: String?

  init(players: [String] = [], month: String? = nil) { (self.players, self.month) = (Array(players.prefix(2)), month) }

  /// Words in any order, as at a terminal.
  init(_ words: some Sequence<String>) {
    var players: [String] = []
    for word in words { if word.first?.isNumber == true { month = word } else { players.append(word) } }
    self.players = Array(players.prefix(2))
  }

  var title: String {
    ([players.joined(separator: " and "), month ?? ""]).filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

/// A past score.
struct ScoreItem: GridItem {
  let id: Int
  let date: String
  let title: String
  let rows: [String]
  /// None where the viewer may still play that day's puzzle.
  let letters: [String]
  var revealed: Set<BoardCell> = []
  let column: Int?

  var remark: String { "" }
  var side: (column: Int, of: String)? { column.map { ($0, date) } }

  init?(_ json: JSONObject, _ filter: ScoresFilter) {
    guard let id = json["id"]?.intValue, let date = json["date"]?.stringValue else { return nil }
    let tries = (json["tries"]?.arrayValue ?? []).compactMap(\.stringValue)
    let told = (json["tiles"]?.arrayValue ?? []).compactMap(\.stringValue)
    let tiles = told.isEmpty ? tries.map { $0.map { _ in String(Tile.open.rawValue) }.joined() } : told
    let isRight = tiles.last?.allSatisfy { $0 == Tile.right.rawValue } ?? false
    let isSolved = json["word"]?.stringValue.map { $0 == tries.last } ?? isRight
    let player = json["player"]?.stringValue
    let result = tiles.isEmpty ? "hidden" : isSolved ? (tiles.count == 1 ? "1 try" : "\(tiles.count) tries") : "X"
    (self.id, self.date, letters, rows) = (id, date, tries, tiles)
    title = [player, "\(id)", date, result].compactMap { $0 }.joined(separator: " · ")
    column = filter.players.count == 2 ? player.flatMap { filter.players.firstIndex(of: $0) } : nil
  }
}

/// The list of past scores, as far as it has been looked at.
struct ScoresState: Sendable {
  var grids = GridList<ScoreItem>()
  private(set) var filter = ScoresFilter()
  private(set) var hasMore = false
  private(set) var complaint: String?
  private(set) var isKnown = false

  mutating func open(_ filter: ScoresFilter, _ shell: inout Shell) {
    shell.go(to: .scores)
    if self.filter != filter { (grids, isKnown) = (GridList(), false) }
    (self.filter, complaint) = (filter, nil)
    ask(before: nil, &shell)
  }

  private func ask(before: Int?, _ shell: inout Shell) {
    let players = filter.players.isEmpty ? nil : filter.players
    shell.ask("scores", ["names": players, "month": filter.month, "before": before, "limit": 50])
  }
}

extension ScoresState: Screen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    if grids.go(key) { return }
    if let cells = grids.cells(under: key) {
      if grids.item != nil, !grids.reveal(cells) {
        shell.tell("Its letters are hidden until you have finished that day's puzzle, or the day is over.")
      }
      return
    }
    switch key {
    case .escape, .character("q"), .backspace: shell.goBack()
    case .character("f"): shell.dialog = .scores(filter)
    case .character("o"):
      guard let last = grids.items.last, hasMore else { return shell.tell("That is all there is.", for: 3) }
      ask(before: last.id, &shell)
    case .character("/"): shell.dialog = .command("/")
    default: shell.tellKeyIsFree()
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let place = GridListView(shell: shell, grids: grids).cell(at: mouse) else { return }
    grids.point(at: place.index, place.cell)
    press(.enter, &shell)
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    let found = (message.json["scores"]?.arrayValue ?? []).compactMap(\.objectValue).compactMap {
      ScoreItem($0, filter)
    }
    let known = Set(grids.items.map(\.id))
    if question.fields["before"] == nil {
      grids.items = found
    } else {
      grids.items += found.filter { !known.contains($0.id) }
    }
    (hasMore, isKnown, complaint) = (message.json["more"]?.boolValue ?? false, true, nil)
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }

  func draw(on frame: inout Frame, _ shell: Shell) { ScoresView(shell: shell, scores: self).draw(on: &frame) }
}
