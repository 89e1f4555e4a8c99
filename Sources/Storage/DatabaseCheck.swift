internal import CSQLite
internal import Confinement
internal import Kernel
internal import ParlorCore
internal import Synchronization

/// Reads a whole database to detect damage early: a small file before it is used, a larger one in the background, table
/// by table, while the server runs. What a start reads of a large file is checked as it is read.
final class DatabaseCheck: Sendable {
  private let database: Confined<Database>
  private let isStopped = Atomic(false)

  /// The size of the largest file that was checked before it was used.
  private let startBytes: Int64

  init(_ connection: sending Database, beyond startBytes: Int64) {
    database = Confined(label: "parlor.storage.check", connection)
    self.startBytes = startBytes
  }

  // MARK: - Before it is used

  /// Whether a database is small enough to be checked before it is used.
  static func isDoneAtStart(_ database: Database, upTo startBytes: Int64) throws(DatabaseError) -> Bool {
    try (database.integer("PRAGMA page_count") ?? 0) <= startBytes / 4_096
  }

  /// Reads every page of a small file, and compares its indexes with their tables. An inconsistent index is rebuilt,
  /// since it would refuse other clients' writes.
  static func atStart(_ database: Database, upTo startBytes: Int64) throws(DatabaseError) {
    guard try isDoneAtStart(database, upTo: startBytes) else { return }
    if let fault = try fault(of: "quick_check", database) { throw DatabaseError(code: SQLITE_CORRUPT, message: fault) }
    guard try fault(of: "integrity_check", database) != nil else { return }
    try database.execute("REINDEX")
    if let fault = try fault(of: "integrity_check", database) {
      throw DatabaseError(code: SQLITE_CORRUPT, message: fault)
    }
  }

  private static func fault(of check: String, _ database: Database) throws(DatabaseError) -> String? {
    let answer = try database.prepare("PRAGMA \(check)(1)").first { row in row.text() }
    return answer == "ok" ? nil : answer ?? "the check gave no answer"
  }

  // MARK: - In the background

  /// The largest file that is checked in the background, in bytes. Damage to a larger one is found when the damaged
  /// page is read.
  private static let backgroundBytes: Int64 = 1 << 34

  /// Reads what was not read at the start, one table at a time, so that no snapshot is held for long.
  ///
  /// - Parameter completion: called once, unless the check is stopped before or everything was read at the start.
  func run(_ completion: @escaping @Sendable (DamageReport) -> Void) {
    database.later { [self] opened in
      guard let pages = try? opened.integer("PRAGMA page_count"), pages <= Self.backgroundBytes / 4_096,
        (try? Self.isDoneAtStart(opened, upTo: startBytes)) == false
      else { return }
      var report = DamageReport()
      do throws(DatabaseError) {
        check(try CheckedTable.all(in: opened)[...], report, completion)
      } catch {
        report.faults.append(error.message)
        completion(report)
      }
    }
  }

  private func check(
    _ tables: ArraySlice<CheckedTable>, _ found: DamageReport,
    _ completion: @escaping @Sendable (DamageReport) -> Void
  ) {
    guard let table = tables.first else { return completion(found) }
    database.later { [self] opened in
      guard !isStopped.load(ordering: .relaxed) else { return }
      var found = found
      do throws(DatabaseError) {
        let answer = try opened.prepare("PRAGMA quick_check('\(table.name)')").first { row in row.text() }
        if let answer, answer != "ok" { found.faults.append(answer) }
        found.rows += try table.damagedRows(in: opened)
      } catch {
        found.faults.append("\(table.name): \(error.message)")
      }
      check(tables.dropFirst(), found, completion)
    }
  }

  /// Stops after the table that is being read, and waits for that.
  func stop() {
    isStopped.store(true, ordering: .relaxed)
    database.close()
  }
}
