import CoreHarness
import GameKit
import Kernel
import ParlorCore
import Testing

/// What the core wants done may gather over several lines, and is carried out in its order all the same.
@Suite struct GatheredEffectsTests {
  @Test func `Answers to requests that came together leave in one send`() throws {
    let core = try Core()
    core.receive(#"{"type":"ping","id":1}"#, from: 1)
    core.receive(#"{"type":"ping","id":2}"#, from: 1)
    #expect(core.world.parlor.effectsMayGather)
    #expect(core.carryOut() == [#"send 1: {"type":"pong","re":1}|{"type":"pong","re":2}|"#])
  }

  @Test func `Sends to different sessions stay apart, and in their order`() throws {
    let core = try Core()
    core.receive(#"{"type":"ping","id":1}"#, from: 1)
    core.receive(#"{"type":"ping","id":2}"#, from: 2)
    core.receive(#"{"type":"ping","id":3}"#, from: 1)
    #expect(
      core.carryOut() == [
        #"send 1: {"type":"pong","re":1}|"#, #"send 2: {"type":"pong","re":2}|"#, #"send 1: {"type":"pong","re":3}|"#,
      ])
  }

  @Test func `A session that is to be closed or paused waits for nothing more`() throws {
    let core = try Core()
    core.receive(#"{"type":"bye","id":1}"#, from: 1)
    #expect(!core.world.parlor.effectsMayGather)
    #expect(core.carryOut() == [#"send 1: {"type":"bye","re":1}|"#, "close 1"])
    #expect(core.world.parlor.effectsMayGather)
  }

  @Test func `So much gathers and no more`() throws {
    let core = try Core()
    var lines = 0
    while core.world.parlor.effectsMayGather, lines < 10_000 {
      core.receive(#"{"type":"ping","id":1}"#, from: 1)
      lines += 1
    }
    // An answer has 23 bytes.
    #expect(lines == 713)
  }
}

/// A core whose effects are carried out as a server does, on a list.
private final class Core: SessionOutput {
  let world: World
  private var done: [String] = []

  init() throws {
    world = try World()
    for slot in 1...2 as ClosedRange<UInt32> {
      world.parlor.open(SessionID(slot: slot, generation: 1), from: .network("192.0.2.1"), at: World.morning)
    }
    _ = carryOut()
  }

  func receive(_ line: String, from slot: UInt32) {
    Array(line.utf8).withUnsafeBytes {
      world.parlor.receive($0, from: SessionID(slot: slot, generation: 1), at: World.morning)
    }
  }

  func carryOut() -> [String] {
    done = []
    world.parlor.drainEffects { carryOut($0, isDurable: true) }
    return done
  }

  func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket) {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "|")
    done.append("send \(sessions.map { "\($0.slot)" }.joined(separator: " ")): \(text)")
  }

  func close(_ session: SessionID) { done.append("close \(session.slot)") }
  func pause(_ session: SessionID, milliseconds: Int) { done.append("pause \(session.slot)") }
  func resume(_ session: SessionID) { done.append("resume \(session.slot)") }
  func release(through ticket: CommitTicket, position: UInt64) {}
  func dropHeld() {}
  func wake(at monotonicNanoseconds: UInt64) {}
  var sessionCount: Int { 2 }
}
