internal import Kernel
internal import ParlorCore

/// Lines that storage drops because they contradict stored data, which only damage can cause. A retry would fail for
/// ever, and block everything behind it.
struct Refusals {
  private var matches: Set<Int64> = []
  private var positions: Set<Int> = []

  /// Whether a line is dropped.
  ///
  /// - Parameter position: in its batch.
  func contains(_ line: DocumentLine, at position: Int) -> Bool {
    positions.contains(position) || (!matches.isEmpty && Self.match(of: line).map(matches.contains) == true)
  }

  /// Drops a fact from now on, and all that depends on it: everything of a match. The room's line of it stays, since
  /// later numbers follow it.
  mutating func add(_ line: DocumentLine, at position: Int, because reason: String) -> RefusedLine {
    let match = Self.match(of: line)
    if let match { matches.insert(match) } else { positions.insert(position) }
    return RefusedLine(match.map { .match($0) } ?? .line, message: "it does not go with what is stored: \(reason)")
  }

  /// The batch is done: positions in it are not valid any more.
  mutating func forgetPositions() { positions = [] }

  /// The match of a fact.
  private static func match(of line: DocumentLine) -> Int64? {
    line.document.kind == MatchDocument.number ? line.document.key : nil
  }
}
