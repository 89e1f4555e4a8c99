internal import CSQLite
internal import ParlorCore
internal import Synchronization

/// The folder that holds a server's data, locked for this process as long as the value lives.
final class DataFolder: Sendable {
  /// The folder.
  let path: String
  /// The file in it that is locked.
  static let lockName = "parlor.lock"
  /// Whether the folder had data when it was locked: databases were opened in it since it was made.
  let hadData: Bool
  /// `nil` once it is given back.
  private let lock: Mutex<Int32?>

  /// Makes the folder if it is missing (for its owner alone) and locks it.
  ///
  /// - Parameter inUse: says that another process (` (process 7)`, or nothing) has the folder; a server, unless it is
  ///   told otherwise.
  /// - Throws: one sentence; when another process has the folder, its number.
  init(_ path: String, inUse: ((_ process: String) -> String)? = nil) throws(StorageFailure) {
    // A NUL would end the path early for the C library.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StorageFailure(message: "\"\(path)\" is not the name of a folder")
    }
    let made = csqlite_make_folder(path)
    guard made == 0 else {
      throw StorageFailure(message: "the data folder \(path) cannot be made: \(Self.sentence(of: made))")
    }
    var holder: Int64 = 0
    var hadData: Int32 = 0
    let lock = csqlite_lock_file("\(path)/\(Self.lockName)", &holder, &hadData)
    self.hadData = hadData != 0
    self.lock = Mutex(lock < 0 ? nil : lock)
    self.path = path
    if lock == CSQLITE_LOCKED {
      let who = holder > 0 ? " (process \(holder))" : ""
      throw StorageFailure(
        message: inUse?(who)
          ?? "another server\(who) uses the data folder \(path); stop it, or give this one another folder")
    }
    guard lock >= 0 else {
      throw StorageFailure(message: "the data folder \(path) cannot be locked: \(Self.sentence(of: lock))")
    }
  }

  deinit { unlock() }

  /// Its databases are there: a start that does not find them any more does not make new ones.
  func markData() {
    lock.withLock { lock in
      if let lock { csqlite_mark_lock(lock) }
    }
  }

  /// Lets others have the folder.
  func unlock() {
    lock.withLock { lock in
      if let lock { csqlite_unlock_file(lock) }
      lock = nil
    }
  }

  /// The log of what has happened.
  var log: DatabaseFile { DatabaseFile(folder: path, name: "log.sqlite") }

  /// The tables that follow the log.
  var tables: DatabaseFile { DatabaseFile(folder: path, name: "parlor.sqlite") }

  /// Takes the files away from others: a copy that was put back often has lost its mode, and the secret of the dailies
  /// is in it.
  func makePrivate() {
    for file in [tables, log] {
      for ending in ["", "-wal", "-shm", "-journal"] { csqlite_make_file_private(file.path + ending) }
    }
    csqlite_make_file_private("\(path)/\(Self.lockName)")
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
