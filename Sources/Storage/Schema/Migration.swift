internal import CSQLite
internal import ParlorCore

extension Schema {
  /// Brings a database to this layout, one transaction in all, after a copy of the file as it was.
  ///
  /// - Parameter copyPath: where the copy goes, given the version it comes before; `nil` where there is no file.
  /// - Throws: a failure that says what is wrong with the file; nothing in it is changed then.
  func apply(to database: Database, copyPath: ((Int) -> String)?) throws(StorageFailure) {
    do {
      let stored = try Self.version(of: database)
      guard stored <= version else {
        throw StorageFailure(
          message: "the data was written by a newer Parlor (layout \(stored), this one knows \(version)); "
            + "start that one, or choose another folder")
      }
      guard stored < version else { return }
      if stored > 0, let copyPath { try Self.copy(database, to: copyPath(version)) }
      try database.transaction { () throws(SQLiteError) in
        for step in steps[stored...] {
          try database.execute(step.sql)
          try step.body(database)
        }
        try database.execute("PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(version)")
      }
    } catch let error as SQLiteError {
      throw StorageFailure(message: "the data's layout cannot be read or brought up to date: \(error.message)")
    } catch let failure as StorageFailure {
      throw failure
    } catch {
      throw StorageFailure(message: "the data's layout cannot be read: \(error)")
    }
  }

  /// The version of a database; 0 for an empty one.
  private static func version(of database: Database) throws -> Int {
    let stored = try database.integer("PRAGMA user_version") ?? 0
    let tables = try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    if tables == 0 { return 0 }
    let mark = try database.integer("PRAGMA application_id")
    guard mark != Backup.applicationID else {
      throw StorageFailure(message: "the file is a backup: make a folder of it with parlor-server restore")
    }
    guard mark == applicationID, stored > 0, stored < 1_000_000 else {
      throw StorageFailure(message: "the file holds another program's data; choose another folder")
    }
    return Int(stored)
  }

  /// A whole copy under its own name only once it is complete, since a server may be killed meanwhile.
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
