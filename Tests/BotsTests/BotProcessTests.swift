import Dispatch
import Synchronization
import Testing
import WaitingTrait

@testable import ParlorBots

@Suite("Programs of bots", .waiting)
struct BotProcessTests {
  /// One that inherits another's output keeps it open, so that the other's end is not seen.
  @Test("Programs that several threads start at once do not inherit each other's pipes")
  func pipes() async {
    let unseen = Mutex(0)
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for thread in 0..<4 {
        DispatchQueue(label: "start.\(thread)").async(group: group) {
          var living: [BotProcess] = []
          // Few, since a whole run of tests has many descriptors open.
          for _ in 0..<15 {
            guard let stays = try? BotProcess(["/bin/cat"]), let ends = try? BotProcess(["/bin/true"]) else {
              return unseen.withLock { $0 += 1 }
            }
            living.append(stays)
            _ = ends.end(within: 60_000)
            ends.wait(milliseconds: 0)
            ends.wait(milliseconds: 0)
            if !ends.isOutputExhausted { unseen.withLock { $0 += 1 } }
          }
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(unseen.withLock { $0 } == 0)
  }
}
