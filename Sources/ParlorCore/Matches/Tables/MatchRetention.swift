import Kernel

/// Lets go of matches that began before a time, with their moves and results, where the
/// operator wants no more of them kept. What is counted stays: statistics, boards, streaks, ratings.
///
/// A few go with each commit, so that none waits for long. Their pages are used again; the file shrinks when it is
/// written anew, after somebody was forgotten or by a backup.
struct MatchRetention {
  /// How many are looked at with one commit.
  private static let stride = 50

  private let select: Statement
  private let remove: Statement
  /// Matches that began before it go, after a number.
  private var pending: (before: Instant, after: Int64)?

  init(_ database: any TableConnection) throws(DatabaseError) {
    // Numbers rise with time, so that the first match that is young enough ends the search.
    select = try database.prepare(
      "SELECT id, started_at, is_open FROM match WHERE id > ? ORDER BY id LIMIT \(Self.stride)")
    // Results and the document go with their match.
    remove = try database.prepare("DELETE FROM match WHERE id = ?")
  }

  /// From now on matches that began before a time go.
  mutating func begin(before time: Instant) { pending = (time, .min) }

  /// Lets the next of them go.
  mutating func goOn() throws(DatabaseError) {
    guard let (time, after) = pending else { return }
    let found = try select.all(after) { row in (id: row.integer(), startedAt: row.integer(), isOpen: row.bool()) }
    let old = found.prefix { $0.startedAt < time.milliseconds }
    for match in old where !match.isOpen { try remove.run(match.id) }
    pending = old.count < Self.stride ? nil : old.last.map { (time, $0.id) }
  }
}
