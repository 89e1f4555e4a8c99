package import GameKit
package import Kernel

/// How matches are read: what is known of one is in its row, its moves and results are in its document.
package struct MatchReading {
  private let row: Statement
  private let name: Statement
  private let database: any TableReader

  package static let table = CheckedTable(
    "match", key: ["id"],
    columns: ["id", "room", "game", "puzzle_key", "day", "round", "player", "is_open", "started_at"])

  package init(_ database: any TableReader) throws(DatabaseError) {
    self.database = database
    row = try database.prepare(
      """
      SELECT id, room, game, puzzle_key, day, round, player, started_at, is_open, \(Self.table.isDamaged)
      FROM match WHERE id = ?
      """)
    name = try database.prepare("SELECT name FROM player WHERE id = ?")
  }

  /// A whole match, without names. Where something of it is lost it has no puzzle.
  package func match(_ id: Int64) throws(DatabaseError) -> StoredMatchHistory? {
    guard var found = try row.first(id, read: { row in StoredMatchHistory(&row) }) else { return nil }
    guard let document = try database.document(MatchDocument.id(id)), let state = document.state as? MatchState else {
      return found
    }
    (found.moves, found.results) = (state.moves, state.results)
    guard let opened = state.match else { return found }
    if document.isDamaged || found.isDamaged {
      (found.match.mode, found.match.isRanked) = (opened.mode, opened.isRanked)
    } else {
      found.match = opened
    }
    return found
  }

  /// A whole match, with the names of those who took part where they are still known.
  package func whole(_ id: Int64) throws(DatabaseError) -> StoredMatchHistory? {
    guard var found = try match(id) else { return nil }
    let players = Set(found.moves.map(\.player) + found.results.map(\.player) + [found.match.player].compactMap { $0 })
    for player in players { found.names[player] = try name.first(player.number) { row in row.text() } }
    return found
  }

  /// A player's result.
  package func result(of player: PlayerID, in match: Int64) throws(DatabaseError) -> StoredResult? {
    (try database.document(MatchDocument.id(match))?.state as? MatchState)?.results.first { $0.player == player }
  }
}

extension StoredMatchHistory {
  /// Reads the row of a match, of which the document is not read yet.
  fileprivate init(_ row: inout Columns) {
    let match = StoredMatch(
      id: row.integer(), room: row.integer(), game: row.text(), mode: "", puzzleKey: row.text(), puzzle: [],
      settings: [], day: row.optionalNumber(), round: row.optionalNumber(),
      player: row.optionalInteger().map { PlayerID($0) }, isRanked: false,
      startedAt: Instant(milliseconds: row.integer()))
    self.init(match: match, isOpen: row.bool(), moves: [], names: [:], results: [])
    isDamaged = row.bool()
  }
}
