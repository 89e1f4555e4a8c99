internal import ParlorCore

/// What storage leaves out since it does not go with what is stored, which only damage brings about. It would be refused
/// for ever, and everything after it would wait.
struct Refusals {
  private var rooms: Set<Int64> = []
  private var matches: Set<Int64> = []
  private var positions: Set<Int> = []

  /// Whether a record is left out.
  ///
  /// - Parameter position: in its batch.
  func contains(_ record: Record, at position: Int) -> Bool {
    if positions.contains(position) { return true }
    guard !rooms.isEmpty || !matches.isEmpty else { return false }
    switch record {
    case .room(let room): return rooms.contains(room.number)
    case .puzzleUsed(let room, _), .puzzlesUnused(let room), .roomClosed(let room, _): return rooms.contains(room)
    case .events(let row), .eventsRewritten(let row): return rooms.contains(row.room)
    case .match(let match):
      return rooms.contains(match.room) || matches.contains(match.id)
    case .move(let move): return matches.contains(move.match)
    case .matchClosed(let match): return matches.contains(match)
    case .result(let result): return matches.contains(result.match)
    case .day, .player, .playerForgotten, .guestsLapse, .channel, .scoreAdded, .scoreDeleted, .scoresReset, .trial:
      return false
    }
  }

  /// Leaves out a record from now on, and what follows from it: all of a match, or of a room.
  mutating func add(_ record: Record, at position: Int, because reason: String) -> RefusedRecord {
    let subject = subject(of: record)
    switch subject {
    case .room(let room): rooms.insert(room)
    case .match(let match): matches.insert(match)
    case .events, .record: positions.insert(position)
    }
    return RefusedRecord(subject, message: Self.sentence(reason))
  }

  /// What the operator is told.
  static func sentence(_ reason: String) -> String { "it does not go with what is stored: \(reason)" }

  /// The batch is done: positions in it mean nothing any more.
  mutating func forgetPositions() { positions = [] }

  private func subject(of record: Record) -> RefusedRecord.Subject {
    switch record {
    case .room(let room): .room(room.number)
    case .puzzleUsed(let room, _), .puzzlesUnused(let room), .roomClosed(let room, _): .room(room)
    case .match(let match): .match(match.id)
    case .move(let move): .match(move.match)
    case .matchClosed(let match): .match(match)
    case .result(let result): .match(result.match)
    case .events, .eventsRewritten, .day, .player, .playerForgotten, .guestsLapse, .channel, .scoreAdded,
      .scoreDeleted, .scoresReset, .trial:
      .record
    }
  }
}
