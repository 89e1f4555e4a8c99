/// Gathers what the core wants kept, and knows which commit an output depends on.
struct Journal {
  private var records: [Record] = []
  private var queries: [Query] = []
  private var next: CommitTicket = 1
  private var inFlight: CommitTicket?

  /// The commit on which anything that shows the present state depends.
  var ticket: CommitTicket {
    if !records.isEmpty { return next }
    return inFlight ?? 0
  }

  mutating func append(_ record: Record) { records.append(record) }

  /// The next batch, unless one is in flight or there is nothing to store.
  mutating func take() -> Batch? {
    guard inFlight == nil, !records.isEmpty || !queries.isEmpty else { return nil }
    defer {
      records.removeAll(keepingCapacity: true)
      queries.removeAll(keepingCapacity: true)
      next += 1
    }
    inFlight = next
    return Batch(ticket: next, records: records, queries: queries)
  }

  mutating func settled(_ ticket: CommitTicket) {
    if inFlight == ticket { inFlight = nil }
  }
}
