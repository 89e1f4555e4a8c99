internal import CSQLite
internal import ParlorCore
internal import Synchronization

/// A server's data folder, locked for this process during the lifetime of the value.
final class DataFolder: Sendable {
  let path: String
  /// The locked file in it.
  static let lockName = "parlor.lock"
  /// Whether the folder has held data: databases were opened in it at some time.
  let hadData: Bool
  /// `nil` once it is unlocked.
  private let lock: Mutex<Int32?>

  /// Creates a missing folder, for its owner only, and locks it.
  ///
  /// - Parameter inUse: the sentence for a folder that another process (` (process 7)`, or nothing) has locked; by
  ///   default it says that a server uses it.
  /// - Throws: one sentence, with the number of the process that has locked the folder.
  init(_ path: String, inUse: ((_ process: String) -> String)? = nil) throws(StorageFailure) {
    // A NUL would end the path early in C.
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

  /// Marks that the databases exist: later starts do not create missing ones.
  func markData() {
    lock.withLock { lock in
      if let lock { csqlite_mark_lock(lock) }
    }
  }

  /// Unlocks the folder.
  func unlock() {
    lock.withLock { lock in
      if let lock { csqlite_unlock_file(lock) }
      lock = nil
    }
  }

  /// The log.
  var log: DatabaseFile { DatabaseFile(folder: path, name: "log.sqlite") }

  /// The tables that follow the log.
  var tables: DatabaseFile { DatabaseFile(folder: path, name: "parlor.sqlite") }

  /// Makes the files private: restored copies often have another mode, and they contain the secret of the dailies.
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
