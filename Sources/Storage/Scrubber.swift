internal import CSQLite
internal import Confinement
internal import Kernel
internal import ParlorCore

/// Overwrites what is left of forgotten players in the files, some time after they were forgotten.
struct Scrubber: Sendable {
  let writer: Confined<Writer>
  /// `nil` in a cluster, whose log is not this folder's.
  let log: SQLiteLog?
  /// The tables' database.
  let path: String
  let seconds: Int

  /// For how long commits or queries may wait for somebody who reads the files; then it is tried again later.
  static let patienceMilliseconds: Int32 = 50

  /// Plans it, on the writer's queue. Once is enough, however many are forgotten: it covers all of them.
  func plan(_ writer: Writer, after seconds: Int? = nil) {
    guard !writer.isScrubPlanned else { return }
    writer.isScrubPlanned = true
    self.writer.later(afterMilliseconds: 1000 * (seconds ?? self.seconds)) { scrub($0) }
  }

  /// Does it, on the writer's queue.
  func scrub(_ writer: Writer) {
    writer.isScrubPlanned = false
    do throws(DatabaseError) {
      try writer.scrub { position throws(DatabaseError) in
        try log?.scrub(to: position)
      }
    } catch {
      // The disk may be full, or somebody reads the file meanwhile.
      plan(writer, after: 60)
    }
  }
}
