public import GameKit
package import Kernel

/// A whole match: its moves and results, and the replayed state.
struct MatchQuery: StoredQuery {
  let match: Int64
  let replayer: MatchReplayer

  /// `nil` if there is no such match.
  func answer(from rows: any TableReader) throws(DatabaseError) -> ReplayedMatch? {
    try rows.wholeMatch(match).map { replayer.replay($0) }
  }
}

/// A whole match as stored.
public struct StoredMatchHistory: Sendable {
  /// The match.
  public var match: StoredMatch
  /// Whether it is still open.
  public var isOpen: Bool
  /// Its moves in order.
  public var moves: [StoredMove]
  /// The names of the players, by number, if still known.
  public var names: [PlayerID: String]
  /// Its results.
  public var results: [StoredResult]
  /// Whether a part of it differs from what was stored.
  public var isDamaged = false

  public init(
    match: StoredMatch, isOpen: Bool, moves: [StoredMove], names: [PlayerID: String], results: [StoredResult]
  ) {
    self.match = match
    self.isOpen = isOpen
    self.moves = moves
    self.names = names
    self.results = results
  }
}

extension TableReader {
  /// A whole match, without names: the index row, and moves and results of the document. A damaged one has no puzzle.
  func match(_ id: Int64) throws(DatabaseError) -> StoredMatchHistory? {
    guard var found = try first(MatchTable.select, id, read: { row in StoredMatchHistory(&row) }) else { return nil }
    guard let document = try self.document(MatchDocument.id(id)), let state = document.state as? MatchState else {
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

  /// A whole match, with the names of its players if still known.
  package func wholeMatch(_ id: Int64) throws(DatabaseError) -> StoredMatchHistory? {
    guard var found = try match(id) else { return nil }
    let players = Set(found.moves.map(\.player) + found.results.map(\.player) + [found.match.player].compactMap { $0 })
    for player in players {
      found.names[player] = try first("SELECT name FROM player WHERE id = ?", player.number) { row in row.text() }
    }
    return found
  }

  /// A player's results in matches found by the player's table: they are read from the matches' documents.
  package func results(of player: PlayerID, in matches: some Sequence<Int64>) throws(DatabaseError) -> [StoredResult] {
    var results: [StoredResult] = []
    for match in matches {
      let state = try document(MatchDocument.id(match))?.state as? MatchState
      if let result = state?.results.first(where: { $0.player == player }) { results.append(result) }
    }
    return results
  }
}

extension StoredMatchHistory {
  /// Parses the row of a match, without its document.
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
