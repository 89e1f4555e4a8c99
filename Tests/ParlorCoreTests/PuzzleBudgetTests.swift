import CoreHarness
import GameKit
import Synchronization
import Testing
import WireProtocol

@testable import ParlorCore

/// Every reading is 75 ms later than the one before: so long a puzzle takes.
final class SlowClock: Sendable {
  private let microseconds = Atomic<Int64>(0)

  var count: Int64 { microseconds.load(ordering: .relaxed) / 75_000 }

  func read() -> Int64 { microseconds.add(75_000, ordering: .relaxed).newValue }
}

@Suite("The time budget for making puzzles")
struct PuzzleBudgetTests {
  private static let tight: @Sendable (inout Limits) -> Void = {
    $0.puzzleMillisecondsPerSecond = 100
    $0.puzzleMillisecondsPerAddress = 0
  }

  @Test("One address that requests puzzles without end leaves time for others")
  func addresses() {
    var limits = Limits()
    limits.puzzleMillisecondsPerSecond = 200
    limits.puzzleMillisecondsPerAddress = 50
    var now = Instant(milliseconds: 0)
    var budgets = PuzzleBudgets(limits, saying: "ask again shortly", now: now)
    var made = 0
    for _ in 0..<1000 {
      now = now.adding(milliseconds: 10)
      guard budgets.wait(for: "10.0.0.1", at: now) == nil else { continue }
      budgets.spend(microseconds: 5_000, for: "10.0.0.1", at: now)
      made += 1
      #expect(budgets.wait(for: "10.0.0.2", at: now) == nil)
    }
    // Ten seconds of 50 ms each, and what was saved before.
    #expect((100...112).contains(made))
    #expect(budgets.lastCost == 5_000)
  }

  @Test("Addresses that exhaust the common budget do not block one that asks for a single puzzle")
  func shutOut() {
    var limits = Limits()
    limits.puzzleMillisecondsPerSecond = 200
    limits.puzzleMillisecondsPerAddress = 100
    var now = Instant(milliseconds: 0)
    var budgets = PuzzleBudgets(limits, saying: "ask again shortly", now: now)
    var spent: Int64 = 0
    for turn in 0..<1000 {
      now = now.adding(milliseconds: 10)
      for attacker in ["10.0.0.1", "10.0.0.2", "10.0.0.3"] where budgets.wait(for: attacker, at: now) == nil {
        budgets.spend(microseconds: 5_000, for: attacker, at: now)
        spent += 5_000
      }
      guard turn % 200 == 199 else { continue }
      #expect(budgets.wait(at: now) != nil)
      #expect(budgets.wait(for: "10.0.0.9", at: now) == nil)
      budgets.spend(microseconds: 5_000, for: "10.0.0.9", at: now)
      #expect(budgets.wait(for: "10.0.0.9", at: now) != nil)
    }
    // Ten seconds of 200 ms, what was saved before, and the debt.
    #expect(spent <= 2_400_000)
  }

  @Test("Puzzle requests beyond the budget are told when to retry; moves are not affected")
  func budget() throws {
    let clock = SlowClock()
    let world = try World(
      answers: World.vocabulary.sorted(), limits: Self.tight, stopwatch: { clock.read() })
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
    #expect(world.send("ben", #"{"type":"move","text":"train"}"#).last?.type == "moved")
    #expect(world.send("ana", #"{"type":"create","room":"talk"}"#).last?.type == "joined")
    world.wait(milliseconds: 501)
    #expect(world.send("ana", create).last?.type == "joined")
    #expect(world.faults == [])
  }

  @Test("Puzzles of past days are made once, within the budget, and only for viewers who may know them")
  func openedDays() throws {
    let clock = SlowClock()
    let world = try World(
      answers: World.vocabulary.sorted(), limits: Self.tight, stopwatch: { clock.read() })
    world.connect("gil")
    world.logIn("ana")
    world.wait(seconds: 5)
    let before = clock.count
    for day in 1...20 {
      #expect(world.send("gil", #"{"type":"opened","day":"\#(Day(number: day).text)"}"#).last?.code == "not_over")
    }
    #expect(clock.count == before)
    func opened(_ day: Int) -> Line? {
      world.send("ana", #"{"type":"opened","day":"\#(Day(number: day).text)"}"#).last
    }
    #expect(opened(1)?.type == "opened")
    #expect(opened(2)?.type == "opened")
    #expect(opened(3)?.code == "too_fast")
    #expect(opened(1)?.type == "opened")
    world.wait(seconds: 2)
    #expect(opened(3)?.type == "opened")
  }

  @Test("The next round of a race waits until the budget allows its puzzle")
  func nextRound() throws {
    let clock = SlowClock()
    let world = try World(
      answers: World.vocabulary.sorted(), limits: Self.tight, stopwatch: { clock.read() })
    world.connect("ana", "ben")
    world.wait(seconds: 5)
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    world.send("ana", #"{"type":"start"}"#)
    let answer = try #require(world.answer(in: "lunch"))
    world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
    world.wait(milliseconds: 4_900)
    world.clear()
    for _ in 0..<3 { world.send("ben", #"{"type":"create","game":"wordle","mode":"practice"}"#) }
    world.wait(milliseconds: 150)
    #expect(world.take("ana").first("round") == nil)
    world.wait(seconds: 2)
    #expect(world.take("ana").first("round") != nil)
    #expect(world.faults == [])
  }
}
