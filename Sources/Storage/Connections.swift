internal import Confinement
internal import Kernel
internal import ParlorCore

/// The connections of a storage.
struct Connections {
  let writer: Confined<Writer>
  let reader: Confined<Reader>?
  let checkpointer: Confined<Database>?
  /// `nil` with a single connection.
  let check: DatabaseCheck?
  /// `nil` in memory.
  let log: SQLiteLog?
  /// The position of the log's last entry.
  let lastPosition: LogPosition

  init(_ opener: DatabaseOpener, _ options: StorageOptions) throws {
    let folder = opener.folder
    // Opening changes all of these.
    let before = folder.map { FilesBefore($0) }
    if let folder, before?.hasLog == true, before?.hasTables == false {
      throw StorageFailure(
        message: "\(folder.tables.path) is missing or empty, and \(folder.log.path) belongs to it: put it back beside "
          + "its log. To begin anew, move the log away")
    }
    if let folder, folder.hadData, before?.hasLog == false, before?.hasTables == false {
      throw StorageFailure(
        message: "the data folder \(folder.path) has lost its data: \(folder.tables.path) and \(folder.log.path) are "
          + "missing or empty. Put them back, or restore a backup into another folder. To begin anew, remove "
          + "\(folder.path)/parlor.lock")
    }
    let writer = try Writer(try opener.tables(), options: options)
    if let connection = try opener.readingConnection() {
      reader = Confined(label: "parlor.storage.reader", try Reader(connection, options.documents))
    } else {
      reader = nil
    }
    if let connection = try opener.readingConnection() {
      check = DatabaseCheck(connection, beyond: options.wholeFileBytes)
    } else {
      check = nil
    }
    if let connection = try opener.checkpointConnection(to: folder?.tables) {
      checkpointer = Confined(label: "parlor.storage.checkpoints", connection)
    } else {
      checkpointer = nil
    }
    let cluster = try writer.meta.cluster()
    if options.following == .sharedLog, cluster != nil {
      if let folder { writer.files = DataFiles([folder.tables]) }
      lastPosition = writer.position
      log = nil
    } else if let folder, let before {
      guard cluster == nil else {
        throw StorageFailure(
          message: "\(folder.path) belongs to a cluster, whose other nodes may have gone on without it: start it with "
            + "--cluster, or take it out for good with --leave-cluster")
      }
      let known = try writer.meta.logID()
      let joined = try JoinedLog(opener, folder, before, known: known, position: writer.position)
      if known == nil {
        try writer.meta.store(logID: joined.id)
        // The log must find it after a power failure as well.
        try writer.database.checkpoint()
      }
      writer.lostCommits = joined.lostCommits
      writer.tailEnd = joined.lastPosition
      // All files exist from here on.
      writer.files = DataFiles([folder.tables])
      lastPosition = joined.lastPosition
      log = joined.log
    } else {
      lastPosition = 0
      log = nil
    }
    folder?.markData()
    self.writer = Confined(label: "parlor.storage.writer", writer)
  }
}

/// A folder's log, once it is known to be the one that the tables follow.
private struct JoinedLog {
  let log: SQLiteLog
  let id: [UInt8]
  let lastPosition: LogPosition
  let lostCommits: Int

  /// - Parameters:
  ///   - known: the log that the tables follow; `nil` if none yet.
  ///   - position: the last entry that the tables have followed.
  init(
    _ opener: DatabaseOpener, _ folder: DataFolder, _ before: FilesBefore, known: [UInt8]?, position: LogPosition
  ) throws {
    if known != nil, before.tablesWereInUse, !before.hasLog {
      throw StorageFailure(
        message: "\(folder.tables.path) was copied while a server used it, or lost its log: the last moves are in "
          + "\(folder.log.path), which is missing. Put it beside the database, or copy both anew once the server has "
          + "stopped")
    }
    let file = try opener.log(in: folder)
    let (own, trimmed, last) = (try file.id(), try file.trimmedPosition(), try file.lastPosition())
    let continues = known == own && trimmed <= position
    let isEmpty = trimmed == last
    guard isEmpty || continues else {
      throw StorageFailure(
        message: "\(folder.log.path) does not continue \(folder.tables.path), which is "
          + (known == own ? "older" : "another server's") + ": put the one back that belongs to it, or move the log "
          + "away to do without what it holds")
    }
    id = known ?? own
    if isEmpty ? trimmed != position || id != own : last < position { try file.reset(to: position, id: id) }
    lastPosition = try file.lastPosition()
    lostCommits = before.lost(isCovered: continues, position: position, last: last)
    file.files = DataFiles([folder.tables, folder.log])
    file.ownFiles = DataFiles([folder.log])
    log = SQLiteLog(file, try opener.checkpointConnection(to: folder.log), path: folder.path)
  }
}

/// The state of a folder's files before they are opened.
private struct FilesBefore {
  let hasTables: Bool
  let hasLog: Bool
  /// Whether the last server was killed.
  let tablesWereInUse: Bool
  private let lostOfTables: Int
  private let lostOfLog: Int

  init(_ folder: DataFolder) {
    hasTables = folder.tables.isBegun
    hasLog = folder.log.exists
    tablesWereInUse = folder.tables.usesWAL
    lostOfTables = folder.tables.lostCommits
    lostOfLog = folder.log.lostCommits
  }

  /// The number of unreadable commits that exist nowhere else: the log may have what the tables have lost, and the
  /// tables what the log has lost.
  func lost(isCovered: Bool, position: LogPosition, last: LogPosition) -> Int {
    (isCovered ? 0 : lostOfTables) + max(0, lostOfLog - Int(clamping: max(0, position - last)))
  }
}
