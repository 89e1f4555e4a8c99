internal import CSQLite
public import Kernel
public import ParlorCore
internal import WireProtocol

extension Backup {
  /// Makes a data folder from a backup, for a standalone server.
  ///
  /// It gets a new epoch: events after the backup are lost, so their numbers will be used again, and clients that
  /// resume with earlier numbers get the present state instead. The secret of the dailies stays. The folder belongs to
  /// no cluster.
  ///
  /// - Parameters:
  ///   - folder: created if it is missing; it must be empty.
  ///   - documents: all kinds of documents.
  ///   - randomBytes: returns as many unpredictable bytes as requested.
  public static func restore(
    _ file: String, to folder: String, at time: (now: Instant, today: Int), with files: [String],
    documents: [DocumentForm], makingWith randomBytes: (_ count: Int) -> [UInt8]
  ) throws(Failure) -> Backup {
    let backup = try Backup(verifying: file)
    let others = csqlite_has_others(folder, lockName, workshopName)
    guard others >= 0 else { throw Failure(folder, code: others) }
    guard others == 0 else {
      throw Failure(.occupied, "\(folder) is not empty: a backup is restored into a folder of its own")
    }
    do throws(StorageFailure) {
      let target = try DataFolder(folder)
      defer { target.unlock() }
      do {
        let workshop = try Workshop(at: "\(folder)/\(workshopName)")
        defer { workshop.remove() }
        let copy = DatabaseFile(folder: workshop.data, name: "parlor.sqlite")
        let extras = try unpack(file, to: copy.path, backup, documents, with: files, makingWith: randomBytes)
        try start(workshop.data, documents, at: time)
        guard !copy.usesWAL else { throw Failure(.failed, "\(folder) cannot be finished: is the disk full?") }
        for extra in extras {
          let path = "\(folder)/\(extra.name)"
          let code = csqlite_write_private_file(path, extra.bytes, UInt64(extra.bytes.count))
          guard code == 0 else { throw Failure(path, code: code) }
        }
        try workshop.release(copy.path, as: target.tables.path)
        // Until the next backup this is the folder's latest.
        _ = csqlite_set_time("\(folder)/\(timeName)", backup.begunAt.milliseconds / 1000)
      } catch {
        for name in files { _ = csqlite_remove("\(folder)/\(name)") }
        throw StorageFailure(message: Failure(folder, error).message)
      }
    } catch {
      throw Failure(.failed, error.message)
    }
    return backup
  }

  private static let lockName = "parlor.lock"
  private static let workshopName = "restoring"

  /// - Returns: the other files of the folder.
  private static func unpack(
    _ file: String, to path: String, _ backup: Backup, _ documents: [DocumentForm], with names: [String],
    makingWith randomBytes: (_ count: Int) -> [UInt8]
  ) throws -> [(name: String, bytes: [UInt8])] {
    let source = try open(file, .reading)
    let table = try BackupTable(source)
    let extras = try names.compactMap { name in try table.file(name).map { (name, $0) } }
    try Schema.copy(source, to: path)
    let copy = try Database(path: path, access: .writing)
    // The file may have changed since it was verified.
    guard let contents = try table.contents() else { throw Failure(.damaged, "\(file) is damaged") }
    try checkContents(of: copy, file, madeWith: contents)
    try copy.transaction { () throws(DatabaseError) in
      try copy.execute("DROP TABLE backup; PRAGMA application_id = \(Schema.applicationID)")
    }
    try Schema.prepare(copy, documents)
    try CheckedTable.keep(in: copy)
    try checkRows(of: copy, file, besides: backup.damage)
    let meta = try MetaTable(copy)
    let identity = try meta.identity(makingWith: randomBytes)
    try copy.transaction { () throws(DatabaseError) in
      try meta.store(StoredIdentity(epoch: Hex.text(of: randomBytes(3)), seasonSecret: identity.seasonSecret))
      try meta.leaveCluster()
    }
    return extras
  }

  /// Runs a start and a stop on a folder.
  private static func start(
    _ folder: String, _ documents: [DocumentForm], at time: (now: Instant, today: Int)
  ) throws {
    let options = StorageOptions(documents: documents, now: time.now, today: time.today)
    let storage = try SQLiteStorage(folder: folder, options: options)
    defer { storage.close() }
    _ = try storage.settle()
  }
}
