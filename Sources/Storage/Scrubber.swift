internal import CSQLite
internal import Confinement
internal import Kernel
internal import ParlorCore

/// Overwrites the remains of forgotten players in the files, some time after they were forgotten.
struct Scrubber: Sendable {
  let writer: Confined<Writer>
  /// `nil` in a cluster, whose log is not this folder's.
  let log: SQLiteLog?
  /// The tables' database.
  let path: String
  let seconds: Int

  /// How long commits or queries may wait for a reader of the files, in milliseconds; then it is tried again later.
  static let patienceMilliseconds: Int32 = 50

  /// Schedules it, on the writer's queue. Once is enough for any number of players.
  func plan(_ writer: Writer, after seconds: Int? = nil) {
    guard !writer.isScrubPlanned else { return }
    writer.isScrubPlanned = true
    self.writer.later(afterMilliseconds: 1000 * (seconds ?? self.seconds)) { scrub($0) }
  }

  /// Runs it, on the writer's queue.
  func scrub(_ writer: Writer) {
    writer.isScrubPlanned = false
    do throws(DatabaseError) {
      try writer.scrub { position throws(DatabaseError) in
        try log?.scrub(to: position)
      }
    } catch {
      // The disk may be full, or somebody reads the file.
      plan(writer, after: 60)
    }
  }
}
