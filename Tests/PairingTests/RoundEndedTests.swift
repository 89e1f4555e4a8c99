import CoreHarness
import GameKit
import Kernel
import LastWord
import ParlorCore
import Synchronization
import Testing
import WireProtocol

@Suite("The end of a round as features see it")
struct RoundEndedTests {
  /// A feature that notes each end, from the view of the one who is first in the list.
  private final class Umpire: Feature {
    static var documents: [DocumentForm] { [] }
    let notes = Mutex<[String]>([])

    func register(in kernel: Kernel) {
      kernel.react { (ended: RoundEnded) in
        let players = ended.players.sorted()
        guard let first = players.first, let last = players.last else { return }
        let points = ended.points(of: first, against: last).map { "\($0)" } ?? "none"
        let moved = players.map { ended.hasMoved($0) ? "+" : "-" }.joined()
        self.notes.withLock { $0.append("\(ended.room.name) \(ended.round) \(points) \(moved)") }
      }
    }
  }

  private static func world() throws -> (World, Umpire) {
    let list = Array("brine\ncrane\nslate\n".utf8)
    let umpire = Umpire()
    let world = World(
      games: [GameModule(try LastWordSource(GuessLists(answers: list, guesses: list)))], others: [umpire])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"duel","game":"lastword"}"#)
    world.send("ben", #"{"type":"join","room":"duel"}"#)
    return (world, umpire)
  }

  @Test("A match lost by a player who has moved counts once, one without a move does not count")
  func counts() throws {
    let (world, umpire) = try Self.world()
    world.send("ana", #"{"type":"start"}"#)
    world.send("ben", #"{"type":"resign"}"#)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"rematch"}"#) }
    world.send("ana", #"{"type":"move","text":"crane"}"#)
    #expect(umpire.notes.withLock { $0.count } == 1)
    world.send("ben", #"{"type":"leave"}"#)
    #expect(umpire.notes.withLock { $0 } == ["duel 1 none --", "duel 2 1.0 +-"])
    #expect(world.faults == [])
  }
}
