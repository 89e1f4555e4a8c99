/// Pending queries. Addresses take turns, so that nobody waits for all queries of another address.
struct QueryQueue {
  private struct Lane {
    var queries: [PendingQuery] = []
    var head = 0
  }

  /// By address; the empty one is for queries without one.
  private var lanes: [String: Lane] = [:]
  /// The addresses with pending queries, the next one first.
  private var turns: [String] = []

  /// Adds a query behind those of its address.
  mutating func append(_ query: PendingQuery) {
    let address = query.address ?? ""
    if lanes[address] == nil { turns.append(address) }
    lanes[address, default: Lane()].queries.append(query)
  }

  mutating func append(contentsOf queries: [PendingQuery]) {
    for query in queries { append(query) }
  }

  /// Removes the next one.
  mutating func popFirst() -> PendingQuery? {
    guard let address = turns.first, var lane = lanes.removeValue(forKey: address) else { return nil }
    turns.removeFirst()
    let query = lane.queries[lane.head]
    lane.head += 1
    guard lane.head < lane.queries.count else { return query }
    if lane.head >= 64, lane.head * 2 >= lane.queries.count {
      lane.queries.removeFirst(lane.head)
      lane.head = 0
    }
    lanes[address] = lane
    turns.append(address)
    return query
  }
}
