internal import Kernel
internal import ParlorCore

/// The table `backup` of a backup: single values by name, with checksums.
///
/// - `position`, `begun_at`, `layout`, `counts`, `damage`: see ``Backup``.
/// - `contents`: ``Backup/Contents`` of all tables.
/// - `file NAME`: the bytes of another file of the folder.
struct BackupTable {
  private let read: Statement

  private static let layout = """
    CREATE TABLE backup (name TEXT PRIMARY KEY, value ANY NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """
  private static let filePrefix = "file "

  init(_ database: Database) throws(DatabaseError) {
    read = try database.prepare("SELECT value FROM backup WHERE name = ? AND checksum = fingerprint(name, value)")
  }

  /// Turns a database into a backup.
  static func write(
    _ backup: Backup, files: [(name: String, bytes: [UInt8])], to database: Database
  ) throws(DatabaseError) {
    let contents = try Backup.Contents(of: database)
    try database.transaction { () throws(DatabaseError) in
      try database.execute(layout)
      let insert = try database.prepare(
        "INSERT INTO backup (name, value, checksum) VALUES (?1, ?2, fingerprint(?1, ?2))")
      try insert.run("position", backup.position)
      try insert.run("begun_at", backup.begunAt.milliseconds)
      try insert.run("layout", Int64(backup.layout))
      try insert.run("counts", backup.counts)
      try insert.run("damage", backup.damage.joined(separator: "\n"))
      try insert.run("contents", contents.text)
      for file in files { try insert.run(filePrefix + file.name, file.bytes) }
      try database.execute("PRAGMA application_id = \(Backup.applicationID)")
    }
  }

  func integer(_ name: String) throws(DatabaseError) -> Int64? { try read.first(name) { row in row.integer() } }

  func text(_ name: String) throws(DatabaseError) -> String? { try read.first(name) { row in row.text() } }

  func contents() throws(DatabaseError) -> Backup.Contents? { try text("contents").flatMap { Backup.Contents($0) } }

  func file(_ name: String) throws(DatabaseError) -> [UInt8]? {
    try read.first(Self.filePrefix + name) { row in row.bytes() }
  }

  /// Whether a row differs from what was written.
  static func isDamaged(in database: Database) throws(DatabaseError) -> Bool {
    try database.integer("SELECT count(*) FROM backup WHERE checksum <> fingerprint(name, value)") != 0
  }
}

extension Backup {
  /// The counts for the operator: `2 players, 12 matches, 12 results, 3 rooms, 1 shares`.
  static func counts(of database: Database, _ forms: [DocumentForm]) throws(DatabaseError) -> String {
    var counts: [String] = []
    for form in forms {
      for (noun, table) in form.index?.counted ?? [] {
        counts.append("\(try database.integer("SELECT count(*) FROM \(table)") ?? 0) \(noun)")
      }
      guard form.window != nil else { continue }
      let sql = "SELECT count(DISTINCT key) FROM document_line WHERE kind = \(form.number)"
      counts.append("\(try database.integer(sql) ?? 0) \(form.name)s")
    }
    return counts.joined(separator: ", ")
  }
}
