internal import ClientKit
internal import WireProtocol

/// A filter for grids; by default all.
struct GridFilter: Hashable, Sendable {
  var game: String?
  var players: [String] = []
  /// A day, `2026-11-20`, or a month, `2022-03`.
  var time: String?

  /// `wordle · ben and eva`.
  var title: String {
    [game, players.joined(separator: " and "), time].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension GridFilter {
  /// Words in any order, as in the text mode.
  init(_ words: some Sequence<String>, games: [String] = []) {
    for word in words {
      if word.first?.isNumber == true {
        time = word
      } else if games.contains(word) {
        game = word
      } else {
        players.append(word)
      }
    }
    players = Array(players.prefix(2))
  }
}

/// A screen with a list of grids: the channel of shared results, past scores.
protocol GridScreen: AppScreen {
  var grids: GridList { get set }
  var filter: GridFilter { get set }
  var hasMore: Bool { get }
  var complaint: String? { get set }

  var heading: String { get }
  var emptyText: String { get }
  /// The hints for keys other than those that move over cells.
  func ownHints(_ shell: Shell) -> String
  func ask(after: Int?, _ shell: inout Shell)
  /// Letters are needed that are not loaded.
  mutating func miss(_ cells: Set<BoardCell>, of item: GridItem, _ shell: inout Shell)
  mutating func pressOwn(_ key: Key, _ shell: inout Shell)
}

extension GridScreen {
  mutating func show(_ filter: GridFilter) {
    if self.filter != filter { grids = GridList() }
    (self.filter, complaint) = (filter, nil)
  }

  mutating func press(_ key: Key, _ shell: inout Shell) {
    if grids.go(key) { return }
    if let cells = grids.cells(under: key) {
      if let item = grids.item, !grids.reveal(cells) { miss(cells, of: item, &shell) }
    } else if key == .character("o") {
      guard let last = grids.items.last, hasMore else { return shell.tell("That is all there is.", for: 3) }
      ask(after: last.id, &shell)
    } else {
      pressOwn(key, &shell)
    }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let place = GridListView(shell: shell, grids: grids).cell(at: mouse) else { return }
    grids.point(at: place.index, place.cell)
    press(.enter, &shell)
  }

  mutating func take(page: [GridItem], to question: Question) {
    let known = Set(grids.items.map(\.id))
    let isFurther = question.fields["before"] != nil
    grids.items = isFurther ? grids.items + page.filter { !known.contains($0.id) } : page
    complaint = nil
  }

  func hints(_ shell: Shell) -> String {
    "space letter  esc back  r row  a all  \(ownHints(shell))\(hasMore ? "o older  " : "")? help"
  }

  func draw(on frame: inout Frame, _ shell: Shell) {
    let view = GridListView(shell: shell, grids: grids)
    view.drawHeader(heading + (filter.title.isEmpty ? "" : " · \(filter.title)"), on: &frame)
    view.drawFooter(hints(shell), on: &frame)
    if grids.items.isEmpty { view.drawText(complaint ?? emptyText, 1, 2, on: &frame) } else { view.draw(on: &frame) }
  }
}
