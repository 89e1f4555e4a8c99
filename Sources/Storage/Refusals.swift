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
    let owner = Self.owner(of: record)
    return owner.room.map(rooms.contains) == true || owner.match.map(matches.contains) == true
  }

  /// Whether what a record tells in a room is left out: it is not where only its match is, since the next numbers follow.
  func containsEvents(of room: Int64) -> Bool { rooms.contains(room) }

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
    // Events that do not fit leave the rest of their room as it is.
    switch record {
    case .events, .eventsRewritten: return .record
    default: break
    }
    let owner = Self.owner(of: record)
    return owner.match.map { .match($0) } ?? owner.room.map { .room($0) } ?? .record
  }

  /// The room and the match that a record is of, as far as it tells.
  private static func owner(of record: Record) -> (room: Int64?, match: Int64?) {
    switch record {
    case .room(let room): (room.number, nil)
    case .dealt(let deal): (deal.room, nil)
    case .roomClosed(let room, _): (room, nil)
    case .events(let row), .eventsRewritten(let row): (row.room, nil)
    case .match(let match): (match.room, match.id)
    case .moved(let move, let told): (told?.room, move.match)
    case .matchClosed(let match): (nil, match)
    case .finished(let result, let told): (told?.room, result.match)
    case .day, .playerForgotten, .guestsLapse, .line:
      (nil, nil)
    }
  }
}
