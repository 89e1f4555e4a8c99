/// The screen of a terminal: a grid of cells to which bytes are written, with xterm's behaviour.
///
/// A value without a process. Unknown input is reported in ``faults``, since a program under test should send only what
/// all present terminals support.
package struct Screen: Sendable {
  package struct Cell: Hashable, Sendable {
    /// A character with its combining marks; empty for the right half of a wide one.
    package var text: String
    package var style: Style

    static func blank(_ style: Style = .plain) -> Cell {
      Cell(text: " ", style: Style(background: style.background))
    }
  }

  package struct Cursor: Hashable, Sendable {
    package var column = 0
    package var row = 0
    /// Whether the last column is written, so that the next character wraps.
    var isPastEdge = false
    package var style = Style.plain
  }

  package private(set) var columns: Int
  package private(set) var rows: Int
  package internal(set) var cells: [[Cell]]
  package internal(set) var cursor = Cursor()
  package internal(set) var isCursorVisible = true
  /// Whether the alternate screen is shown, which full-screen programs use and which has no scrollback.
  package internal(set) var isAlternate = false
  package internal(set) var modes: Set<Int> = [7]
  package internal(set) var clipboard: [String] = []
  package internal(set) var title = ""
  package internal(set) var bells = 0
  package internal(set) var scrolledLines = 0
  /// Descriptions of invalid or unknown output.
  package internal(set) var faults: [String] = []
  /// The terminal's replies to queries, to be sent as input.
  package internal(set) var replies: [UInt8] = []

  var parser = EscapeParser()
  var hidden: (cells: [[Cell]], cursor: Cursor)?
  var saved = Cursor()
  var region: Range<Int>
  var lastWritten: (column: Int, row: Int)?

  package init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = Self.blank(self.columns, self.rows)
    region = 0..<self.rows
  }

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    var tokens: [EscapeParser.Token] = []
    for byte in bytes {
      parser.feed(byte, into: &tokens)
      for token in tokens { take(token) }
      tokens.removeAll(keepingCapacity: true)
    }
  }

  package mutating func feed(_ text: String) { feed(text.utf8) }

  /// Resizes the window: cells outside are lost, lines are not rewrapped.
  package mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (max(1, columns), max(1, rows))
    cells = Self.fitted(cells, self.columns, self.rows)
    if let cells = hidden?.cells { hidden?.cells = Self.fitted(cells, self.columns, self.rows) }
    region = 0..<self.rows
    move(toColumn: cursor.column, row: cursor.row)
  }

  /// Whether a synchronised update or a sequence is incomplete.
  package var isChanging: Bool { modes.contains(2026) || !parser.isBetweenTokens }

  /// The active mouse reporting modes.
  package var mouseModes: Set<Int> { modes.intersection([1000, 1002, 1003, 1006]) }

  static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: .blank(), count: columns), count: rows)
  }

  private static func fitted(_ cells: [[Cell]], _ columns: Int, _ rows: Int) -> [[Cell]] {
    (0..<rows).map { row in
      let old = cells.indices.contains(row) ? Array(cells[row].prefix(columns)) : []
      var line = old + Array(repeating: .blank(), count: columns - old.count)
      // A wide character whose right half was cut off.
      if columns < (cells.first?.count ?? 0), let last = line.last, CellWidth.of(last.text) == 2 {
        line[columns - 1] = .blank(last.style)
      }
      return line
    }
  }
}

extension CellWidth {
  static func of(_ text: String) -> Int { text.first.map { of($0) } ?? 0 }
}

extension Screen {
  package var lines: [String] { cells.map { Self.trimmed($0.map(\.text).joined()) } }

  package var text: String {
    var lines = lines
    while lines.last == "" { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The lines, with each change of style marked: `‹bold white on green›C‹plain› rest`.
  package var styled: [String] {
    cells.map { row in
      var (line, style) = ("", Style.plain)
      for cell in row {
        if cell.style != style {
          style = cell.style
          line += "‹\(style.name)›"
        }
        line += cell.text
      }
      return Self.trimmed(line)
    }
  }

  package var styles: Set<Style> { Set(cells.joined().map(\.style)) }

  /// The first occurrence of a text, from the top: column and row of its first character.
  package func find(_ text: String) -> (column: Int, row: Int)? {
    for (row, line) in cells.enumerated() {
      let whole = line.map(\.text).joined()
      guard let range = whole.firstRange(of: text) else { continue }
      var rest = whole.distance(from: whole.startIndex, to: range.lowerBound)
      for (column, cell) in line.enumerated() {
        if rest == 0, !cell.text.isEmpty { return (column, row) }
        rest -= cell.text.count
      }
    }
    return nil
  }

  package func contains(_ text: String) -> Bool { find(text) != nil }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
