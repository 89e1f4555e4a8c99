import GameKit
import Kernel

/// What happened to a player between two times: visits, and the moves and ends of matches.
struct TimelineReading {
  private let documents: any TableReader
  private let boards: Statement
  private let finished: Statement
  private let tables: Statement

  /// Matches of one way to find them that are read: the newest.
  private static let most = 32

  init(_ database: any TableReader) throws(DatabaseError) {
    documents = database
    boards = try database.prepare(
      """
      SELECT id FROM match INDEXED BY match_player
      WHERE player = ? AND started_at <= ? ORDER BY id DESC LIMIT \(Self.most)
      """)
    finished = try database.prepare(
      """
      SELECT match FROM result INDEXED BY result_finished
      WHERE player = ? AND finished_at BETWEEN ? AND ? ORDER BY finished_at DESC LIMIT \(Self.most)
      """)
    tables = try database.prepare(
      """
      SELECT match FROM participant INDEXED BY participant_player CROSS JOIN match ON id = match
      WHERE participant.player = ? AND started_at <= ? ORDER BY match DESC LIMIT \(Self.most)
      """)
  }

  /// - Parameter whole: reads a match with its moves and results.
  func timeline(
    of player: PlayerID, from: Instant, to: Instant, _ whole: (Int64) throws(DatabaseError) -> StoredMatchHistory?
  ) throws(DatabaseError) -> StoredTimeline {
    var timeline = StoredTimeline(from: from, to: to)
    let document = DocumentID(kind: VisitDocument.number, key: player.number)
    var visits: [Visit] = []
    if let state = try documents.document(document)?.state as? VisitDocument.State { visits = state.visits }
    timeline.add(visits)
    var matches = Set(try boards.all(player.number, to.milliseconds) { row in row.integer() })
    matches.formUnion(
      try finished.all(player.number, from.milliseconds, to.milliseconds) { row in row.integer() })
    matches.formUnion(try tables.all(player.number, to.milliseconds) { row in row.integer() })
    for match in matches.sorted() { if let history = try whole(match) { timeline.add(history, of: player) } }
    return timeline
  }
}
