import GameKit
import Kernel

/// Finds guests, and names that were never played under, after 30 days without a visit: otherwise a server that is
/// open to everybody would carry every passer-by for ever, and names would run out.
///
/// What is forgotten is gone, and a clock may be wrong. So time passes here by at most two days from one start, or one
/// midnight, to the next: a server that wakes up a month ahead forgets nobody who was here yesterday.
struct Lapse {
  /// Days without a visit.
  private static let days: Int64 = 30
  /// Days that may pass at a time.
  private static let stride: Int64 = 2
  /// How many go with one commit.
  private static let most = 20
  private static let day: Int64 = 86_400_000

  private let database: any TableConnection
  /// Finds guests, and names without a trace, that were not seen since a time.
  private let lapsed: String
  /// Who goes with the next commits: guests not seen since, who are not here.
  private var pending: (limit: Instant, present: Set<PlayerID>)?

  init(_ database: any TableConnection, _ forms: [DocumentForm]) {
    self.database = database
    // What a player has made, besides being there.
    let own = forms.filter { $0.belongsToPlayer && ![PlayerDocument.number, VisitDocument.number].contains($0.number) }
    let kinds = own.map { String($0.number) }.joined(separator: ", ")
    let traces = forms.flatMap { $0.index?.traces ?? [] }
      .map { " AND NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).player = player.id)" }.joined()
    lapsed = """
      SELECT id FROM player WHERE seen_at < ?1 AND (is_guest OR (NOT EXISTS (
        SELECT 1 FROM document_line AS line WHERE line.kind IN (\(kinds)) AND line.key = player.id)\(traces)))
      ORDER BY id
      """
  }

  /// A server starts: who has lapsed meanwhile.
  ///
  /// - Parameter notingTime: whether time passes by it.
  func atStart(now: Instant, notingTime: Bool) throws(DatabaseError) -> [Int64] {
    let limit = try notingTime ? limit(at: now) : believed(now).limit
    return try database.keys(lapsed, limit.milliseconds)
  }

  /// A day begins while the server runs: guests who can never come back go, a few with each of the next commits. Those
  /// with a token or a name are known to the server, and go at its next start.
  ///
  /// - Parameter present: who is here, since whenever.
  mutating func begin(now: Instant, except present: [PlayerID]) throws(DatabaseError) {
    pending = (try limit(at: now), Set(present))
  }

  /// The next of them.
  mutating func next() throws(DatabaseError) -> [Int64] {
    guard let (limit, present) = pending else { return [] }
    let found = try database.keys(
      "SELECT id FROM player WHERE seen_at < ? AND is_guest AND NOT has_token ORDER BY id LIMIT ?",
      limit.milliseconds, Self.most + present.count)
    let gone = found.filter { !present.contains(PlayerID($0)) }.prefix(Self.most)
    if gone.isEmpty { pending = nil }
    return Array(gone)
  }

  /// The time before which somebody must have been seen last to lapse, as far as the clock is believed.
  private func limit(at now: Instant) throws(DatabaseError) -> Instant {
    let (believed, limit) = try believed(now)
    try database.run(
      """
      INSERT INTO meta (name, value) VALUES ('lapse_clock', ?)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """, believed.milliseconds)
    return limit
  }

  private func believed(_ now: Instant) throws(DatabaseError) -> (time: Instant, limit: Instant) {
    // The time as it was last or, before the first time, when anybody was last seen.
    var before = try database.keys("SELECT value FROM meta WHERE name = 'lapse_clock'").first
    if before == nil { before = try database.keys("SELECT seen_at FROM player ORDER BY seen_at DESC LIMIT 1").first }
    let end = before.map { Instant(milliseconds: $0).adding(milliseconds: Self.stride * Self.day) }
    let believed = end.map { min(now, $0) } ?? now
    return (believed, believed.adding(milliseconds: -Self.days * Self.day))
  }
}
