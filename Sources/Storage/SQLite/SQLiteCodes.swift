internal import CSQLite
internal import Kernel

extension DatabaseError {
  /// The error of a code without a connection.
  init(code: Int32) {
    self.init(code: code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error")
  }

  /// The extended code without its details.
  var primaryCode: Int32 { code & 0xff }

  /// Whether the value contradicts stored data, so that other values may still be stored.
  var isConflict: Bool { primaryCode == Self.conflictCode }

  /// Whether there was no room: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_WRITE, which a full disk for a
  /// write-ahead log's index and a limit on file sizes cause.
  var isFullDisk: Bool { primaryCode == SQLITE_FULL || code == 4874 || code == 778 }

  /// Whether the file has content that no undamaged database of ours has.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB || primaryCode == SQLITE_MISMATCH }
}
