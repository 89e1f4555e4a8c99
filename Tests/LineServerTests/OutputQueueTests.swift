import GameKit
import Testing

@testable import LineServer

extension OutputQueue {
  func append(_ text: String, ticket: UInt64 = 0, released: UInt64 = 0) {
    [UInt8](text.utf8).withUnsafeBytes { append($0, ticket: ticket, released: released) }
  }

  var readyText: String { String(decoding: readyBytes, as: UTF8.self) }
}

@Suite("Output waits for commits")
struct OutputQueueTests {
  @Test("Independent output may be sent at once")
  func plain() {
    let queue = OutputQueue(capacity: 64)
    queue.append("a")
    queue.append("b", ticket: 3, released: 3)
    #expect(queue.readyText == "ab")
    queue.consume(1)
    #expect(queue.readyText == "b")
    #expect(queue.count == 1)
  }

  @Test("Overtaking output is sent before waiting output, in its own order, however little space there was")
  func overtaking() {
    for capacity in [64, 4096] {
      let queue = OutputQueue(capacity: capacity)
      queue.append("a")
      let held = String(repeating: "b", count: 100)
      queue.append(held, ticket: 5)
      queue.append("c", ticket: 6)
      queue.append("[1]", ticket: OutputQueue.overtaking)
      queue.append("[2]", ticket: OutputQueue.overtaking)
      #expect(queue.readyText == "a[1][2]")
      queue.consume(4)
      queue.append("[3]", ticket: OutputQueue.overtaking)
      #expect(queue.readyText == "[2][3]")
      #expect(queue.heldCount == 101)
      queue.release(through: 5, at: 0)
      #expect(queue.readyText == "[2][3]" + held)
      queue.release(through: 6, at: 0)
      #expect(queue.readyText == "[2][3]" + held + "c")
      queue.consume(queue.readyCount)
      queue.append("[4]", ticket: OutputQueue.overtaking)
      #expect(queue.readyText == "[4]")
      #expect(!queue.isHolding)
    }
  }

  @Test("Bytes behind held ones are held too")
  func order() {
    let queue = OutputQueue(capacity: 64)
    queue.append("a")
    queue.append("b", ticket: 5)
    queue.append("c")
    queue.append("d", ticket: 7)
    #expect(queue.readyText == "a")
    queue.release(through: 4, at: 0)
    #expect(queue.readyText == "a")
    queue.release(through: 5, at: 0)
    #expect(queue.readyText == "abc")
    #expect(queue.isHolding)
    queue.release(through: 7, at: 0)
    #expect(queue.readyText == "abcd")
    #expect(!queue.isHolding)
  }

  @Test("Dropping held output keeps bytes that may be sent, and later ones")
  func forgotten() {
    for ready in ["", "a"] {
      let queue = OutputQueue(capacity: 64)
      queue.append(ready)
      queue.append("b", ticket: 5)
      queue.append("c")
      queue.dropHeld()
      #expect(queue.readyText == ready && queue.count == ready.count && !queue.isHolding)
      queue.append("d")
      queue.append("e", ticket: 9)
      queue.release(through: 8, at: 0)
      #expect(queue.readyText == ready + "d")
      queue.release(through: 9, at: 0)
      #expect(queue.readyText == ready + "de")
    }
  }

  @Test("Any sequence of operations gives the same as a plain list of segments", arguments: 0..<40)
  func model(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    let queue = OutputQueue(capacity: 64)
    var pieces: [(ticket: UInt64, bytes: [UInt8])] = []
    var released: UInt64 = 0
    var next: UInt8 = 0
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &dice) {
      case 0..<5:
        let count = Int.random(in: 0...90, using: &dice)
        let bytes = (0..<count).map { _ in
          next &+= 1
          return next
        }
        let ticket = Bool.random(using: &dice) ? 0 : released + UInt64.random(in: 0...3, using: &dice)
        bytes.withUnsafeBytes { queue.append($0, ticket: ticket, released: released) }
        pieces.append(contentsOf: bytes.map { (ticket, [$0]) })
      case 5, 6:
        released += UInt64.random(in: 0...2, using: &dice)
        queue.release(through: released, at: 0)
      default:
        let count = Int.random(in: 0...(queue.readyCount), using: &dice)
        queue.consume(count)
        pieces.removeFirst(count)
      }
      #expect(queue.count == pieces.count)
      #expect([UInt8](queue.readyBytes) == pieces.prefix { $0.ticket <= released }.flatMap(\.bytes))
    }
  }
}
