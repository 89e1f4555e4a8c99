import GameKit
import PastedResults

/// A pasted result at a terminal, line by line: its opening, and the lines that belong to it.
///
/// It does not depend on how the lines arrive. A line that belongs to it is added; any other ends it and is then a
/// command or a move.
struct Paste {
  /// The kind of the first line.
  enum Opening {
    /// A complete header of another site's game.
    case header(ClaimHeader)
    /// `Connections`, which is a header if the next line is `Puzzle #…`, and otherwise an ordinary line.
    case word
    /// A result that claims to be from this server.
    case parlor
  }

  private(set) var opening: Opening
  private(set) var lines: [String]
  /// The number of rows when it was last submitted; `nil` before.
  var takenRows: Int?

  /// Whether it was refused: later rows are not refused again.
  var isRefused = false
  /// Whether the player knows that the server waits for more lines.
  var isAwaited = false

  /// The most lines of one paste.
  static let maximumLines = 40
  /// How long an unfinished paste waits for more lines, in milliseconds.
  static let patience: Int64 = 1000

  /// Opens a paste with a line that stands alone, which only a header does.
  init?(_ line: String, titles: [String]) {
    lines = [line]
    if let header = ClaimHeader(at: line), ClaimParser.isIgnorableRemainder(header) {
      opening = .header(header)
    } else if line == "Connections" {
      opening = .word
    } else if titles.contains(where: { line.hasPrefix("Parlor \($0) ") }) {
      opening = .parlor
    } else {
      return nil
    }
  }

  /// Opens a paste with the argument of `/share`, which may have talk before the header.
  init?(command line: String) {
    lines = [line]
    if line.firstRange(ofBytes: "Parlor ") != nil {
      opening = .parlor
    } else if let header = ClaimParser.header(inLine: line) {
      opening = .header(header)
    } else if line.ends(withBytes: "Connections") {
      opening = .word
    } else {
      return nil
    }
  }

  /// Adds a line if it belongs to the paste.
  ///
  /// - Returns: whether it does.
  mutating func take(_ line: String) -> Bool {
    guard lines.count < Self.maximumLines else { return false }
    switch opening {
    case .word:
      guard let header = ClaimHeader(at: "Connections " + line), header.remainder.isEmpty else { return false }
      opening = .header(header)
    case .header(let header):
      guard ClaimHeader(at: line) == nil else { return false }
      guard ClaimRows.isTrimming(line, of: header.game) || ClaimRows.isGrid(line) else { return false }
    case .parlor:
      guard line.unicodeScalars.allSatisfy({ $0.value > 0x2000 || $0.isWhiteSpace }) else { return false }
    }
    lines.append(line)
    return true
  }

  /// The rows so far.
  private var rows: [String] {
    guard case .header(let header) = opening else { return Array(lines.dropFirst()) }
    return lines.dropFirst().compactMap { ClaimRows.row($0, of: header.game) }
  }

  /// Whether it has all rows that it can have.
  var isComplete: Bool {
    guard case .header(let header) = opening else { return false }
    if !header.remainder.isEmpty, !ClaimParser.isIgnorableRemainder(header) { return true }
    return ClaimRules.isComplete(header, rows)
  }

  /// Whether more rows of another site's game may follow.
  var isUnfinished: Bool { if case .header = opening { !isComplete } else { false } }

  /// Whether there are rows that were not submitted.
  var hasNews: Bool { takenRows.map { $0 < rows.count } ?? true }

  /// The rows so far are about to be submitted.
  mutating func markTaken() { takenRows = rows.count }

  var text: String { lines.joined(separator: "\n") }
}
