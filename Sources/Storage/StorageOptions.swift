public import Kernel
public import ParlorCore

/// What an acknowledgement promises.
public enum Durability: String, CaseIterable, Sendable {
  /// Survives a killed process: a commit has reached the kernel. After a power failure the data is consistent, but the
  /// last moments may be missing.
  case process
  /// Survives a power failure: each commit is on the disk.
  case power
}

/// How data is stored and what is loaded at a start.
public struct StorageOptions: Sendable {
  /// What an acknowledgement promises.
  public var durability = Durability.process
  /// Milliseconds after which the tables have followed the log, unless a query needs them earlier.
  public var followMilliseconds = 250
  /// Seconds after which nothing of a forgotten player is left in the files.
  public var scrubSeconds = 86_400
  /// The largest file that is checked before it is used, in bytes: a few tenths of a second. A larger one is checked in
  /// the background.
  public var wholeFileBytes: Int64 = 1 << 26
  /// All kinds of documents: lines of other kinds are left unchanged.
  public let documents: [DocumentForm]
  /// Whose log the tables follow.
  public var following = Following.ownLog
  /// The time at the start: decides who has expired.
  public var now: Instant
  /// The number of the day at the start: finished dailies from two days before on are loaded.
  public var today: Int

  /// The defaults at a given time.
  public init(documents: [DocumentForm], now: Instant, today: Int) {
    self.documents = documents
    self.now = now
    self.today = today
  }
}

/// The log that the tables of a folder follow.
public enum Following: Hashable, Sendable {
  /// The folder's own.
  case ownLog
  /// A cluster's shared log, set later by ``SQLiteStorage/use(_:)``.
  case sharedLog
}

/// What a server creates once with its data: see ``SQLiteStorage/identity(makingWith:)``.
public struct StoredIdentity: Hashable, Sendable {
  /// Six hexadecimal digits that identify this data: event numbers are only valid within it.
  public let epoch: String
  /// 32 bytes from which the dailies derive; never leaves the server.
  public let seasonSecret: [UInt8]

  /// The identity that another node of a cluster has created.
  public init(epoch: String, seasonSecret: [UInt8]) {
    self.epoch = epoch
    self.seasonSecret = seasonSecret
  }
}
