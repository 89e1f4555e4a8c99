internal import CSQLite
internal import ParlorCore

/// The folder that holds a server's data, locked for this process as long as the value lives.
final class DataFolder: Sendable {
  /// The folder.
  let path: String
  private let lock: Int32

  /// Makes the folder if it is missing (for its owner alone) and locks it.
  ///
  /// - Throws: one sentence; when another server has the folder, its process number.
  init(_ path: String) throws(StorageFailure) {
    // A NUL would end the path early for the C library.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageFailure(message: "\"\(path)\" is not the name of a folder")
    }
    let made = csqlite_make_folder(path)
    guard made == 0 else {
      throw StorageFailure(message: "the data folder \(path) cannot be made: \(Self.sentence(of: made))")
    }
    var holder: Int64 = 0
    lock = csqlite_lock_file("\(path)/parlor.lock", &holder)
    self.path = path
    if lock == CSQLITE_LOCKED {
      let who = holder > 0 ? " (process \(holder))" : ""
      throw StorageFailure(
        message: "another server\(who) uses the data folder \(path); stop it, or give this one another folder")
    }
    guard lock >= 0 else {
      throw StorageFailure(message: "the data folder \(path) cannot be locked: \(Self.sentence(of: lock))")
    }
  }

  deinit { csqlite_unlock_file(lock) }

  /// The database.
  var databasePath: String { "\(path)/parlor.sqlite" }

  /// The write-ahead log of the database while it is in use.
  var logPath: String { databasePath + "-wal" }

  /// Stands there while the database begins to use a log: between its header and the log there is a moment at which a
  /// server may be killed.
  private var openingPath: String { databasePath + "-opening" }

  /// Whether there is a log of a database that is gone. SQLite would begin a new one and empty the log.
  var missesDatabase: Bool {
    var header = [UInt8](repeating: 0, count: 32)
    let count = csqlite_read_start(logPath, &header, Int32(header.count))
    return count == header.count && csqlite_exists(databasePath) == 0
  }

  /// Whether the database says that part of it is in its log, and there is no log.
  ///
  /// A server that stops takes its log into the database and marks it as one without (bytes 18 and 19 of the header:
  /// <https://www.sqlite.org/fileformat2.html>). What is marked as having one was in use when it was copied, or when its
  /// server was killed.
  var missesLog: Bool { usesLog && csqlite_exists(logPath) == 0 && csqlite_exists(openingPath) == 0 }

  private var usesLog: Bool {
    var header = [UInt8](repeating: 0, count: 20)
    let count = csqlite_read_start(databasePath, &header, Int32(header.count))
    return count == header.count && (header[18] == 2 || header[19] == 2)
  }

  /// Runs what makes the database use a log.
  func whileLogBegins(_ body: () throws -> Void) rethrows {
    let isNew = !usesLog
    if isNew {
      csqlite_make_private_file(openingPath)
      csqlite_sync_folder(path)
    }
    try body()
    if isNew { csqlite_sync_folder(path) }
    _ = csqlite_remove(openingPath)
  }

  /// Takes the files away from others: a copy that was put back often has lost its mode, and the secret of the dailies
  /// is in it.
  func makePrivate() {
    for name in ["parlor.sqlite", "parlor.sqlite-wal", "parlor.sqlite-shm", "parlor.sqlite-journal", "parlor.lock"] {
      csqlite_make_file_private("\(path)/\(name)")
    }
  }

  /// The C library's sentence for a negative errno value.
  static func sentence(of code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "error \(code)" }
      csqlite_error_text(code == .min ? 0 : -code, start, UInt64(buffer.count))
      return String(cString: start)
    }
  }
}
