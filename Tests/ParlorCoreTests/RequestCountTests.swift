import CCallCounts
import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

/// Bounds what the frequent requests allocate and retain, from the line to its effects. Counts of a thread do not
/// depend on the machine or on what else runs, so they show a change that a measurement of time loses in its noise.
///
/// The bounds are a tenth above what debug builds of Swift 6.3 need; releases need less. Whoever lowers a count lowers
/// its bound.
@Suite("Allocations and retains per request", .enabled(if: call_counts_work() != 0, "calls are not counted here"))
struct RequestCountTests {
  /// How many of each request are counted, after as many that are not: the first ones grow what stays.
  private static let requests = 40

  private struct Counts: CustomStringConvertible {
    var allocations = 0.0
    var retains = 0.0

    var description: String { "\(allocations) allocations, \(retains) retains" }
  }

  /// What each of the requests takes on average; `next` prepares the request of that number and returns its line.
  private func counts(of name: String, in world: World, next: (Int) -> String) throws -> Counts {
    var sum = Counts()
    for number in 0..<2 * Self.requests {
      let line = next(number)
      world.clear()
      let (before, after) = try #require(world.post(name, line) { call_counts_of_thread() })
      #expect(!world.takeBytes(name).isEmpty)
      guard number >= Self.requests else { continue }
      sum.allocations += Double(after.allocations - before.allocations) / Double(Self.requests)
      sum.retains += Double(after.retains - before.retains) / Double(Self.requests)
    }
    return sum
  }

  private func expect(_ counts: Counts, allocations: Double, retains: Double) {
    #if compiler(>=6.3) && compiler(<6.4)
      #expect(counts.allocations <= allocations, "\(counts)")
      #expect(counts.retains <= retains, "\(counts)")
    #endif
  }

  @Test("The counter counts calls: of an array that grows, and of an object that is retained")
  func isCounted() {
    let before = call_counts_of_thread()
    let object = World.vocabulary.map { Array($0.utf8) }
    let copy = [object, object]
    let after = call_counts_of_thread()
    withExtendedLifetime(copy) {}
    #expect(after.allocations - before.allocations >= UInt64(object.count))
    #expect(after.retains - before.retains >= 1)
  }

  @Test("A ping")
  func ping() throws {
    let world = try World()
    world.connect("ana")
    let counts = try counts(of: "ana", in: world) { _ in #"{"type":"ping","id":1}"# }
    expect(counts, allocations: 7, retains: 147)
  }

  @Test("A line of talk to a room of eight")
  func say() throws {
    let world = try roomOfEight()
    let counts = try counts(of: "p1", in: world) { _ in
      #"{"type":"say","id":1,"text":"one line of talk, one line of ta"}"#
    }
    expect(counts, allocations: 193, retains: 1_003)
  }

  @Test("A move that ends nothing")
  func move() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    // None of them is an answer, so that each round has all six tries.
    let guesses = ["train", "ponds", "blume", "slate", "brine", "fjord"]
    let counts = try counts(of: "ana", in: world) { number in
      if number % 5 == 0, number > 0 {
        world.send("ana", #"{"type":"move","move":{"guess":"\#(guesses[5])"}}"#)
        world.send("ana", #"{"type":"start"}"#)
      }
      return #"{"type":"move","id":1,"move":{"guess":"\#(guesses[number % 5])"}}"#
    }
    expect(counts, allocations: 132, retains: 1_622)
  }

  @Test("Resuming in a room of eight with eight missed events")
  func resume() throws {
    let world = try roomOfEight()
    let counts = try counts(of: "p2", in: world) { _ in
      world.clear()
      world.send("p1", #"{"type":"say","text":"the last one heard"}"#)
      let seq = world.take("p2").last?["seq"]?.intValue ?? 0
      world.send("p2", #"{"type":"leave"}"#)
      for number in 1...7 { world.send("p1", #"{"type":"say","text":"line \#(number)"}"#) }
      return #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":\#(seq)},"id":1}"#
    }
    expect(counts, allocations: 416, retains: 4_700)
  }

  private func roomOfEight() throws -> World {
    let world = try World()
    for number in 1...8 {
      world.connect("p\(number)")
      world.send("p\(number)", number == 1 ? #"{"type":"create","room":"Lunch"}"# : #"{"type":"join","room":"lunch"}"#)
    }
    world.clear()
    return world
  }
}
