import Testing

@testable import ParlorServer

@Suite("Closing a node's clients")
struct CutOffTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("After eight seconds without an owner, clients are closed gradually until none is left")
  func spread() {
    var cutOff = CutOff()
    var left = 100
    #expect(cutOff.look(ownerReached: 5 * Self.second, clients: left, at: 6 * Self.second) == 0)
    #expect(cutOff.nextDue == 13 * Self.second)
    #expect(cutOff.look(ownerReached: 5 * Self.second, clients: left, at: 13 * Self.second - 1) == 0)
    #expect(!cutOff.isClosing)
    var now = 13 * Self.second
    var counts: [Int] = []
    while left > 0, now < 20 * Self.second {
      let count = cutOff.look(ownerReached: 5 * Self.second, clients: left, at: now)
      counts.append(count)
      left -= count
      #expect(cutOff.isClosing && cutOff.nextDue > now)
      now = cutOff.nextDue
    }
    #expect(left == 0 && counts.max() == 4 && counts.count == 30)
    // Later clients are closed at once.
    #expect(cutOff.look(ownerReached: 5 * Self.second, clients: 2, at: now) == 2)
  }

  @Test("Closing stops when the owner is reached, or can only be this node")
  func ends() {
    var cutOff = CutOff()
    #expect(cutOff.look(ownerReached: 0, clients: 60, at: Self.second) == 0)
    #expect(cutOff.look(ownerReached: 0, clients: 60, at: 8 * Self.second) == 2)
    #expect(cutOff.look(ownerReached: nil, clients: 58, at: 8 * Self.second + 1) == 0)
    #expect(!cutOff.isClosing && cutOff.nextDue == .max)
    // After a long time without an owner a new one is known: linking to it takes a moment.
    #expect(cutOff.look(ownerReached: 0, clients: 58, at: 20 * Self.second) == 0)
    #expect(cutOff.nextDue == 22 * Self.second)
    #expect(cutOff.look(ownerReached: nil, clients: 58, at: 21 * Self.second) == 0)
  }
}
