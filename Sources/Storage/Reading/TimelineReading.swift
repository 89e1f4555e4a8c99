internal import GameKit
internal import Kernel
internal import ParlorCore

/// What happened to a player between two times: visits, and the moves and ends of matches.
struct TimelineReading {
  private let documents: DocumentReading
  private let boards: Statement
  private let finished: Statement
  private let tables: Statement

  /// Matches of one way to find them that are read: the newest.
  private static let most = 32

  init(_ database: Database, _ documents: DocumentReading) throws(SQLiteError) {
    self.documents = documents
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
    of player: PlayerID, from: Instant, to: Instant, _ whole: (Int64) throws(SQLiteError) -> StoredMatchHistory?
  ) throws(SQLiteError) -> StoredTimeline {
    var timeline = StoredTimeline(from: from, to: to)
    let document = DocumentID(kind: VisitDocument.number, key: player.number)
    var visits: [Visit] = []
    if case .document(let state as VisitDocument.State, _) = try documents.document(document) { visits = state.visits }
    timeline.add(visits)
    var matches = Set(try boards.all(player.number, to.milliseconds) { row in row.integer() })
    matches.formUnion(
      try finished.all(player.number, from.milliseconds, to.milliseconds) { row in row.integer() })
    matches.formUnion(try tables.all(player.number, to.milliseconds) { row in row.integer() })
    for match in matches.sorted() { if let history = try whole(match) { timeline.add(history, of: player) } }
    return timeline
  }
}
