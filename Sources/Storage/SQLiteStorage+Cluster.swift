internal import Confinement
public import Kernel
public import ParlorCore

/// In a cluster the tables follow a log that all nodes share, and may be copied from one node to another.
extension SQLiteStorage {
  /// The version of the tables' layout.
  public static var layout: Int { Schema.version }

  /// The cluster whose log the tables follow; `nil` where it is the folder's own.
  public func cluster() throws(StorageFailure) -> String? {
    try read { meta throws(DatabaseError) in try meta.cluster() }
  }

  /// The cluster that the folder has left last, to go on alone: what it holds since then is its own.
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

  /// The folder becomes a copy of a cluster's data: it begins with what is here, as of the beginning of the cluster's
  /// log, and follows no log of its own any more. To be opened anew after that.
  ///
  /// - Parameter identity: the cluster's, where another node has begun it.
  public func enter(_ cluster: String, as identity: StoredIdentity? = nil) throws(StorageFailure) {
    try change { writer throws(DatabaseError) in
      if let identity { try writer.meta.store(identity) }
      try writer.meta.enter(cluster, at: 0)
    }
  }

  /// The folder becomes a server's of its own again, with all that it holds.
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

  /// Up to where the tables have followed the log.
  public var position: LogPosition { writer.now { $0.position } ?? 0 }

  /// What is committed from now on goes to this log, and what others append to it is taken by ``take(_:losing:at:)``.
  public func use(_ log: any Log) { committer.use(log) }

  /// Takes what others have appended.
  ///
  /// - Parameter lost: lines that cannot be read.
  public func take(_ lines: [DocumentLine], losing lost: [LostLine] = [], at position: LogPosition) {
    follower.add(lines, losing: lost, at: position)
    // Whoever brings more than the tables can take waits for them. Those that fail are tried now and then: each try
    // takes all that waits.
    if follower.feed.isBehind, failure == nil { _ = writer.now { [follower] writer in follower.follow(writer) } }
  }

  /// Why the tables could not take what they were given; `nil` where they have all that was taken so far.
  public var failure: StorageFailure? { follower.feed.failure }

  /// Whether the tables fail and so much waits for them that no more should be taken: it would be in memory alone.
  public var isOverfull: Bool { follower.feed.isOverfull }

  /// Where the tables have failed, has them try once more.
  ///
  /// - Parameter completion: is given why they still cannot take it; `nil` where they can.
  public func retry(completion: @escaping @Sendable (StorageFailure?) -> Void) {
    guard failure != nil else { return completion(nil) }
    writer.later { [follower] writer in
      follower.follow(writer)
      completion(follower.feed.failure)
    }
  }

  /// There is nothing for the tables up to a position.
  public func skip(to position: LogPosition) { follower.feed.skip(to: position) }

  /// Writes what has been taken, and brings it onto the disk.
  ///
  /// - Returns: the position that is safe there whatever happens to this machine; `nil` where that cannot be said.
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

  /// Where a copy is made for another node, and where one from another node is put: one of each at a time.
  public var outgoingCopyPath: String { "\(path)/parlor.sqlite.outgoing" }
  public var incomingCopyPath: String { "\(path)/parlor.sqlite.incoming" }

  /// Writes a copy of the tables as they are, which takes a while, beside everything else.
  ///
  /// - Parameter completion: is given why there is none.
  public func copyTables(to file: String, completion: @escaping @Sendable (StorageFailure?) -> Void) {
    writer.later { [follower, folder, path] writer in
      // What was taken before is in it.
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

  /// The tables become what a copy of another node's are.
  ///
  /// - Parameter position: what the copy has to hold, at least.
  /// - Returns: up to where it follows the log.
  /// - Throws: why it cannot be used: nothing has changed then.
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
  /// Up to where the tables of a folder have followed the log, whether a server uses it or not.
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
