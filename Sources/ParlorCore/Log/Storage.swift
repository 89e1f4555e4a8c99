public import Kernel

/// What must be durable before it is sent. The core hands over batches; it never waits.
///
/// One commit is in flight at a time; what arrives meanwhile gathers into the next. Outputs carry the ticket
/// of the commit they depend on and leave when the edge learns that it is done.
public protocol Storage: Sendable {
  /// Whether nothing outlives the process, so that no output needs to wait for a commit.
  var isVolatile: Bool { get }

  /// Everything that is open: read before the server listens, and again after a commit that was fenced. What others
  /// have appended is part of it then, and commits go on after that; none is to be in flight meanwhile.
  ///
  /// - Parameter today: the server's day by its clock.
  /// - Throws: a failure that says in a sentence what is wrong with the data.
  func load(at now: Instant, today: Int) throws(StorageFailure) -> StoredState

  /// Reads in the background what was too much to be read before the server listens, and says from any thread what of
  /// it is damaged; nothing where there was nothing left to read.
  func findDamage(completion: @escaping @Sendable (DamageReport) -> Void)

  /// Commits a batch wholly or not at all, and says so from any thread. After a failure the same batch is handed over
  /// again: should it be stored all the same, it is not stored twice. After one that says ``StorageFailure/isFenced``
  /// no batch is stored until ``load(at:today:)`` has read what is there.
  ///
  /// Success names the lines that do not go with what is stored, of this batch or of one before: they are left out,
  /// and so is what follows from them, since they would be refused for ever.
  func commit(_ batch: Batch, completion: @escaping @Sendable (Result<[RefusedLine], StorageFailure>) -> Void)

  /// Answers queries on the state after the last commit that was done when it is called, and says so from any
  /// thread. They hold up no commit.
  func answer(_ queries: [any StoredQuery], completion: @escaping @Sendable ([StoredAnswer]) -> Void)

  /// The files that hold the data; `nil` in memory. To be asked from any thread, at no cost.
  var files: StoredFiles? { get }
}

/// The ``StoredQuery/Answer`` of a query, or why it cannot be read: what was to be stored with it is stored anyway.
public typealias StoredAnswer = Result<any Sendable, StorageFailure>

/// The files that hold a server's data, as they were some seconds ago.
public struct StoredFiles: Hashable, Sendable {
  /// Bytes of the log and of the tables, with what is to be moved into them.
  public let log: Int64
  public let tables: Int64
  /// Bytes that the server may still write there.
  public let free: Int64
  /// When the last backup was begun, in seconds since 1970; 0 if there never was one.
  public let lastBackup: Int64

  public init(log: Int64, tables: Int64, free: Int64, lastBackup: Int64) {
    self.log = log
    self.tables = tables
    self.free = free
    self.lastBackup = lastBackup
  }
}

extension Storage {
  /// There are none.
  public var files: StoredFiles? { nil }

  /// Everything was read before.
  public func findDamage(completion: @escaping @Sendable (DamageReport) -> Void) {}
}

/// Facts that become durable together.
public struct Batch: Sendable {
  /// Rises by one a batch.
  public let ticket: CommitTicket
  /// In the order in which they happened.
  public let lines: [DocumentLine]
  /// When they were handed over.
  public let at: Instant

  /// A batch; the core makes them, tests may.
  public init(ticket: CommitTicket, lines: [DocumentLine], at: Instant = Instant(milliseconds: 0)) {
    self.ticket = ticket
    self.lines = lines
    self.at = at
  }
}

/// A line that does not go with what is stored, which only damage brings about.
public struct RefusedLine: Hashable, Sendable {
  /// What is left alone from then on.
  public enum Subject: Hashable, Sendable {
    /// A match.
    case match(Int64)
    /// This line alone.
    case line
  }

  /// What it belongs to.
  public let subject: Subject
  /// One sentence for the operator.
  public let message: String

  /// A refusal.
  public init(_ subject: Subject, message: String) {
    self.subject = subject
    self.message = message
  }
}

/// Why something could not be stored or read.
public struct StorageFailure: Error, Hashable, Sendable {
  /// One sentence for the operator.
  public let message: String
  /// Whether somebody else has appended to the log, so that all that is known of it is out of date.
  public let isFenced: Bool

  /// A failure.
  public init(message: String, isFenced: Bool = false) {
    self.message = message
    self.isFenced = isFenced
  }
}
