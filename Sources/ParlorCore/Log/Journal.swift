import Kernel
import WireProtocol

/// A query to storage, and the handler of its answer.
struct PendingQuery {
  let query: any StoredQuery
  /// The address of the request.
  let address: String?
  /// Called with `nil` if the answer is unreadable.
  let finish: ((any Sendable)?) -> Void
}

/// Gathers the facts of the core, and knows the commit that an output depends on.
///
/// Nothing is rolled back: a batch is submitted again until it is durable.
final class Journal {
  /// A batch that is not known to be durable.
  private struct Flight {
    let batch: Batch
    let beganAt: Instant
    /// When it is submitted again; `nil` while storage has it.
    var retryAt: Instant?
    var failures = 0
    let stored: Figures.Stored
    /// Queries of the state after it.
    var queries: [PendingQuery]
  }

  /// How long changes are still accepted while a batch is not durable, in milliseconds, which bounds pending work.
  static let patience: Int64 = 1000
  /// Milliseconds from the first failure to the next attempt, and the most that they double to.
  private static let (firstPause, longestPause): (Int64, Int64) = (50, 1000)

  private var touched: [Room] = []
  private var lines: [DocumentLine] = []
  private var next: CommitTicket
  private var flight: Flight?
  /// The last durable batch.
  private var durable: CommitTicket
  /// Queries of the state after the gathered facts.
  private var gathered: [PendingQuery] = []
  private var readyQueries = QueryQueue()
  /// Rises with every gathered fact.
  private(set) var activity = 0
  /// What has become durable.
  private(set) var stored = Figures.Stored()

  /// Whether nothing is stored, and changes are refused: see ``Parlor/isReading``.
  private let isReading: Bool

  /// - Parameter last: the last ticket of the previous core.
  init(after last: CommitTicket, isReading: Bool) {
    next = last + 1
    durable = last
    self.isReading = isReading
  }

  /// The greatest ticket of any output.
  var lastTicket: CommitTicket { next }

  /// The number of lines gathered for the next commit.
  var waitingLines: Int { lines.count }

  /// The commit that output about the present state depends on.
  var ticket: CommitTicket { hasGathered ? next : flight?.batch.ticket ?? 0 }

  /// The ticket if its commit is pending; 0 once it is durable.
  func pending(_ ticket: CommitTicket) -> CommitTicket { ticket > durable ? ticket : 0 }

  private var hasGathered: Bool { !lines.isEmpty || !touched.isEmpty }

  func append(_ line: DocumentLine) {
    activity &+= 1
    if !isReading { lines.append(line) }
  }

  func touch(_ room: Room) {
    activity &+= 1
    guard !isReading, room.ticket != next else { return }
    room.ticket = next
    touched.append(room)
  }

  // MARK: - Commits

  /// Whether a batch can be made: something is gathered, and nothing in flight.
  var isReady: Bool { flight == nil && hasGathered }

  /// Whether the last attempt has failed.
  var isFailing: Bool { flight.map { $0.failures > 0 } ?? false }

  /// Whether a batch has not become durable for so long that no more is accepted behind it.
  func isStalled(at now: Instant) -> Bool {
    flight.map { now > $0.beganAt.adding(milliseconds: Self.patience) } ?? isReading
  }

  /// When something is due without an input.
  var nextDeadline: Instant? {
    guard let flight else { return nil }
    let stall = hasWaitingQueries ? flight.beganAt.adding(milliseconds: Self.patience + 1) : nil
    return [flight.retryAt, stall].compactMap { $0 }.min()
  }

  func takeTouched() -> [Room] {
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
  }

  /// The next batch; rooms have added their lines before.
  func take(at now: Instant) -> Batch? {
    guard flight == nil else { return nil }
    guard !lines.isEmpty else {
      readyQueries.append(contentsOf: gathered)
      gathered = []
      return nil
    }
    let batch = Batch(ticket: next, lines: lines, at: now)
    var stored = Figures.Stored()
    for line in lines { stored.count(line) }
    flight = Flight(batch: batch, beganAt: now, stored: stored, queries: gathered)
    lines.removeAll(keepingCapacity: true)
    gathered = []
    next += 1
    return batch
  }

  /// The failed batch, when it is due again.
  func takeFailed(at now: Instant) -> Batch? {
    guard let due = flight?.retryAt, due <= now else { return nil }
    flight?.retryAt = nil
    return flight?.batch
  }

  /// A commit is durable: queries of its state can be answered.
  ///
  /// - Returns: whether earlier attempts have failed.
  func succeed(_ ticket: CommitTicket) -> Bool {
    guard let done = flight, done.batch.ticket == ticket else { return false }
    flight = nil
    durable = ticket
    stored.add(done.stored)
    readyQueries.append(contentsOf: done.queries)
    return done.failures > 0
  }

  /// A commit has failed, or its outcome is unknown.
  ///
  /// - Returns: whether it is the first time.
  func fail(_ ticket: CommitTicket, at now: Instant) -> Bool {
    guard let failed = flight, failed.batch.ticket == ticket else { return false }
    let pause = min(Self.longestPause, Self.firstPause << Int64(min(failed.failures, 10)))
    flight?.failures += 1
    flight?.retryAt = now.adding(milliseconds: pause)
    return failed.failures == 0
  }

  // MARK: - Queries

  /// Queries storage about the present state; about the last durable one if that is stalled.
  func ask(
    _ query: any StoredQuery, from address: String?, at now: Instant, _ finish: @escaping ((any Sendable)?) -> Void
  ) {
    let pending = PendingQuery(query: query, address: address, finish: finish)
    if isStalled(at: now) {
      readyQueries.append(pending)
    } else if hasGathered {
      gathered.append(pending)
    } else if flight != nil {
      flight?.queries.append(pending)
    } else {
      readyQueries.append(pending)
    }
  }

  /// Queries storage about the last durable state.
  func askAtOnce(_ query: any StoredQuery, from address: String?, _ finish: @escaping ((any Sendable)?) -> Void) {
    readyQueries.append(PendingQuery(query: query, address: address, finish: finish))
  }

  /// After a batch has not become durable for long enough, queries do not wait for it any more.
  func reachTime(_ now: Instant) {
    guard hasWaitingQueries, isStalled(at: now) else { return }
    readyQueries.append(contentsOf: flight?.queries ?? [])
    readyQueries.append(contentsOf: gathered)
    flight?.queries = []
    gathered = []
  }

  private var hasWaitingQueries: Bool { !gathered.isEmpty || flight.map { !$0.queries.isEmpty } ?? false }

  /// Queries whose state is durable, a few at a time, so that the loop does other things between their answers. They
  /// never delay commits.
  func takeQueries() -> [PendingQuery] {
    var taken: [PendingQuery] = []
    while taken.count < Self.queriesAtOnce, let query = readyQueries.popFirst() { taken.append(query) }
    return taken
  }

  private static let queriesAtOnce = 2
}
