public import Kernel

/// The durable store. The core submits batches and never waits.
///
/// One commit is in flight at a time; later facts gather in the next. Outputs carry the ticket of the commit they
/// depend on and leave when the edge is told that it is durable.
public protocol Storage: Sendable {
  /// Whether nothing outlives the process, so that no output waits for a commit.
  var isVolatile: Bool { get }

  /// All open state: read before the server listens, and again after a fenced commit. It includes what others have
  /// appended, and later commits continue behind that; no commit may be in flight.
  ///
  /// - Parameter today: the server's day by its clock.
  /// - Throws: a failure that describes what is wrong with the data.
  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState

  /// Checks in the background what was too large to be checked before the server listens, and reports damage from any
  /// thread; nothing if all was checked.
  func findDamage(completion: @escaping @Sendable (DamageReport) -> Void)

  /// Commits a batch completely or not at all, and reports the result from any thread. After a failure the same batch
  /// is submitted again, and not stored twice if it was stored. After one with ``StorageFailure/isFenced`` no batch is
  /// stored until ``load(at:today:)`` has read the state.
  ///
  /// Success names the lines, of this or an earlier batch, that contradict stored data: they are dropped with all that
  /// depends on them, since a retry would fail for ever.
  func commit(_ batch: Batch, completion: @escaping @Sendable (Result<[RefusedLine], StorageFailure>) -> Void)

  /// Answers queries about the state after the last commit that was durable at the call, and reports from any thread.
  /// They delay no commit.
  func answer(_ queries: [any StoredQuery], completion: @escaping @Sendable ([StoredAnswer]) -> Void)

  /// The files that hold the data; `nil` in memory. From any thread, without cost.
  var files: StoredFiles? { get }
}

/// The ``StoredQuery/Answer`` of a query, or why it is unreadable: what was committed with it stays committed.
public typealias StoredAnswer = Result<any Sendable, StorageFailure>

/// The files that hold a server's data, as of some seconds ago.
public struct StoredFiles: Hashable, Sendable {
  /// Bytes of the log and of the tables, with their write-ahead logs.
  public let log: Int64
  public let tables: Int64
  /// Bytes that the server may still write there.
  public let free: Int64
  /// When the last backup was begun, in seconds since 1970; 0 for never.
  public let lastBackup: Int64

  public init(log: Int64, tables: Int64, free: Int64, lastBackup: Int64) {
    self.log = log
    self.tables = tables
    self.free = free
    self.lastBackup = lastBackup
  }
}

extension Storage {
  /// No files.
  public var files: StoredFiles? { nil }

  /// Everything was checked before.
  public func findDamage(completion: @escaping @Sendable (DamageReport) -> Void) {}
}

/// Facts that become durable together.
public struct Batch: Sendable {
  /// Rises by one per batch.
  public let ticket: CommitTicket
  /// In order.
  public let lines: [DocumentLine]
  /// When they were submitted.
  public let at: Instant

  /// A batch; the core makes them, tests may.
  public init(ticket: CommitTicket, lines: [DocumentLine], at: Instant = Instant(milliseconds: 0)) {
    self.ticket = ticket
    self.lines = lines
    self.at = at
  }
}

/// A line that contradicts stored data, which only damage can cause.
public struct RefusedLine: Hashable, Sendable {
  /// What is quarantined from then on.
  public enum Subject: Hashable, Sendable {
    /// A match.
    case match(Int64)
    /// Only this line.
    case line
  }

  /// The dropped subject.
  public let subject: Subject
  /// One sentence for the operator.
  public let message: String

  public init(_ subject: Subject, message: String) {
    self.subject = subject
    self.message = message
  }
}

/// Why something could not be stored or read.
public struct StorageFailure: Error, Hashable, Sendable {
  /// One sentence for the operator.
  public let message: String
  /// Whether somebody else has appended to the log, so that the state is out of date.
  public let isFenced: Bool

  public init(message: String, isFenced: Bool = false) {
    self.message = message
    self.isFenced = isFenced
  }
}
