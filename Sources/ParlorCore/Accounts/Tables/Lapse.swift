import GameKit
import Kernel

/// Finds guests, and names that never played, after 30 days without a visit: otherwise an open server would keep every
/// visitor for ever, and names would run out.
///
/// Deletion is final, and a clock may be wrong. So at most two days count from one start or midnight to the next: a
/// server whose clock jumps a month ahead forgets nobody who was here yesterday.
struct Lapse {
  /// Days without a visit.
  private static let days: Int64 = 30
  /// The most days that count at a time.
  private static let stride: Int64 = 2
  /// The most deletions per commit.
  private static let most = 20
  private static let day: Int64 = 86_400_000

  private let database: any TableConnection
  /// Finds guests, and names without a trace, that were last seen before a time.
  private let lapsed: String
  /// Candidates for the next commits: absent guests last seen before the limit.
  private var pending: (limit: Instant, present: Set<PlayerID>)?

  init(_ database: any TableConnection, _ forms: [DocumentForm]) {
    self.database = database
    // Documents of the player other than the account.
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

  /// Who has expired before a start.
  ///
  /// - Parameter notingTime: whether the time is stored.
  func atStart(now: Instant, notingTime: Bool) throws(DatabaseError) -> [Int64] {
    let limit = try notingTime ? limit(at: now) : believed(now).limit
    return try database.keys(lapsed, limit.milliseconds)
  }

  /// A day begins while the server runs: guests who cannot return expire, some with each of the next commits. Those
  /// with a token or a name expire at the next start.
  ///
  /// - Parameter present: connected players, who stay.
  mutating func begin(now: Instant, except present: [PlayerID]) throws(DatabaseError) {
    pending = (try limit(at: now), Set(present))
  }

  /// The next expired players.
  mutating func next() throws(DatabaseError) -> [Int64] {
    guard let (limit, present) = pending else { return [] }
    let found = try database.keys(
      "SELECT id FROM player WHERE seen_at < ? AND is_guest AND NOT has_token ORDER BY id LIMIT ?",
      limit.milliseconds, Self.most + present.count)
    let gone = found.filter { !present.contains(PlayerID($0)) }.prefix(Self.most)
    if gone.isEmpty { pending = nil }
    return Array(gone)
  }

  /// The time before which a player must have been last seen to expire, as far as the clock is trusted.
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
    // The stored time or, before the first, the latest visit.
    var before = try database.keys("SELECT value FROM meta WHERE name = 'lapse_clock'").first
    if before == nil { before = try database.keys("SELECT seen_at FROM player ORDER BY seen_at DESC LIMIT 1").first }
    let end = before.map { Instant(milliseconds: $0).adding(milliseconds: Self.stride * Self.day) }
    let believed = end.map { min(now, $0) } ?? now
    return (believed, believed.adding(milliseconds: -Self.days * Self.day))
  }
}
