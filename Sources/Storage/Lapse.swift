internal import GameKit
internal import Kernel
internal import ParlorCore

/// Forgets guests, and names that were never played under, after 30 days without a visit: otherwise a server that is
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

  private let database: Database
  private let meta: MetaTable
  private let players: PlayerTable
  /// Who goes with the next commits: guests not seen since, who are not here.
  private var pending: (limit: Instant, present: Set<PlayerID>)?

  init(_ database: Database, meta: MetaTable, players: PlayerTable) {
    self.database = database
    self.meta = meta
    self.players = players
  }

  /// A server starts: everybody who has lapsed goes before anything is read.
  func atStart(now: Instant, _ forget: (PlayerID) throws(DatabaseError) -> Void) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      for player in try players.lapsed(before: try limit(at: now)) { try forget(player) }
    }
  }

  /// Who has lapsed, of whom the core says that they go.
  func found(at now: Instant) throws(DatabaseError) -> [PlayerID] {
    try players.lapsed(before: try believed(now).limit)
  }

  /// A day begins while the server runs: guests who can never come back go, a few with each of the next commits. Those
  /// with a token or a name are known to the server, and go at its next start.
  ///
  /// - Parameter present: who is here, since whenever.
  mutating func begin(now: Instant, except present: [PlayerID]) throws(DatabaseError) {
    pending = (try limit(at: now), Set(present))
  }

  /// Lets the next of them go.
  mutating func goOn(_ forget: (PlayerID) throws(DatabaseError) -> Void) throws(DatabaseError) {
    guard let (limit, present) = pending else { return }
    let found = try players.passersBy(before: limit, limit: Self.most + present.count)
    let gone = found.filter { !present.contains($0) }.prefix(Self.most)
    for player in gone { try forget(player) }
    if gone.isEmpty { pending = nil }
  }

  /// The time before which somebody must have been seen last to lapse, as far as the clock is believed.
  private func limit(at now: Instant) throws(DatabaseError) -> Instant {
    let (believed, limit) = try believed(now)
    try meta.store(lapseClock: believed)
    return limit
  }

  private func believed(_ now: Instant) throws(DatabaseError) -> (time: Instant, limit: Instant) {
    var before = try meta.lapseClock()
    if before == nil { before = try players.newestVisit() }
    let believed = before.map { min(now, $0.adding(milliseconds: Self.stride * Self.day)) } ?? now
    return (believed, believed.adding(milliseconds: -Self.days * Self.day))
  }
}
