import GameKit
import Kernel

/// What matches are looked up by: follows their documents. What changes in a transaction is written once, at its end.
struct MatchTable {
  /// What has become of a match.
  private struct Change {
    /// Set if it has begun.
    var opened: StoredMatch?
    /// Who has taken part, if it is not known to be a player's own.
    var participants: [PlayerID] = []
    var isClosed = false
    /// The place of the first fact that has changed it.
    let position: Int
  }

  private var changes: [Int64: Change] = [:]
  /// Those of them that have begun on a player's own board: who moves there is known.
  private var own: Set<Int64> = []
  /// The matches that have begun in the transaction, by room: but for those that are over since.
  private var begun: [Int64: [Int64]] = [:]
  private let insert: Statement
  private let close: Statement
  private let closeAll: Statement
  private let closeRounds: Statement
  private let closeDays: Statement
  private let takePart: Statement
  private let isShared: Statement
  private let daily: Statement
  private let sharedWith: Statement

  /// Looks at the open rounds alone, not at all that the room has had.
  static let closeRoundsSQL =
    "UPDATE match INDEXED BY match_open SET is_open = 0 WHERE room = ? AND is_open = 1 AND round < ?"

  init(_ database: any TableConnection) throws(DatabaseError) {
    insert = try database.prepare(MatchReading.table.insert)
    close = try database.prepare("UPDATE match SET is_open = 0 WHERE id = ?")
    closeAll = try database.prepare("UPDATE match SET is_open = 0 WHERE room = ? AND is_open = 1")
    closeRounds = try database.prepare(Self.closeRoundsSQL)
    closeDays = try database.prepare("UPDATE match SET is_open = 0 WHERE is_open = 1 AND day < ?")
    takePart = try database.prepare("INSERT OR IGNORE INTO participant (match, player) VALUES (?, ?)")
    isShared = try database.prepare("SELECT player IS NULL FROM match WHERE id = ?")
    daily = try database.prepare("SELECT day, puzzle_key FROM match WHERE id = ?")
    sharedWith = try database.prepare("SELECT match FROM participant WHERE player = ?")
  }

  /// A transaction begins: what one before has not written counts no more.
  mutating func begin() {
    changes.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    begun.removeAll(keepingCapacity: true)
  }

  /// Follows a fact of a match.
  ///
  /// - Parameter position: the fact's place in the transaction.
  mutating func follow(_ fact: MatchFact, of match: Int64, at position: Int) throws(DatabaseError) {
    switch fact {
    case .opened(let opened):
      guard changes[match] == nil else { throw .conflict("match \(match) begins twice") }
      changes[match] = Change(opened: opened, position: position)
      begun[opened.room, default: []].append(match)
      if opened.player != nil { own.insert(match) }
    case .moved(let move, _): add(move.player, to: match, at: position)
    case .played(let moves): for move in moves { add(move.player, to: match, at: position) }
    case .finished(let result, _): add(result.player, to: match, at: position)
    case .closed: changes[match, default: Change(position: position)].isClosed = true
    }
  }

  private mutating func add(_ player: PlayerID, to match: Int64, at position: Int) {
    guard !own.contains(match), player.number != 0,
      changes[match]?.participants.contains(player) != true
    else { return }
    changes[match, default: Change(position: position)].participants.append(player)
  }

  mutating func closeAll(in room: Int64) throws(DatabaseError) {
    closeBegun(in: room) { _ in true }
    try closeAll.run(room)
  }

  /// Of a room's rounds those before one are over for good.
  mutating func close(in room: Int64, before round: Int) throws(DatabaseError) {
    closeBegun(in: room) { $0.round.map { $0 < round } ?? false }
    try closeRounds.run(room, Int64(round))
  }

  /// All days before one are over for good.
  mutating func close(before day: Int) throws(DatabaseError) {
    for room in Array(begun.keys) { closeBegun(in: room) { $0.day.map { $0 < day } ?? false } }
    try closeDays.run(Int64(day))
  }

  private mutating func closeBegun(in room: Int64, where isOver: (StoredMatch) -> Bool) {
    // Those that are over are not looked at again, however many rounds a transaction has.
    var open: [Int64] = []
    for match in begun.removeValue(forKey: room) ?? [] {
      if changes[match]?.opened.map(isOver) ?? false { changes[match]?.isClosed = true } else { open.append(match) }
    }
    begun[room] = open
  }

  /// Writes what was added.
  ///
  /// - Parameter position: set to that of the change that is being written.
  mutating func write(_ position: inout Int) throws(DatabaseError) {
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      position = change.position
      if let match = change.opened { try write(match, isOpen: !change.isClosed) }
      guard let isShared = try isShared(id, change) else { throw .conflict("match \(id) has not begun") }
      if isShared { for player in change.participants { try takePart.run(id, player.number) } }
      if change.isClosed, change.opened == nil { try close.run(id) }
    }
    begin()
  }

  /// Whether several share the board; `nil` for a match that has not begun.
  private func isShared(_ match: Int64, _ change: Change) throws(DatabaseError) -> Bool? {
    if let opened = change.opened { return opened.player == nil }
    return try isShared.first(match) { row in row.bool() }
  }

  private func write(_ match: StoredMatch, isOpen: Bool) throws(DatabaseError) {
    try insert.run(
      match.id, match.room, match.game, match.puzzleKey, match.day, match.round, match.player?.number, isOpen,
      match.startedAt.milliseconds)
  }

  /// Which day's puzzle a match is played on.
  func daily(_ match: Int64) throws(DatabaseError) -> (day: Int?, key: String?) {
    try daily.first(match) { row in (row.optionalNumber(), row.optionalText()) } ?? (nil, nil)
  }

  /// Matches on boards that several share in which a player took part.
  func shared(with player: Int64) throws(DatabaseError) -> [Int64] {
    try sharedWith.all(player) { row in row.integer() }
  }
}
