internal import CSQLite
public import Kernel
public import ParlorCore

extension Backup {
  /// Makes a backup of a folder, whether a server uses it or not. The folder stays as it is.
  ///
  /// The log is read first and the tables after it, each as of one moment: an entry leaves the log only once the tables
  /// hold it, so that the two have everything between them. A copy of both is then started on and stopped, as a server
  /// would, which takes the rest of the log into the tables.
  ///
  /// - Parameters:
  ///   - file: its name; nothing may have it yet. It has that name only once it is whole and verified.
  ///   - files: names of other files of the folder that belong to the data.
  ///   - documents: all kinds of documents.
  ///   - time: what the clock says, and what day it is.
  public static func make(
    of folder: String, to file: String, with files: [String], documents: [DocumentForm],
    at time: (now: Instant, today: Int)
  ) throws(Failure) -> Backup {
    try make(of: folder, to: file, with: files, documents: documents, at: time, fileSystem: nil, betweenCopies: {})
  }

  /// As above, with a SQLite file system (VFS) chosen by a test, and something that happens in the folder once its log
  /// is copied and its tables are not.
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
      // It is read whole at the end.
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

/// A folder in which a backup is made or taken apart, locked for this process, beside where it will be.
struct Workshop {
  private let folder: DataFolder
  /// The data folder in it.
  let data: String

  /// - Parameter file: its folder has to be there, and nothing may have its name.
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

  /// Whether a folder has what one of these has, and nothing else.
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
    // What somebody left who was killed.
    let code = csqlite_remove_tree(data)
    guard code == 0 else { throw Backup.Failure(data, code: code) }
    let made = csqlite_make_folder(data)
    guard made == 0 else { throw Backup.Failure(data, code: made) }
  }

  /// Gives what was made its name, once it is on the disk.
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
  /// Says it of the folder that the operator knows.
  func naming(_ folder: String, insteadOf copy: String) -> Self {
    Self(reason, message.replacing(copy, with: folder))
  }
}

extension SQLiteStorage {
  /// Takes all that the log holds into the tables, overwrites what is left of forgotten players, and reads what a
  /// server reads that starts.
  ///
  /// - Returns: what of the log could not be read.
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
