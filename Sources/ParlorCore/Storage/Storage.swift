public import GameKit
public import WireProtocol

/// What must be durable before anybody hears of it. The core hands over batches; it never waits.
///
/// One commit is in flight at a time; what arrives meanwhile gathers into the next. Outputs carry the ticket
/// of the commit they depend on and leave when the edge learns that it is done.
public protocol Storage: Sendable {
  /// Whether nothing outlives the process, so that no output needs to wait for a commit.
  var isVolatile: Bool { get }

  /// Commits a batch wholly or not at all, and says so from any thread, before returning or later.
  func commit(_ batch: Batch, completion: @escaping @Sendable (Result<Void, StorageFailure>) -> Void)
}

/// Records that become durable together.
public struct Batch: Sendable {
  /// Rises by one a batch.
  public let ticket: CommitTicket
  /// In the order in which they happened.
  public let records: [Record]
}

/// Why a batch could not be stored.
public struct StorageFailure: Error, Sendable {
  /// One sentence for the operator.
  public let message: String

  /// A failure.
  public init(message: String) { self.message = message }
}

/// One fact to be kept.
public enum Record: Sendable {
  /// A player is new or has changed.
  case player(id: PlayerID, name: String, isGuest: Bool, isBot: Bool, tokenHash: [UInt8]?)
  /// A match has begun.
  case match(id: Int64, room: String, game: String, puzzle: JSON, settings: JSON, startedAt: Instant)
  /// A move was played.
  case move(match: Int64, player: PlayerID, move: JSON, elapsed: Elapsed, moveID: String?)
  /// A player's match is over.
  case result(match: Int64, player: PlayerID, won: Bool, tries: Int?, score: Int, elapsed: Elapsed)
  /// Something with a number happened in a room.
  case event(room: String, seq: Int)
}

/// Gathers what the core wants kept, and knows which commit an output depends on.
struct Journal {
  private var gathered: [Record] = []
  private var next: CommitTicket = 1
  private var inFlight: CommitTicket?

  /// The commit on which anything that shows the present state depends.
  var ticket: CommitTicket {
    if !gathered.isEmpty { return next }
    return inFlight ?? 0
  }

  mutating func append(_ record: Record) { gathered.append(record) }

  /// The next batch, unless one is in flight or there is nothing to store.
  mutating func take() -> Batch? {
    guard inFlight == nil, !gathered.isEmpty else { return nil }
    defer {
      gathered.removeAll(keepingCapacity: true)
      next += 1
    }
    inFlight = next
    return Batch(ticket: next, records: gathered)
  }

  mutating func settled(_ ticket: CommitTicket) {
    if inFlight == ticket { inFlight = nil }
  }
}

/// Keeps nothing beyond the process: for throw-away servers and tests.
public struct MemoryStorage: Storage {
  public let isVolatile = true

  /// A storage that is done at once.
  public init() {}

  public func commit(_ batch: Batch, completion: @escaping @Sendable (Result<Void, StorageFailure>) -> Void) {
    completion(.success(()))
  }
}
