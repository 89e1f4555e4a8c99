import GameKit
import Kernel

/// The index of matches, which follows their documents. A transaction's changes are written once, at its end.
struct MatchTable {
  /// A transaction's changes of a match.
  private struct Change {
    /// Set if it has begun.
    var opened: StoredMatch?
    /// Players of a shared board.
    var participants: [PlayerID] = []
    var isClosed = false
    /// The index of the first fact that has changed it.
    let position: Int
  }

  private var changes: [Int64: Change] = [:]
  /// Those that have begun on a player's own board, whose mover is known.
  private var own: Set<Int64> = []
  /// The matches that have begun in the transaction and are open, by room.
  private var begun: [Int64: [Int64]] = [:]
  /// The first round of each room whose matches are not over, where the transaction has ended some before it.
  private var firstRounds: [Int64: Int] = [:]
  private let database: any TableConnection

  static let table = CheckedTable(
    "match", key: ["id"],
    columns: ["id", "room", "game", "puzzle_key", "day", "round", "player", "is_open", "started_at"])

  static let select = """
    SELECT id, room, game, puzzle_key, day, round, player, started_at, is_open, \(table.isDamaged)
    FROM match WHERE id = ?
    """

  /// Examines open rounds only, not all that the room has had.
  static let closeRoundsSQL =
    "UPDATE match INDEXED BY match_open SET is_open = 0 WHERE room = ? AND is_open = 1 AND round < ?"

  private static let insert = table.insert

  init(_ database: any TableConnection) { self.database = database }

  /// A transaction begins: unwritten changes of the one before are void.
  mutating func begin() {
    changes.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: true)
    begun.removeAll(keepingCapacity: true)
    firstRounds.removeAll(keepingCapacity: true)
  }

  /// Follows a fact of a match.
  ///
  /// - Parameter position: the fact's index in the transaction.
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
    case .givenUp: break
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
    try database.run("UPDATE match SET is_open = 0 WHERE room = ? AND is_open = 1", room)
  }

  /// Closes a room's rounds before one.
  mutating func close(in room: Int64, before round: Int) {
    closeBegun(in: room) { $0.round.map { $0 < round } ?? false }
    firstRounds[room] = max(round, firstRounds[room] ?? round)
  }

  /// Closes all days before one.
  mutating func close(before day: Int) throws(DatabaseError) {
    for room in Array(begun.keys) { closeBegun(in: room) { $0.day.map { $0 < day } ?? false } }
    try database.run("UPDATE match SET is_open = 0 WHERE is_open = 1 AND day < ?", day)
  }

  private mutating func closeBegun(in room: Int64, where isOver: (StoredMatch) -> Bool) {
    // Closed matches are not examined again, however many rounds a transaction has.
    var open: [Int64] = []
    for match in begun.removeValue(forKey: room) ?? [] {
      if changes[match]?.opened.map(isOver) ?? false { changes[match]?.isClosed = true } else { open.append(match) }
    }
    begun[room] = open
  }

  /// Writes the changes.
  ///
  /// - Parameter position: set to the index of the change that is being written.
  mutating func write(_ position: inout Int) throws(DatabaseError) {
    for (room, round) in firstRounds { try database.run(Self.closeRoundsSQL, room, round) }
    for (id, change) in changes.sorted(by: { $0.key < $1.key }) {
      position = change.position
      if let match = change.opened { try write(match, isOpen: !change.isClosed) }
      guard let isShared = try isShared(id, change) else { throw .conflict("match \(id) has not begun") }
      for player in change.participants where isShared {
        try database.run("INSERT OR IGNORE INTO participant (match, player) VALUES (?, ?)", id, player.number)
      }
      if change.isClosed, change.opened == nil { try database.run("UPDATE match SET is_open = 0 WHERE id = ?", id) }
    }
    begin()
  }

  /// Whether several players share the board; `nil` for a match that has not begun.
  private func isShared(_ match: Int64, _ change: Change) throws(DatabaseError) -> Bool? {
    if let opened = change.opened { return opened.player == nil }
    return try database.first("SELECT player IS NULL FROM match WHERE id = ?", match) { row in row.bool() }
  }

  private func write(_ match: StoredMatch, isOpen: Bool) throws(DatabaseError) {
    try database.run(
      Self.insert, match.id, match.room, match.game, match.puzzleKey, match.day, match.round, match.player?.number,
      isOpen, match.startedAt.milliseconds)
  }

  /// The day of a match's puzzle.
  func daily(_ match: Int64) throws(DatabaseError) -> (day: Int?, key: String?) {
    try database.first("SELECT day, puzzle_key FROM match WHERE id = ?", match) { row in
      (row.optionalNumber(), row.optionalText())
    } ?? (nil, nil)
  }
}
