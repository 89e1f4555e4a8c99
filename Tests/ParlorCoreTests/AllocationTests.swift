import CRuntimeCounts
import CoreHarness
import GameKit
import ParlorCore
import Testing

/// The bounds are those of a debug build, which makes more objects than a release.
@Suite("How many objects the core makes for what is asked by the thousand")
struct AllocationTests {
  @Test("A ping with an id makes no objects")
  func ping() throws {
    let core = try CountedCore()
    #expect(try core.objects(for: [#"{"type":"ping","id":7}"#]) <= 0.1)
  }

  @Test("A line of talk among eight makes few objects")
  func talk() throws {
    let core = try CountedCore(members: 8)
    #expect(try core.objects(for: [#"{"type":"say","id":7,"text":"one line of talk, one line of ta"}"#]) <= 60)
  }
}

/// A core with one room for talking, whose lines are counted.
private final class CountedCore {
  private let world: World
  private var sessions: UInt32 = 0
  private var speaker: SessionID?

  init(members: Int = 1) throws {
    world = try World()
    for number in 0..<members {
      let session = open()
      speaker = speaker ?? session
      say(number == 0 ? #"{"type":"create","room":"talk"}"# : #"{"type":"join","room":"talk"}"#, session)
    }
  }

  @discardableResult
  func open() -> SessionID {
    sessions += 1
    let id = SessionID(slot: sessions, generation: 1)
    world.parlor.open(id, from: .network("192.0.2.\(sessions)"), at: World.morning)
    world.parlor.drainEffects { _ in }
    return id
  }

  private func say(_ line: String, _ session: SessionID) {
    Array(line.utf8).withUnsafeBytes { world.parlor.receive($0, from: session, at: World.morning) }
    world.parlor.drainEffects { _ in }
  }

  /// The objects made for each line, once all that is kept has grown to its size.
  func objects(for lines: [String]) throws -> Double {
    let (speaker, lines) = (try #require(speaker), lines.map { Array($0.utf8) })
    func sayAll() {
      for line in lines {
        line.withUnsafeBytes { world.parlor.receive($0, from: speaker, at: World.morning) }
        world.parlor.drainEffects { _ in }
      }
    }
    let rounds = 200
    for _ in 0..<rounds { sayAll() }
    let made = try objects { for _ in 0..<rounds { sayAll() } }
    return made / Double(rounds * lines.count)
  }

  /// The objects that something makes.
  func objects(of body: () -> Void) throws -> Double {
    runtime_counts_begin()
    body()
    return Double(runtime_counts_end())
  }
}
