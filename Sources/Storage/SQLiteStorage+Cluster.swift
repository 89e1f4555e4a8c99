internal import Confinement
public import Kernel
public import ParlorCore

/// In a cluster the tables follow a shared log, and may be copied from one node to another.
extension SQLiteStorage {
  /// The version of the tables' layout.
  public static var layout: Int { Schema.version }

  /// The cluster whose log the tables follow; `nil` for the folder's own log.
  public func cluster() throws(StorageFailure) -> String? {
    try read { meta throws(DatabaseError) in try meta.cluster() }
  }

  /// The cluster that the folder has left: later data is its own.
  public func leftCluster() throws(StorageFailure) -> String? {
    try read { meta throws(DatabaseError) in try meta.leftCluster() }
  }

  private func read(
    _ body: @Sendable @escaping (MetaTable) throws(DatabaseError) -> String?
  ) throws(StorageFailure) -> String? {
    try now { [path] writer throws(StorageFailure) in
      do throws(DatabaseError) { return try body(writer.meta) } catch { throw StorageFailure(opening: path, error) }
    }
  }

  /// Whether nothing was ever stored here.
  public var isEmpty: Bool { writer.now { writer in writer.position == 0 && (try? writer.isEmpty()) == true } ?? false }

  /// Makes the folder a copy of a cluster's data: the present data is the state at the beginning of the cluster's log,
  /// and its own log ends. To be reopened after that.
  ///
  /// - Parameter identity: the cluster's, if another node has founded it.
  public func enter(_ cluster: String, as identity: StoredIdentity? = nil) throws(StorageFailure) {
    try change { writer throws(DatabaseError) in
      if let identity { try writer.meta.store(identity) }
      try writer.meta.enter(cluster, at: 0)
    }
  }

  /// Makes the folder a standalone server's again, with all its data.
  public func leaveCluster() throws(StorageFailure) {
    try change { writer throws(DatabaseError) in try writer.meta.leaveCluster() }
  }

  private func change(
    _ body: @Sendable @escaping (Writer) throws(DatabaseError) -> Void
  ) throws(StorageFailure) {
    try now { [path, follower] writer throws(StorageFailure) in
      follower.follow(writer)
      guard follower.isDone(writer) else {
        throw follower.feed.failure ?? StorageFailure(message: "the tables in \(path) are behind their log")
      }
      do throws(DatabaseError) {
        try writer.database.transaction { () throws(DatabaseError) in try body(writer) }
        try writer.database.checkpoint()
      } catch {
        throw StorageFailure(storing: path, error)
      }
    }
  }

  /// The position up to which the tables have followed the log.
  public var position: LogPosition { writer.now { $0.position } ?? 0 }

  /// Commits go to this log from now on; ``take(_:losing:at:)`` adds what other nodes append to it.
  public func use(_ log: any Log) { committer.use(log) }

  /// Adds what other nodes have appended.
  ///
  /// - Parameter lost: unreadable lines.
  public func take(_ lines: [DocumentLine], losing lost: [LostLine] = [], at position: LogPosition) {
    follower.add(lines, losing: lost, at: position)
    // With a full backlog the caller waits for the tables. If they fail they are retried from time to time, with the
    // whole backlog.
    if follower.feed.isBehind, failure == nil { _ = writer.now { [follower] writer in follower.follow(writer) } }
  }

  /// Why the tables could not follow; `nil` if they have everything so far.
  public var failure: StorageFailure? { follower.feed.failure }

  /// Whether the tables fail and the backlog is full, so that no more should be added: it would be in memory only.
  public var isOverfull: Bool { follower.feed.isOverfull }

  /// Makes failing tables follow once more.
  ///
  /// - Parameter completion: gets the failure; `nil` for success.
  public func retry(completion: @escaping @Sendable (StorageFailure?) -> Void) {
    guard failure != nil else { return completion(nil) }
    writer.later { [follower] writer in
      follower.follow(writer)
      completion(follower.feed.failure)
    }
  }

  /// The log has nothing for the tables up to a position.
  public func skip(to position: LogPosition) { follower.feed.skip(to: position) }

  /// Stores everything that was added, and syncs it to the disk.
  ///
  /// - Returns: the position up to which data survives a failure of this machine; `nil` if that is unknown.
  public func makeSafe(completion: @escaping @Sendable (LogPosition?) -> Void) {
    writer.later { [follower, checkpointer] writer in
      follower.follow(writer)
      let position = writer.position
      guard let checkpointer else { return completion(nil) }
      checkpointer.later { database in
        completion((try? database.checkpoint()) == nil ? nil : position)
      }
    }
  }

  // MARK: - Copies

  /// The paths of a copy for another node and of a copy from another node: one of each at a time.
  public var outgoingCopyPath: String { "\(path)/parlor.sqlite.outgoing" }
  public var incomingCopyPath: String { "\(path)/parlor.sqlite.incoming" }

  /// Writes a copy of the tables in the background.
  ///
  /// - Parameter completion: gets the failure; `nil` for success.
  public func copyTables(to file: String, completion: @escaping @Sendable (StorageFailure?) -> Void) {
    writer.later { [follower, folder, path] writer in
      // The copy includes everything added before.
      follower.follow(writer)
      guard let folder else { return completion(StorageFailure(message: "data in memory cannot be copied")) }
      Confined(label: "parlor.storage.copy", folder.tables.path).later { tables in
        do {
          try Schema.copy(try Database(path: tables, access: .reading), to: file)
          completion(nil)
        } catch let error as DatabaseError {
          completion(StorageFailure(storing: path, error))
        } catch {
          completion(StorageFailure(message: "\(error)"))
        }
      }
    }
  }

  /// Replaces the tables by a copy from another node.
  ///
  /// - Parameter position: the least position that the copy must have followed.
  /// - Returns: the position up to which it has followed the log.
  /// - Throws: why it cannot be used; nothing has changed then.
  public func adopt(copyAt file: String, noOlderThan position: LogPosition) throws(StorageFailure) -> LogPosition {
    let adopted = try now { [path, options] writer throws(StorageFailure) in
      do {
        let copy = try Database(path: file, access: .writing)
        try DatabaseCheck.atStart(copy, upTo: options.wholeFileBytes)
        try Schema.prepare(copy, options.documents)
        return try writer.adopt(copy, noOlderThan: position)
      } catch let error as DatabaseError {
        throw StorageFailure(opening: path, error)
      } catch let failure as StorageFailure {
        throw failure
      } catch {
        throw StorageFailure(message: "\(error)")
      }
    }
    follower.goOn(after: adopted)
    return adopted
  }
}

extension SQLiteStorage {
  /// The position up to which a folder's tables have followed the log, whether or not a server uses it.
  public static func position(of folder: String) throws(StorageFailure) -> LogPosition {
    let file = DatabaseFile(folder: folder, name: "parlor.sqlite")
    guard file.exists else { throw StorageFailure(message: "there is no data of Parlor's in \(folder)") }
    do throws(DatabaseError) {
      return try MetaTable(Database(path: file.path, access: .reading)).position()
    } catch {
      throw StorageFailure(opening: folder, error)
    }
  }
}
