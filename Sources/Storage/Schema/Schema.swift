internal import CSQLite
internal import Kernel
internal import ParlorCore

/// The layout of the tables.
///
/// A database states its version in `user_version`, and any other version is refused. The last column of each table is
/// the row's checksum (``CheckedTable``). Tables that are only searched by key have no second one (`WITHOUT ROWID`).
package enum Schema {
  /// Raised with every change of a stored form, of the tables or of the log.
  package static let version = 34

  /// Marks a file as Parlor's (`PRAGMA application_id`): the letters "PRLR".
  static let applicationID: Int64 = 0x5052_4c52

  private static let tables = [metaTable, documentTables]

  /// Creates the tables in an empty database; otherwise checks that they have this layout.
  ///
  /// - Parameter forms: the kinds of documents, whose index tables are created after storage's own.
  /// - Throws: a failure that describes the file, which stays unchanged.
  static func prepare(_ database: Database, _ forms: [DocumentForm]) throws(StorageFailure) {
    do {
      guard try database.integer("SELECT count(*) FROM sqlite_schema") == 0 else { return try check(database) }
      try database.transaction { () throws(DatabaseError) in
        for sql in tables + forms.compactMap({ $0.index?.layout }) { try database.execute(sql) }
        try database.execute("PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)")
      }
    } catch let error as DatabaseError {
      throw StorageFailure(message: "the data's layout cannot be read or made: \(error.message)")
    } catch let failure as StorageFailure {
      throw failure
    } catch {
      throw StorageFailure(message: "the data's layout cannot be read: \(error)")
    }
  }

  private static func check(_ database: Database) throws {
    let mark = try database.integer("PRAGMA application_id")
    guard mark != Backup.applicationID else {
      throw StorageFailure(message: "the file is a backup: make a folder of it with parlor-server restore")
    }
    guard mark == applicationID else {
      throw StorageFailure(message: "the file holds another program's data; choose another folder")
    }
    let stored = Int(clamping: try database.integer("PRAGMA user_version") ?? 0)
    guard stored == version else { throw StorageFailure(message: "the data has \(difference(from: stored))") }
  }

  /// The predicate of sentences about data with another layout.
  static func difference(from stored: Int) -> String {
    "layout \(stored), and this Parlor reads layout \(version) alone: use the one that wrote it, or begin with an empty folder"
  }

  /// Copies a database; the copy gets its name once it is complete, since a server may be killed meanwhile.
  static func copy(_ database: Database, to path: String) throws {
    let unfinished = path + ".part"
    guard csqlite_remove(unfinished) == 0 else {
      throw StorageFailure(message: "an old copy is in the way: remove \(unfinished)")
    }
    csqlite_make_private_file(unfinished)
    try database.prepare("VACUUM INTO ?").run(unfinished)
    let code = csqlite_rename(unfinished, path)
    guard code == 0 else {
      throw StorageFailure(message: "the copy \(path) cannot be made: \(DataFolder.sentence(of: code))")
    }
  }
}
