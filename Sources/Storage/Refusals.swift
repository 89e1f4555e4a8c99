internal import Kernel
internal import ParlorCore

/// What storage leaves out since it does not go with what is stored, which only damage brings about. It would be
/// refused for ever, and everything after it would wait.
struct Refusals {
  private var matches: Set<Int64> = []
  private var positions: Set<Int> = []

  /// Whether a line is left out.
  ///
  /// - Parameter position: in its batch.
  func contains(_ line: DocumentLine, at position: Int) -> Bool {
    positions.contains(position) || (!matches.isEmpty && Self.match(of: line).map(matches.contains) == true)
  }

  /// Leaves out a fact from now on, and what follows from it: all of a match. What its room is told of it stays,
  /// since the next numbers follow.
  mutating func add(_ line: DocumentLine, at position: Int, because reason: String) -> RefusedLine {
    let match = Self.match(of: line)
    if let match { matches.insert(match) } else { positions.insert(position) }
    return RefusedLine(match.map { .match($0) } ?? .line, message: "it does not go with what is stored: \(reason)")
  }

  /// The batch is done: positions in it mean nothing any more.
  mutating func forgetPositions() { positions = [] }

  /// The match that a fact is of.
  private static func match(of line: DocumentLine) -> Int64? {
    line.document.kind == MatchDocument.number ? line.document.key : nil
  }
}
