import GameKit
import Kernel

/// Lets go of claimed results that were shared before a time, where the operator wants no more of them kept, and of
/// what boards of claimed results have counted for days, weeks and months before the last one: nobody can ask for
/// those. What is counted for all time stays.
///
/// A few go with each commit, so that none waits for long.
struct ClaimRetention {
  /// How many shares are looked at, and how many rows of boards go, with one commit.
  private static let stride = 50

  private let select: Statement
  private let remove: Statement
  private let nextGame: Statement
  private let dropStandings: Statement
  /// Claims that were shared before it go, after a number.
  private var pendingClaims: (before: Instant, after: Int64)?
  /// Boards of games after one.
  private var pendingBoards: (today: Int, after: String)?

  init(_ database: any TableConnection) throws(DatabaseError) {
    // Numbers rise with time, so that the first share that is young enough ends the search.
    select = try database.prepare(
      "SELECT id, shared_at, claim IS NOT NULL FROM share WHERE id > ? ORDER BY id LIMIT \(Self.stride)")
    // Reactions go with what was shared.
    remove = try database.prepare("DELETE FROM share WHERE id = ?")
    nextGame = try database.prepare("SELECT game FROM claim_standing INDEXED BY claim_board WHERE game > ? LIMIT 1")
    dropStandings = try database.prepare(
      """
      DELETE FROM claim_standing WHERE (player, game, period, start) IN (
        SELECT player, game, period, start FROM claim_standing INDEXED BY claim_board
        WHERE game = ? AND period = ? AND start < ? LIMIT \(Self.stride)) RETURNING 1
      """)
  }

  /// A day begins: boards of before the last day, week and month go, and claims that were shared before a time.
  mutating func begin(today: Int, keepingFrom time: Instant?) {
    pendingBoards = (today, "")
    if let time { pendingClaims = (time, .min) }
  }

  /// Lets the next of them go.
  mutating func goOn() throws(DatabaseError) {
    try goOnWithClaims()
    try goOnWithBoards()
  }

  private mutating func goOnWithClaims() throws(DatabaseError) {
    guard let (time, after) = pendingClaims else { return }
    let found = try select.all(after) { row in (id: row.integer(), sharedAt: row.integer(), isClaim: row.bool()) }
    let old = found.prefix { $0.sharedAt < time.milliseconds }
    for share in old where share.isClaim { try remove.run(share.id) }
    pendingClaims = old.count < Self.stride ? nil : old.last.map { (time, $0.id) }
  }

  private mutating func goOnWithBoards() throws(DatabaseError) {
    guard let (today, after) = pendingBoards else { return }
    guard let game = try nextGame.first(after, read: { row in row.text() }) else { return pendingBoards = nil }
    for period in [BoardPeriod.day, .week, .month] {
      // A clock may be set back over a midnight, so that the period before stays.
      let first = period.start(of: period.start(of: today) &- 1)
      let gone = try dropStandings.all(game, period.rawValue, first) { row in row.integer() }
      guard gone.count < Self.stride else { return }
    }
    pendingBoards = (today, game)
  }
}
