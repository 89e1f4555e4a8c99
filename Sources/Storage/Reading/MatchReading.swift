internal import GameKit
internal import Kernel
internal import ParlorCore

/// How matches are read: what is known of one is in its row, its moves and results are in its document.
struct MatchReading {
  private let row: Statement
  private let name: Statement
  private let documents: DocumentReading

  init(_ database: Database, _ documents: DocumentReading) throws(SQLiteError) {
    self.documents = documents
    row = try database.prepare(
      """
      SELECT id, room, game, puzzle_key, day, round, player, started_at, is_open, \(CheckedTable.match.isDamaged)
      FROM match WHERE id = ?
      """)
    name = try database.prepare("SELECT name FROM player WHERE id = ?")
  }

  /// A whole match, without names. Where something of it is lost it has no puzzle.
  func match(_ id: Int64) throws(SQLiteError) -> StoredMatchHistory? {
    guard var found = try row.first(id, read: { row in StoredMatchHistory(&row) }) else { return nil }
    guard case .document(let state as MatchState, let isDamaged) = try documents.document(MatchDocument.id(id)) else {
      return found
    }
    (found.moves, found.results) = (state.moves, state.results)
    guard let opened = state.match else { return found }
    if isDamaged || found.isDamaged {
      (found.match.mode, found.match.isRanked) = (opened.mode, opened.isRanked)
    } else {
      found.match = opened
    }
    return found
  }

  /// A whole match, with the names of those who took part where they are still known.
  func whole(_ id: Int64) throws(SQLiteError) -> StoredMatchHistory? {
    guard var found = try match(id) else { return nil }
    let players = Set(found.moves.map(\.player) + found.results.map(\.player) + [found.match.player].compactMap { $0 })
    for player in players { found.names[player] = try name.first(player.number) { row in row.text() } }
    return found
  }

  /// A player's result.
  func result(of player: PlayerID, in match: Int64) throws(SQLiteError) -> StoredResult? {
    guard case .document(let state as MatchState, _) = try documents.document(MatchDocument.id(match)) else {
      return nil
    }
    return state.results.first { $0.player == player }
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
