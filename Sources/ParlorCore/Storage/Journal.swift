import WireProtocol

/// A question to storage, and what to do with the answer.
struct PendingQuery {
  let query: Query
  /// Where the request came from.
  let address: String?
  let finish: (QueryAnswer) -> Void
}

/// Gathers what the core wants kept, and knows which commit an output depends on and what a failed one undoes.
final class Journal {
  /// What rests on one commit.
  struct Dependents {
    /// Requests that are answered `storage_unavailable` if it fails.
    var requests: [(session: SessionID, re: RequestID?, format: Session.Format)] = []
    /// Rooms that are then read again.
    var rooms: Set<Int64> = []
    /// What else is put back then, the last first.
    var undo: [() -> Void] = []
    /// Queries asked meanwhile, and who waits for their answers.
    var queries: [PendingQuery] = []

    mutating func add(_ later: Dependents) {
      requests += later.requests
      rooms.formUnion(later.rooms)
      undo += later.undo
      queries += later.queries
    }
  }

  /// Rooms that have something to hand over.
  private(set) var touched: [Room] = []
  private var records: [Record] = []
  private var next: CommitTicket = 1
  private var inFlight: CommitTicket?
  private var gathered = Dependents()
  private var committing = Dependents()
  private var readyQueries = QueryQueue()
  /// What has become durable, and what the commit in flight will add to it.
  private(set) var stored = Figures.Stored()
  private var storing = Figures.Stored()

  /// How many records are gathered for the next commit.
  var waitingRecords: Int { records.count }

  /// The commit on which anything that shows the present state depends.
  var ticket: CommitTicket { hasGathered ? next : inFlight ?? 0 }

  private var hasGathered: Bool { !records.isEmpty || !touched.isEmpty }

  func append(_ record: Record) { records.append(record) }

  func touch(_ room: Room) {
    guard gathered.rooms.insert(room.number).inserted else { return }
    touched.append(room)
  }

  /// Says what to undo if the records gathered now are not stored after all.
  func onFailure(_ undo: @escaping () -> Void) { gathered.undo.append(undo) }

  /// A request whose answer rests on what is gathered, or in flight.
  func note(_ session: Session, _ re: RequestID?) {
    if hasGathered {
      gathered.requests.append((session.id, re, session.format))
    } else if inFlight != nil {
      committing.requests.append((session.id, re, session.format))
    }
  }

  /// Asks storage, on the state after everything that has happened until now.
  func ask(_ query: Query, from address: String?, _ finish: @escaping (QueryAnswer) -> Void) {
    let pending = PendingQuery(query: query, address: address, finish: finish)
    if hasGathered {
      gathered.queries.append(pending)
    } else if inFlight != nil {
      committing.queries.append(pending)
    } else {
      readyQueries.append(pending)
    }
  }

  /// Queries whose state is durable: they are answered apart from commits, which they never hold up. A few at a time, so
  /// that the loop does other things between their answers.
  func takeQueries() -> [PendingQuery] {
    var taken: [PendingQuery] = []
    while taken.count < Self.queriesAtOnce, let query = readyQueries.popFirst() { taken.append(query) }
    return taken
  }

  private static let queriesAtOnce = 2

  func takeTouched() -> [Room] {
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
  }

  /// Whether there is something to commit and nothing in flight.
  var isReady: Bool { inFlight == nil && hasGathered }

  /// The next batch; rooms have handed over their records before.
  func take() -> Batch? {
    guard inFlight == nil else { return nil }
    guard !records.isEmpty else {
      readyQueries.append(contentsOf: gathered.queries)
      gathered = Dependents()
      return nil
    }
    defer {
      records.removeAll(keepingCapacity: true)
      next += 1
    }
    inFlight = next
    storing = Figures.Stored()
    for record in records { storing.count(record) }
    committing = gathered
    gathered = Dependents()
    return Batch(ticket: next, records: records)
  }

  /// A commit is done: what was asked of its state can be answered.
  func succeed(_ ticket: CommitTicket) {
    guard inFlight == ticket else { return }
    inFlight = nil
    stored.add(storing)
    readyQueries.append(contentsOf: committing.queries)
    committing = Dependents()
  }

  /// A commit has failed: it is as if neither it nor anything gathered since had happened.
  func fail(_ ticket: CommitTicket) -> Dependents {
    guard inFlight == ticket else { return Dependents() }
    inFlight = nil
    next += 1
    var lost = committing
    lost.add(gathered)
    committing = Dependents()
    gathered = Dependents()
    records.removeAll()
    touched.removeAll()
    return lost
  }
}
