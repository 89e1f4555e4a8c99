import GameKit
import Kernel

/// A player's events between two times: visits, and moves and ends of matches; the newest ones.
struct TimelineQuery: StoredQuery {
  let player: PlayerID
  let from: Instant
  let to: Instant
  let limit: Int

  /// The most matches read per way to find them: the newest.
  private static let most = 32

  private static let boards = """
    SELECT id FROM match INDEXED BY match_player
    WHERE player = ? AND started_at <= ? ORDER BY id DESC LIMIT \(most)
    """

  private static let finished = """
    SELECT match FROM result INDEXED BY result_finished
    WHERE player = ? AND finished_at BETWEEN ? AND ? ORDER BY finished_at DESC LIMIT \(most)
    """

  private static let tables = """
    SELECT match FROM participant INDEXED BY participant_player CROSS JOIN match ON id = match
    WHERE participant.player = ? AND started_at <= ? ORDER BY match DESC LIMIT \(most)
    """

  func answer(from rows: any TableReader) throws(DatabaseError) -> Page<StoredMoment> {
    var timeline = StoredTimeline(from: from, to: to)
    let visits = try rows.document(DocumentID(kind: VisitDocument.number, key: player.number))?.state
    if let visits = visits as? VisitDocument.State { timeline.add(visits.visits) }
    var matches = Set(try rows.keys(Self.boards, player.number, to.milliseconds))
    matches.formUnion(try rows.keys(Self.finished, player.number, from.milliseconds, to.milliseconds))
    matches.formUnion(try rows.keys(Self.tables, player.number, to.milliseconds))
    for match in matches.sorted() {
      if let history = try rows.wholeMatch(match) { timeline.add(history, of: player) }
    }
    return timeline.newest(limit)
  }
}
