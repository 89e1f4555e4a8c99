/// What must be durable before anybody hears of it. The core hands over batches; it never waits.
///
/// One commit is in flight at a time; what arrives meanwhile gathers into the next. Outputs carry the ticket
/// of the commit they depend on and leave when the edge learns that it is done.
public protocol Storage: Sendable {
  /// Whether nothing outlives the process, so that no output needs to wait for a commit.
  var isVolatile: Bool { get }

  /// Everything that is open, read once before the server listens.
  ///
  /// - Throws: a failure that says in a sentence what is wrong with the data.
  func load() throws(StorageFailure) -> StoredState

  /// Commits a batch wholly or not at all, and says so from any thread.
  func commit(_ batch: Batch, completion: @escaping @Sendable (Result<Void, StorageFailure>) -> Void)

  /// Answers queries on the state after the last commit that was done when it is called, and says so from any
  /// thread. They hold up no commit.
  func answer(_ queries: [Query], completion: @escaping @Sendable ([QueryAnswer]) -> Void)

  /// Reads rooms again after a commit has failed, as they were after the last one that succeeded. Rooms that
  /// are not stored, or closed, are left out. Also serves to find out whether the storage works again.
  func reload(
    rooms: [Int64], completion: @escaping @Sendable (Result<[StoredRoomState], StorageFailure>) -> Void)
}

/// Records that become durable together.
public struct Batch: Sendable {
  /// Rises by one a batch.
  public let ticket: CommitTicket
  /// In the order in which they happened.
  public let records: [Record]

  /// A batch; the core makes them, tests may.
  public init(ticket: CommitTicket, records: [Record]) {
    self.ticket = ticket
    self.records = records
  }
}

/// Why something could not be stored or read.
public struct StorageFailure: Error, Hashable, Sendable {
  /// One sentence for the operator.
  public let message: String
  /// The room without whose records the others could be stored; `nil` when nothing can be.
  public let room: Int64?

  /// A failure.
  public init(message: String, room: Int64? = nil) {
    self.message = message
    self.room = room
  }
}
