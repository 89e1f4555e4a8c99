internal import CSQLite

/// A database in the data folder, and SQLite's files next to it.
struct DatabaseFile: Sendable {
  private let folder: String
  let path: String

  init(folder: String, name: String) {
    self.folder = folder
    path = "\(folder)/\(name)"
  }

  /// The database's write-ahead log, which exists while it is in use.
  var walPath: String { path + "-wal" }

  /// A marker that exists while the database's write-ahead log is being created: a server may be killed between the
  /// writing of the header and the creation of that log.
  private var openingPath: String { path + "-opening" }

  var exists: Bool { csqlite_exists(path) != 0 }

  /// Whether it exists and has content: a failed copy leaves an empty file, which SQLite treats as a new one.
  var isBegun: Bool { csqlite_file_bytes(path) > 0 }

  /// Whether the database of an existing write-ahead log is missing. SQLite would create a new one and clear the log.
  var missesDatabase: Bool {
    var header = [UInt8](repeating: 0, count: 32)
    let count = csqlite_read_start(walPath, &header, Int32(header.count))
    return count == header.count && !isBegun
  }

  /// Whether the header states that a write-ahead log is in use, and that log is missing.
  var missesWAL: Bool { usesWAL && csqlite_exists(walPath) == 0 && csqlite_exists(openingPath) == 0 }

  /// Whether the header states that a write-ahead log is in use (bytes 18 and 19:
  /// <https://www.sqlite.org/fileformat2.html>).
  ///
  /// A stopping server moves that log into the database and resets the bytes. A set mark means that the file was copied
  /// while in use, or that its server was killed.
  var usesWAL: Bool {
    var header = [UInt8](repeating: 0, count: 20)
    let count = csqlite_read_start(path, &header, Int32(header.count))
    return count == header.count && (header[18] == 2 || header[19] == 2)
  }

  /// Commits in the write-ahead log behind a damaged page, which SQLite ignores. To be read before the database is
  /// opened.
  var lostCommits: Int { Int(clamping: max(0, csqlite_lost_commits(walPath))) }

  /// Runs the switch of the database to a write-ahead log.
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
