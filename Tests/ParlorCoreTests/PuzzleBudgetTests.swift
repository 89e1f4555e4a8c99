import GameKit
import Synchronization
import Testing
import WireProtocol

@testable import ParlorCore

/// Every reading is 75 ms later than the one before: so long a puzzle takes.
private final class SlowClock: Sendable {
  private let microseconds = Atomic<Int64>(0)

  func read() -> Int64 { microseconds.add(75_000, ordering: .relaxed).newValue }
}

@Suite("The time that making puzzles takes")
struct PuzzleBudgetTests {
  @Test("Who asks for puzzles while too much time has gone into them is told when to come back; who plays is not")
  func budget() throws {
    let clock = SlowClock()
    let world = try World(
      answers: World.vocabulary.sorted(), limits: { $0.puzzleMillisecondsPerSecond = 100 }, stopwatch: { clock.read() })
    world.connect("ana", "ben")
    // The daily's own puzzle, when the first comes in, has been made by then.
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    world.wait(seconds: 5)
    let create = #"{"type":"create","game":"wordle","mode":"practice"}"#
    #expect(world.send("ana", create).last?.type == "joined")
    #expect(world.send("ana", create).last?.type == "joined")
    let refused = try #require(world.send("ana", create).last)
    #expect(refused.code == "too_fast")
    #expect(refused["retry_after_ms"] == 501)
    #expect(world.send("ana", #"{"type":"trial","game":"wordle"}"#).last?.code == "too_fast")
    #expect(world.send("ben", #"{"type":"move","text":"train"}"#).last?.type == "moved")
    #expect(world.send("ana", #"{"type":"create","room":"talk"}"#).last?.type == "joined")
    world.wait(milliseconds: 501)
    #expect(world.send("ana", create).last?.type == "joined")
    #expect(world.faults == [])
  }
}
