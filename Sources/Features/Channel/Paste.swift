import GameKit
import PastedResults

/// A pasted result at a terminal, line by line: what opened it, and what belongs to it.
///
/// It does not depend on how the lines arrive. A line that belongs to it is kept; any other ends it and is then the
/// command or the move that it is.
struct Paste {
  /// What the first line was.
  enum Opening {
    /// A whole header of a game that is played elsewhere.
    case header(ClaimHeader)
    /// `Connections`, which is a header if the next line is `Puzzle #…`, and else a line like any other.
    case word
    /// A result that says it is from here.
    case parlor
  }

  private(set) var opening: Opening
  private(set) var lines: [String]
  /// How many rows there were when it was last taken as it stood; `nil` before that.
  var takenRows: Int?

  /// Whether it was refused as it stood: no row that comes later is refused again.
  var isRefused = false
  /// Whether the player knows that the server waits for more lines.
  var isAwaited = false

  /// The most lines of one paste.
  static let maximumLines = 40
  /// How long a paste that may or may not go on waits for more, in milliseconds.
  static let patience: Int64 = 1000

  /// Opens a paste with a line that stands alone: only a header does that.
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

  /// Opens a paste with what follows `/share`, where talk may stand before the header.
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

  /// Takes a line that belongs to the paste.
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

  /// The rows that have come.
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

  /// Whether more rows of a game that is played elsewhere may come.
  var isUnfinished: Bool { if case .header = opening { !isComplete } else { false } }

  /// Whether something has come that has not been taken yet.
  var hasNews: Bool { takenRows.map { $0 < rows.count } ?? true }

  /// What has come so far is about to be taken as it stands.
  mutating func markTaken() { takenRows = rows.count }

  var text: String { lines.joined(separator: "\n") }
}
