internal import CSQLite
internal import Kernel
internal import ParlorCore

extension Backup {
  /// Reads a backup completely and checks its structure, its indexes, the checksum of every row, and that its contents
  /// are those it was made with.
  ///
  /// - Throws: the fault.
  public init(verifying path: String) throws(Failure) {
    guard csqlite_exists(path) != 0 else { throw Failure(.missing, "there is no file \(path)") }
    do {
      let database = try Self.open(path, .reading)
      let table = try BackupTable(database)
      guard let position = try table.integer("position"), let begunAt = try table.integer("begun_at"),
        let layout = try table.integer("layout"), let known = try table.text("damage"),
        let counts = try table.text("counts"), let contents = try table.contents(),
        try !BackupTable.isDamaged(in: database)
      else { throw Failure(.damaged, "\(path) is damaged: it does not say what it holds") }
      let fault = try database.prepare("PRAGMA integrity_check(1)").first { row in row.text() }
      guard fault == "ok" else { throw Failure(.damaged, "\(path) is damaged: \(fault ?? "the check gave no answer")") }
      guard layout == Schema.version else {
        throw Failure(.failed, "\(path) has \(Schema.difference(from: Int(layout)))")
      }
      try Self.checkContents(of: database, path, madeWith: contents)
      let damage = known.split(separator: "\n").map(String.init)
      try Self.checkRows(of: database, path, besides: damage)
      self.init(
        position: position, begunAt: Instant(milliseconds: begunAt), layout: Int(layout),
        cluster: try database.prepare("SELECT value FROM meta WHERE name = 'cluster'").first { row in row.text() },
        counts: counts, bytes: csqlite_file_bytes(path), damage: damage)
    } catch {
      throw Failure(path, error)
    }
  }

  /// Opens a database that must be a backup.
  static func open(_ path: String, _ access: Database.Access) throws -> Database {
    let database = try Database(path: path, access: access)
    guard try database.integer("PRAGMA application_id") == applicationID else {
      throw Failure(.damaged, "\(path) is no backup of Parlor's")
    }
    return database
  }

  /// - Parameter made: the contents when the backup was made.
  static func checkContents(of database: Database, _ path: String, madeWith made: Contents) throws {
    guard let difference = try Contents(of: database).difference(from: made) else { return }
    throw Failure(.damaged, "\(path) is damaged: \(difference)")
  }

  /// - Parameter known: rows that were damaged in the folder already.
  static func checkRows(of database: Database, _ path: String, besides known: [String]) throws {
    let found = try CheckedTable.damagedRows(in: database).map(\.name).first { !known.contains($0) }
    if let found { throw Failure(.damaged, "\(path) is damaged: \(found) is not what was stored") }
  }
}

extension DamagedRow {
  var name: String { "row \(key) of \(table)" }
}
