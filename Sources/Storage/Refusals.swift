internal import ParlorCore

/// What storage leaves out since it does not go with what is stored, which only damage brings about. It would be
/// refused for ever, and everything after it would wait.
struct Refusals {
  private var matches: Set<Int64> = []
  private var positions: Set<Int> = []

  /// Whether a record is left out.
  ///
  /// - Parameter position: in its batch.
  func contains(_ record: Record, at position: Int) -> Bool {
    if positions.contains(position) { return true }
    guard !matches.isEmpty else { return false }
    return Self.match(of: record).map(matches.contains) == true
  }

  /// Leaves out a record from now on, and what follows from it: all of a match. What its room is told of it stays,
  /// since the next numbers follow.
  mutating func add(_ record: Record, at position: Int, because reason: String) -> RefusedRecord {
    let match = Self.match(of: record)
    if let match { matches.insert(match) } else { positions.insert(position) }
    return RefusedRecord(match.map { .match($0) } ?? .record, message: "it does not go with what is stored: \(reason)")
  }

  /// The batch is done: positions in it mean nothing any more.
  mutating func forgetPositions() { positions = [] }

  /// The match that a record is of.
  private static func match(of record: Record) -> Int64? {
    switch record {
    case .match(let match): match.id
    case .moved(let move, _): move.match
    case .matchClosed(let match): match
    case .finished(let result, _): result.match
    case .dealt, .roomClosed, .day, .playerForgotten, .guestsLapse, .line: nil
    }
  }
}
