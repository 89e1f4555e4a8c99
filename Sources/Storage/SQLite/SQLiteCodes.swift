internal import CSQLite
internal import Kernel

extension DatabaseError {
  /// The error of a code alone, where no connection can tell more.
  init(code: Int32) {
    self.init(code: code, message: sqlite3_errstr(code).map { String(cString: $0) } ?? "unknown error")
  }

  /// The class of the error: the extended code without its details.
  var primaryCode: Int32 { code & 0xff }

  /// Whether what was to be stored does not go with what is stored, so that something else might still be stored.
  var isConflict: Bool { primaryCode == Self.conflictCode }

  /// Whether there was no room: SQLITE_FULL, and SQLITE_IOERR_SHMSIZE and SQLITE_IOERR_WRITE, as which the index of a
  /// log and a limit of the file's owner's show.
  var isFullDisk: Bool { primaryCode == SQLITE_FULL || code == 4874 || code == 778 }

  /// Whether the file holds something that no undamaged database of ours holds.
  var isDamage: Bool { primaryCode == SQLITE_CORRUPT || primaryCode == SQLITE_NOTADB || primaryCode == SQLITE_MISMATCH }
}
