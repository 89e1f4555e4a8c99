internal import CSQLite
internal import Kernel
internal import ParlorCore

/// The folder to be backed up.
struct BackupSource {
  private let folder: String
  private let log: DatabaseFile
  private let tables: DatabaseFile
  /// The name of a SQLite VFS; `nil` for the system's own.
  private let fileSystem: String?

  init(_ folder: String, fileSystem: String?) {
    self.folder = folder
    self.fileSystem = fileSystem
    log = DatabaseFile(folder: folder, name: "log.sqlite")
    tables = DatabaseFile(folder: folder, name: "parlor.sqlite")
  }

  /// Whether its log is a cluster's.
  var belongsToCluster: Bool {
    get throws { try MetaTable(Database(path: tables.path, access: .reading)).cluster() != nil }
  }

  /// Checks that the files exist: SQLite would create a missing one.
  func check() throws(Backup.Failure) {
    let listed = csqlite_has_others(folder, "", "")
    guard listed >= 0 else { throw Backup.Failure(folder, code: listed) }
    guard tables.isBegun else {
      throw Backup.Failure(
        .missing,
        log.exists
          ? "\(tables.path) is missing or empty, and \(log.path) belongs to it: put it back beside its log"
          : "there is no data of Parlor's in \(folder)")
    }
    for file in [log, tables] {
      guard !file.missesWAL else { throw Backup.Failure(.damaged, DatabaseOpener.missingWAL(file)) }
      guard !file.missesDatabase else { throw Backup.Failure(.damaged, DatabaseOpener.missingDatabase(file)) }
    }
  }

  /// Copies the log and then the tables, each as of one moment.
  func copy(to copy: String, _ betweenCopies: () throws -> Void) throws {
    let hasLog = log.exists
    if hasLog { try self.copy(log, to: "\(copy)/log.sqlite") }
    try betweenCopies()
    let wasInUse = tables.usesWAL
    try self.copy(tables, to: "\(copy)/parlor.sqlite")
    guard try hasLog || !wasInUse || belongsToCluster else {
      throw Backup.Failure(
        .damaged,
        "\(tables.path) was copied while a server used it, or lost its log: the last moves are in \(log.path), which is "
          + "missing")
    }
  }

  private func copy(_ file: DatabaseFile, to path: String) throws {
    csqlite_make_private_file(path)
    do throws(DatabaseError) {
      let database = try Database(path: file.path, access: .reading, fileSystem: fileSystem)
      try database.prepare("VACUUM INTO ?").run(path)
    } catch {
      guard !error.isFullDisk else { throw Backup.Failure(.failed, "the disk of the backup is full: nothing was made") }
      throw Backup.Failure(file.path, error)
    }
  }

  /// Unreadable parts of the log, in words.
  func losses() -> [String] {
    // A server may be writing it: real damage is found the second time too.
    let lost = min(log.lostCommits, log.lostCommits)
    return lost > 0 ? ["\(lost) commits of log.sqlite-wal"] : []
  }

  /// The folder's existing files of these names.
  func contents(of names: [String]) throws -> [(name: String, bytes: [UInt8])] {
    try names.compactMap { name in
      let path = "\(folder)/\(name)"
      guard csqlite_exists(path) != 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = csqlite_read_start(path, &bytes, Int32(bytes.count))
      guard count >= 0 else { throw Backup.Failure(path, code: count) }
      return (name, Array(bytes.prefix(Int(count))))
    }
  }
}
