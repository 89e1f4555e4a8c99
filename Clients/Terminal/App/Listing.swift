internal import ClientKit
internal import WireProtocol

/// What a list page shows, made from a screen's state for each drawing: a title, rows in columns, hints.
struct Listing {
  struct Column {
    /// From the left edge; a negative one is aligned at the right edge, or at ``Listing/width``.
    var x: Int
    var tone = Tone.plain
  }

  struct Row {
    var cells: [String]
    /// The tone of the cells whose column has none.
    var tone = Tone.plain
    /// In place of the columns' tones.
    var tones: [Tone]?
    /// Whether the cursor stops here; other rows are headings and text.
    var isEntry = true
    /// What a click on it stands for, in place of choosing it.
    var key: Key?

    static func text(_ text: String, _ tone: Tone = .plain) -> Row { Row(cells: [text], tone: tone, isEntry: false) }
  }

  var title: String
  var hints: String
  var columns = [Column(x: 3)]
  /// How wide it is at most, so that a row is one to the eye in a wide window.
  var width = Int.max
  var heading = ""
  /// At the right of the heading.
  var headingEnd = ""
  /// The input line, and what it is for.
  var line: (editor: LineEditor, purpose: String)?
  /// In place of rows: why there are none.
  var message: (text: String, tone: Tone)?
  /// About the chosen row, below the rows of a high window.
  var details: [String]?
  /// Whether the server has further rows.
  var hasMore = false
  private(set) var count = 0
  private(set) var row: (Int) -> Row = { _ in .text("") }
  /// The indices of the entries among the rows; `nil` if all rows are.
  private(set) var entries: [Int]?

  init(_ title: String, hints: String, columns: [Column] = [Column(x: 3)]) {
    (self.title, self.hints, self.columns) = (title, hints, columns)
  }

  /// Sets rows that are made when they are drawn.
  mutating func show<Item>(_ items: [Item], _ row: @escaping (Item) -> Row) {
    (count, self.row, entries) = (items.count, { row(items[$0]) }, nil)
  }

  /// Sets rows of which some are no entries.
  mutating func show(_ rows: [Row]) {
    (count, row, entries) = (rows.count, { rows[$0] }, rows.indices.filter { rows[$0].isEntry })
  }

  /// Whether it is a text to scroll.
  var isText: Bool { entries?.isEmpty ?? false }

  /// Sets the message for a list whose answer is missing, refused or empty.
  mutating func explain(isKnown: Bool, complaint: String?, isEmpty: Bool, _ empty: String) {
    if let complaint {
      message = (complaint, .bad)
    } else if !isKnown {
      message = ("One moment…", .faint)
    } else if isEmpty {
      message = (empty, .plain)
    }
  }
}

/// A meaning of a text, which each look shows in its own way.
enum Tone: Sendable {
  case plain, bold, faint, heading, good, bad
}

/// A screen that is a list page.
protocol ListScreen: AppScreen {
  var cursor: ListCursor { get set }
  func listing(_ shell: Shell) -> Listing
  /// Handles keys other than those of the cursor.
  mutating func act(_ key: Key, _ shell: inout Shell)
  /// Called when the cursor has moved.
  mutating func moved(_ shell: inout Shell)
}

extension ListScreen {
  mutating func moved(_ shell: inout Shell) {}

  func hints(_ shell: Shell) -> String { listing(shell).hints }

  mutating func press(_ key: Key, _ shell: inout Shell) { pressInList(key, &shell) }

  mutating func pressInList(_ key: Key, _ shell: inout Shell) {
    let view = ListingView(shell: shell, listing: listing(shell), cursor: cursor)
    cursor.choose(cursor.chosen, of: view.count)
    let letters: [Key: Key] = [.character("k"): .up, .character("j"): .down]
    let step = view.listing.line == nil ? letters[key] ?? key : key
    if cursor.go(step, of: view.count, room: view.room) { moved(&shell) } else { act(key, &shell) }
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) { pointInList(mouse, &shell) }

  mutating func pointInList(_ mouse: Mouse, _ shell: inout Shell) {
    let view = ListingView(shell: shell, listing: listing(shell), cursor: cursor)
    guard mouse.act == .press, let index = view.entry(at: mouse) else { return }
    let isChosen = index == cursor.chosen
    cursor.choose(index, of: view.count)
    if isChosen { press(.enter, &shell) }
  }

  func draw(on frame: inout Frame, _ shell: Shell) {
    ListingView(shell: shell, listing: listing(shell), cursor: cursor).draw(on: &frame)
  }
}
