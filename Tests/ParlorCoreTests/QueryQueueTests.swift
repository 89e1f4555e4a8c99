import GameKit
import Testing

@testable import ParlorCore

@Suite("Queries that wait for storage")
struct QueryQueueTests {
  private func query(_ address: String?, _ name: String) -> PendingQuery {
    PendingQuery(
      query: HistoryQuery(player: PlayerID(1), game: name, limit: 1), address: address, finish: { _ in })
  }

  private func order(_ queue: inout QueryQueue) -> [String] {
    var order: [String] = []
    while let query = queue.popFirst() { order.append(query.address ?? "nobody") }
    return order
  }

  @Test("Addresses are served in rotation, whatever one of them has queued")
  func turns() {
    var queue = QueryQueue()
    for number in 0..<200 { queue.append(query("10.0.0.1", "\(number)")) }
    queue.append(query("10.0.0.2", "a"))
    queue.append(contentsOf: [query(nil, "b"), query("10.0.0.2", "c")])
    let order = order(&queue)
    #expect(order.count == 203)
    #expect(order.prefix(5) == ["10.0.0.1", "10.0.0.2", "nobody", "10.0.0.1", "10.0.0.2"])
    #expect(queue.popFirst() == nil)
    queue.append(query("10.0.0.3", "d"))
    #expect(queue.popFirst()?.address == "10.0.0.3")
  }
}
