import Testing

@testable import ParlorServer

@Suite("Closing a node's clients")
struct ClientEvictionTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("After eight seconds without an owner, clients are closed gradually until none is left")
  func spread() {
    var eviction = ClientEviction()
    var left = 100
    #expect(eviction.update(ownerReached: 5 * Self.second, clients: left, at: 6 * Self.second) == 0)
    #expect(eviction.nextDue == 13 * Self.second)
    #expect(eviction.update(ownerReached: 5 * Self.second, clients: left, at: 13 * Self.second - 1) == 0)
    #expect(!eviction.isClosing)
    var now = 13 * Self.second
    var counts: [Int] = []
    while left > 0, now < 20 * Self.second {
      let count = eviction.update(ownerReached: 5 * Self.second, clients: left, at: now)
      counts.append(count)
      left -= count
      #expect(eviction.isClosing && eviction.nextDue > now)
      now = eviction.nextDue
    }
    #expect(left == 0 && counts.max() == 4 && counts.count == 30)
    // Later clients are closed at once.
    #expect(eviction.update(ownerReached: 5 * Self.second, clients: 2, at: now) == 2)
  }

  @Test("Closing stops when the owner is reached, or can only be this node")
  func ends() {
    var eviction = ClientEviction()
    #expect(eviction.update(ownerReached: 0, clients: 60, at: Self.second) == 0)
    #expect(eviction.update(ownerReached: 0, clients: 60, at: 8 * Self.second) == 2)
    #expect(eviction.update(ownerReached: nil, clients: 58, at: 8 * Self.second + 1) == 0)
    #expect(!eviction.isClosing && eviction.nextDue == .max)
    // After a long time without an owner a new one is known: linking to it takes a moment.
    #expect(eviction.update(ownerReached: 0, clients: 58, at: 20 * Self.second) == 0)
    #expect(eviction.nextDue == 22 * Self.second)
    #expect(eviction.update(ownerReached: nil, clients: 58, at: 21 * Self.second) == 0)
  }
}
