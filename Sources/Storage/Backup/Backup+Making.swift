internal import CSQLite
public import Kernel
public import ParlorCore

extension Backup {
  /// Makes a backup of a folder, whether or not a server uses it. The folder is not changed.
  ///
  /// The log is copied first and then the tables, each as of one moment: an entry leaves the log only once the tables
  /// have it, so the two copies contain everything. A server's start and stop are then run on both copies, which
  /// applies the rest of the log to the tables.
  ///
  /// - Parameters:
  ///   - file: the backup's path, at which nothing may exist. The file gets this name once it is complete and verified.
  ///   - files: names of other files of the folder that belong to the data.
  ///   - documents: all kinds of documents.
  ///   - time: the time and the day.
  public static func make(
    of folder: String, to file: String, with files: [String], documents: [DocumentForm],
    at time: (now: Instant, today: Int)
  ) throws(Failure) -> Backup {
    try make(of: folder, to: file, with: files, documents: documents, at: time, fileSystem: nil, betweenCopies: {})
  }

  /// As above, with a SQLite file system (VFS) and a step between the copies of log and tables, both chosen by a test.
  package static func make(
    of folder: String, to file: String, with files: [String], documents: [DocumentForm],
    at time: (now: Instant, today: Int), fileSystem: String?, betweenCopies: () throws -> Void = {}
  ) throws(Failure) -> Backup {
    let source = BackupSource(folder, fileSystem: fileSystem)
    try source.check()
    let workshop = try Workshop(beside: file)
    defer { workshop.remove() }
    let copy = DatabaseFile(folder: workshop.data, name: "parlor.sqlite")
    do {
      try source.copy(to: workshop.data, betweenCopies)
      var options = StorageOptions(documents: documents, now: time.now, today: time.today)
      // It is verified as a whole at the end.
      options.wholeFileBytes = 0
      options.following = try source.belongsToCluster ? .sharedLog : .ownLog
      let storage = try SQLiteStorage(folder: workshop.data, options: options, fileSystem: fileSystem)
      let unreadable: [DamagedRow]
      do {
        defer { storage.close() }
        unreadable = try storage.settle()
      }
      guard !copy.usesWAL else { throw Failure(.failed, "the copy for \(file) cannot be finished: is the disk full?") }
      let database = try Database(path: copy.path, access: .writing, fileSystem: fileSystem)
      try DatabaseCheck.atStart(database, upTo: .max)
      let damaged = try CheckedTable.damagedRows(in: database) + unreadable
      let meta = try MetaTable(database)
      let backup = Backup(
        position: try meta.position(), begunAt: time.now, layout: Schema.version, cluster: try meta.cluster(),
        counts: try Self.counts(of: database, documents), bytes: 0, damage: damaged.map(\.name) + source.losses())
      try BackupTable.write(backup, files: source.contents(of: files), to: database)
    } catch {
      throw Failure(file, error).naming(folder, insteadOf: workshop.data)
    }
    let made = try Backup(verifying: copy.path)
    try workshop.release(copy.path, as: file)
    _ = csqlite_set_time("\(folder)/\(timeName)", time.now.milliseconds / 1000)
    return Backup(
      position: made.position, begunAt: made.begunAt, layout: made.layout, cluster: made.cluster, counts: made.counts,
      bytes: csqlite_file_bytes(file), damage: made.damage)
  }
}

/// A folder in which a backup is made or unpacked, locked for this process, next to the result.
struct Workshop {
  private let folder: DataFolder
  /// The data folder in it.
  let data: String

  /// - Parameter file: the result's path; its folder must exist, and nothing may exist at the path.
  init(beside file: String) throws(Backup.Failure) {
    let parent = Self.parent(of: file)
    guard csqlite_is_folder(parent) != 0 else {
      throw Backup.Failure(.missing, "there is no folder \(parent) for the backup")
    }
    guard csqlite_exists(file) == 0 else {
      throw Backup.Failure(.occupied, "\(file) is there already: a backup overwrites nothing")
    }
    try self.init(at: file + ".part")
  }

  /// Whether a folder has the content of a workshop and nothing else.
  static func isLike(_ path: String) -> Bool {
    csqlite_exists("\(path)/\(DataFolder.lockName)") != 0 && csqlite_has_others(path, DataFolder.lockName, "data") == 0
  }

  init(at path: String) throws(Backup.Failure) {
    do throws(StorageFailure) {
      folder = try DataFolder(path) { "another backup\($0) is making \(path.dropLast(5)) now: wait for it" }
    } catch {
      throw Backup.Failure(.failed, error.message)
    }
    data = path + "/data"
    // The remains of a killed process.
    let code = csqlite_remove_tree(data)
    guard code == 0 else { throw Backup.Failure(data, code: code) }
    let made = csqlite_make_folder(data)
    guard made == 0 else { throw Backup.Failure(data, code: made) }
  }

  /// Moves a file to its final name, once it is durable.
  func release(_ made: String, as file: String) throws(Backup.Failure) {
    csqlite_make_file_private(made)
    var code = csqlite_sync_file(made)
    if code == 0 { code = csqlite_rename_to_new(made, file) }
    guard code == 0 else { throw Backup.Failure(file, code: code) }
    csqlite_sync_folder(Self.parent(of: file))
  }

  func remove() {
    _ = csqlite_remove_tree(folder.path)
    folder.unlock()
  }

  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension Backup.Failure {
  /// The failure with the name of the folder that the operator knows.
  func naming(_ folder: String, insteadOf copy: String) -> Self {
    Self(reason, message.replacing(copy, with: folder))
  }
}

extension SQLiteStorage {
  /// Applies the rest of the log to the tables, overwrites the remains of forgotten players, and reads what a starting
  /// server reads.
  ///
  /// - Returns: unreadable rows of the log.
  func settle() throws(StorageFailure) -> [DamagedRow] {
    try now { [path, follower, options] writer throws(StorageFailure) in
      follower.follow(writer)
      guard follower.isDone(writer) else {
        throw follower.feed.failure ?? StorageFailure(message: "the tables in \(path) are behind their log")
      }
      do throws(DatabaseError) {
        try writer.scrub { _ throws(DatabaseError) in }
        _ = try writer.loadUnchanged(now: options.now, today: options.today)
      } catch {
        throw StorageFailure(storing: path, error)
      }
      return writer.damagedFacts
    }
  }
}
