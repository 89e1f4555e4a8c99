public import Kernel
public import ParlorCore

/// What an acknowledgement promises.
public enum Durability: String, CaseIterable, Sendable {
  /// Survives the death of the process, `kill -9` included: a commit has reached the kernel. After a loss of power the
  /// data is consistent, but the last moments may be missing.
  case process
  /// Survives a loss of power: each commit is on the disk.
  case power
}

/// How data is kept and what is read back at start.
public struct StorageOptions: Sendable {
  /// What an acknowledgement promises.
  public var durability = Durability.process
  /// Milliseconds after which the tables have followed the log, unless somebody asks for them before.
  public var followMilliseconds = 250
  /// Seconds after which nothing of a player who was forgotten is left in the files.
  public var scrubSeconds = 86_400
  /// The largest file that is read whole before it is used, in bytes: a few tenths of a second's work. A larger one is
  /// checked in the background.
  public var wholeFileBytes: Int64 = 1 << 26
  /// All kinds of documents: what else is in the tables is left alone.
  public let documents: [DocumentForm]
  /// Whose log the tables follow.
  public var following = Following.ownLog
  /// The time at start: decides who has lapsed.
  public var now: Instant
  /// The number of the day at start: finished dailies from two days before on are read back.
  public var today: Int

  /// The defaults at a given time.
  public init(documents: [DocumentForm], now: Instant, today: Int) {
    self.documents = documents
    self.now = now
    self.today = today
  }
}

/// Whose log the tables of a folder follow.
public enum Following: Hashable, Sendable {
  /// The folder's own.
  case ownLog
  /// One that all nodes of a cluster share: it is given later, with ``SQLiteStorage/use(_:)``.
  case sharedLog
}

/// What a server makes once, with its data: see ``SQLiteStorage/identity(makingWith:)``.
public struct StoredIdentity: Hashable, Sendable {
  /// Six hexadecimal digits that tell this data from any other: numbers of events mean something only within it.
  public let epoch: String
  /// 32 bytes from which the dailies derive; never leaves the server.
  public let seasonSecret: [UInt8]

  /// What another node of a cluster has made.
  public init(epoch: String, seasonSecret: [UInt8]) {
    self.epoch = epoch
    self.seasonSecret = seasonSecret
  }
}
