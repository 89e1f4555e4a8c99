import WireProtocol

/// Gathers what the core wants kept, and knows which commit an output depends on and what a failed one undoes.
final class Journal {
  /// What rests on one commit.
  struct Dependents {
    /// Requests that are answered `storage_unavailable` if it fails.
    var requests: [(session: SessionID, re: RequestID?)] = []
    /// Rooms that are then read again.
    var rooms: Set<Int64> = []
    /// What else is then put back, the last first.
    var undo: [() -> Void] = []
    /// Queries that are then answered with an error.
    var answers: [(Result<QueryAnswer, StorageFailure>) -> Void] = []

    mutating func add(_ later: Dependents) {
      requests += later.requests
      rooms.formUnion(later.rooms)
      undo += later.undo
      answers += later.answers
    }
  }

  /// Rooms that have something to hand over.
  private(set) var touched: [Room] = []
  private var records: [Record] = []
  private var queries: [Query] = []
  private var next: CommitTicket = 1
  private var inFlight: CommitTicket?
  private var gathered = Dependents()
  private var committing = Dependents()

  /// The commit on which anything that shows the present state depends.
  var ticket: CommitTicket { hasGathered ? next : inFlight ?? 0 }

  private var hasGathered: Bool { !records.isEmpty || !touched.isEmpty }

  func append(_ record: Record) { records.append(record) }

  func touch(_ room: Room) {
    guard gathered.rooms.insert(room.number).inserted else { return }
    touched.append(room)
  }

  /// What to do if the records gathered now are not stored after all.
  func onFailure(_ undo: @escaping () -> Void) { gathered.undo.append(undo) }

  /// A request whose answer rests on what is gathered, or in flight.
  func note(_ session: SessionID, _ re: RequestID?) {
    if hasGathered {
      gathered.requests.append((session, re))
    } else if inFlight != nil {
      committing.requests.append((session, re))
    }
  }

  func ask(_ query: Query, _ answer: @escaping (Result<QueryAnswer, StorageFailure>) -> Void) {
    queries.append(query)
    gathered.answers.append(answer)
  }

  func takeTouched() -> [Room] {
    defer { touched.removeAll(keepingCapacity: true) }
    return touched
  }

  /// Whether there is something to commit and nothing in flight.
  var isReady: Bool { inFlight == nil && (hasGathered || !queries.isEmpty) }

  /// The next batch; rooms have handed over their records before.
  func take() -> Batch? {
    guard inFlight == nil else { return nil }
    guard !records.isEmpty || !queries.isEmpty else {
      gathered = Dependents()
      return nil
    }
    defer {
      records.removeAll(keepingCapacity: true)
      queries.removeAll(keepingCapacity: true)
      next += 1
    }
    inFlight = next
    committing = gathered
    gathered = Dependents()
    return Batch(ticket: next, records: records, queries: queries)
  }

  /// A commit is done.
  ///
  /// - Returns: who waits for answers to its queries, in their order.
  func succeed(_ ticket: CommitTicket) -> [(Result<QueryAnswer, StorageFailure>) -> Void] {
    guard inFlight == ticket else { return [] }
    inFlight = nil
    defer { committing = Dependents() }
    return committing.answers
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
    queries.removeAll()
    touched.removeAll()
    return lost
  }
}
