internal import CSQLite

/// A database in the data folder, and the files that SQLite puts beside it.
struct DatabaseFile: Sendable {
  private let folder: String
  /// The database.
  let path: String

  init(folder: String, name: String) {
    self.folder = folder
    path = "\(folder)/\(name)"
  }

  /// The write-ahead log of the database while it is in use.
  var walPath: String { path + "-wal" }

  /// Stands there while the database begins to use a write-ahead log: between its header and that log there is a moment
  /// at which a server may be killed.
  private var openingPath: String { path + "-opening" }

  var exists: Bool { csqlite_exists(path) != 0 }

  /// Whether it is there and was begun: a copy that failed leaves a file of no bytes, which SQLite takes for a new one.
  var isBegun: Bool { csqlite_file_bytes(path) > 0 }

  /// Whether there is a write-ahead log of a database that is gone. SQLite would begin a new one and empty the log.
  var missesDatabase: Bool {
    var header = [UInt8](repeating: 0, count: 32)
    let count = csqlite_read_start(walPath, &header, Int32(header.count))
    return count == header.count && !isBegun
  }

  /// Whether the database says that part of it is in its write-ahead log, and there is none.
  var missesWAL: Bool { usesWAL && csqlite_exists(walPath) == 0 && csqlite_exists(openingPath) == 0 }

  /// Whether the database says that it has a write-ahead log (bytes 18 and 19 of the header:
  /// <https://www.sqlite.org/fileformat2.html>).
  ///
  /// A server that stops takes that log into the database and marks it as one without. What is marked as having one was
  /// in use when it was copied, or when its server was killed.
  var usesWAL: Bool {
    var header = [UInt8](repeating: 0, count: 20)
    let count = csqlite_read_start(path, &header, Int32(header.count))
    return count == header.count && (header[18] == 2 || header[19] == 2)
  }

  /// Commits that stand in the write-ahead log behind a damaged page, where SQLite does not find them. To be asked
  /// before the database is opened.
  var lostCommits: Int { Int(clamping: max(0, csqlite_lost_commits(walPath))) }

  /// Runs what makes the database use a write-ahead log.
  func whileWALBegins(_ body: () throws -> Void) rethrows {
    let isNew = !usesWAL
    if isNew {
      csqlite_make_private_file(openingPath)
      csqlite_sync_folder(folder)
    }
    try body()
    if isNew { csqlite_sync_folder(folder) }
    _ = csqlite_remove(openingPath)
  }
}
