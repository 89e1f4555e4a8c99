import Kernel
import WireProtocol

/// A question to storage, and what to do with the answer.
struct PendingQuery {
  let query: any StoredQuery
  /// Where the request came from.
  let address: String?
  /// Is given `nil` where the answer cannot be read.
  let finish: ((any Sendable)?) -> Void
}

/// Gathers what the core wants kept, and knows which commit an output depends on.
///
/// Nothing is taken back: a batch is durable or not yet, and is handed over again until it is.
final class Journal {
  /// A batch that is not known to be durable.
  private struct Flight {
    let batch: Batch
    let beganAt: Instant
    /// When it is handed over again; `nil` while storage has it.
    var retryAt: Instant?
    var failures = 0
    let stored: Figures.Stored
    /// Queries asked of the state after it.
    var queries: [PendingQuery]
  }

  /// How long what is asked for is still accepted while a batch is not durable, in milliseconds: so much gathers at
  /// most.
  static let patience: Int64 = 1000
  /// Milliseconds from the first failure to the next attempt, and the most that they double to.
  private static let (firstPause, longestPause): (Int64, Int64) = (50, 1000)

  private var touched: [Room] = []
  private var lines: [DocumentLine] = []
  private var next: CommitTicket
  private var flight: Flight?
  /// The last batch that has become durable.
  private var durable: CommitTicket
  /// Queries asked of the state after what is gathered.
  private var gathered: [PendingQuery] = []
  private var readyQueries = QueryQueue()
  /// Rises with whatever is to be kept.
  private(set) var activity = 0
  /// What has become durable.
  private(set) var stored = Figures.Stored()

  /// Nothing is kept, and nothing that would have to be is begun: see ``Parlor/isReading``.
  private let isReading: Bool

  /// - Parameter last: the last ticket that was given before.
  init(after last: CommitTicket, isReading: Bool) {
    next = last + 1
    durable = last
    self.isReading = isReading
  }

  /// The greatest ticket that any output bears.
  var lastTicket: CommitTicket { next }

  /// How many lines are gathered for the next commit.
  var waitingLines: Int { lines.count }

  /// The commit on which anything that shows the present state depends.
  var ticket: CommitTicket { hasGathered ? next : flight?.batch.ticket ?? 0 }

  /// What is left to wait for of a commit: 0 once it is durable.
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

  /// Whether there is something to gather into a batch, and nothing in flight.
  var isReady: Bool { flight == nil && hasGathered }

  /// Whether the last attempt has failed.
  var isFailing: Bool { flight.map { $0.failures > 0 } ?? false }

  /// Whether a batch has not become durable for so long that nothing more is to gather behind it.
  func isStalled(at now: Instant) -> Bool {
    flight.map { now > $0.beganAt.adding(milliseconds: Self.patience) } ?? isReading
  }

  /// When something is to be done that no input announces.
  var nextDeadline: Instant? {
    guard let flight else { return nil }
    let stall = hasWaitingQueries ? flight.beganAt.adding(milliseconds: Self.patience + 1) : nil
    return [flight.retryAt, stall].compactMap { $0 }.min()
  }

  func takeTouched() -> [Room] {
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
  }

  /// The next batch; rooms have handed over their lines before.
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

  /// The batch that has failed, when it is time to hand it over again.
  func takeFailed(at now: Instant) -> Batch? {
    guard let due = flight?.retryAt, due <= now else { return nil }
    flight?.retryAt = nil
    return flight?.batch
  }

  /// A commit is done: what was asked of its state can be answered.
  ///
  /// - Returns: whether attempts before have failed.
  func succeed(_ ticket: CommitTicket) -> Bool {
    guard let done = flight, done.batch.ticket == ticket else { return false }
    flight = nil
    durable = ticket
    stored.add(done.stored)
    readyQueries.append(contentsOf: done.queries)
    return done.failures > 0
  }

  /// A commit has failed, or its answer is unknown.
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

  /// Asks storage, on the state after everything that has happened until now; on the last durable one while that is not
  /// to be expected soon.
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

  /// Asks storage on the last durable state.
  func askAtOnce(_ query: any StoredQuery, from address: String?, _ finish: @escaping ((any Sendable)?) -> Void) {
    readyQueries.append(PendingQuery(query: query, address: address, finish: finish))
  }

  /// Once a batch has not become durable for long enough, queries wait for it no more.
  func reachTime(_ now: Instant) {
    guard hasWaitingQueries, isStalled(at: now) else { return }
    readyQueries.append(contentsOf: flight?.queries ?? [])
    readyQueries.append(contentsOf: gathered)
    flight?.queries = []
    gathered = []
  }

  private var hasWaitingQueries: Bool { !gathered.isEmpty || flight.map { !$0.queries.isEmpty } ?? false }

  /// Queries whose state is durable: they are answered apart from commits, which they never hold up. A few at a time,
  /// so that the loop does other things between their answers.
  func takeQueries() -> [PendingQuery] {
    var taken: [PendingQuery] = []
    while taken.count < Self.queriesAtOnce, let query = readyQueries.popFirst() { taken.append(query) }
    return taken
  }

  private static let queriesAtOnce = 2
}
