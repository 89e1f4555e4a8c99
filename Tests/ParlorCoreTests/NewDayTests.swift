import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What a new day costs")
struct NewDayTests {
  private let midnight = World.morning.adding(milliseconds: World.millisecondsToMidnight)

  @Test("Storage is told that guests may lapse, and which of those who cannot come back are here")
  func lapse() throws {
    let world = try World()
    world.connect("ana", "ben", "eve")
    for name in ["ana", "ben"] {
      world.send(name, #"{"type":"join","room":"wordle"}"#)
      world.send(name, #"{"type":"move","text":"train"}"#)
    }
    world.logIn("kim")
    world.drop("ana")
    world.parlor.reachTime(midnight)
    let told = try #require(world.parlor.takeBatch()).records.compactMap { record -> [PlayerID]? in
      guard case .guestsLapse(midnight, let present) = record else { return nil }
      return present
    }
    #expect(told == [[try #require(world.player("ben")).id]])
  }

  @Test("The news of a day are written once for all who may know the same")
  func news() throws {
    let world = try World()
    let names = (0..<20).map { "p\($0)" }
    for name in names { world.connect(name) }
    for name in names.prefix(10) { world.send(name, #"{"type":"login","name":"\#(name)"}"#) }
    world.parlor.reachTime(midnight)
    var ranges: [Range<Int>] = []
    world.parlor.drainEffects { effects in
      for case .send(_, let range, _) in effects.list where effects.bytes[range].contains(UInt8(ascii: "{")) {
        ranges.append(range)
      }
    }
    #expect(ranges.count == 20)
    #expect(Set(ranges).count == 2)
  }

  @Test("Looking back at many days does not push out what everybody is greeted with")
  func commitments() throws {
    let world = try World()
    world.logIn("ana")
    let today = world.parlor.hub.today
    for day in 1...120 {
      let text = Day(number: day).text
      #expect(world.send("ana", #"{"type":"opened","day":"\#(text)"}"#).last?.type == "opened")
    }
    #expect(world.parlor.hub.dailyPuzzles[DailyPuzzle.Key(game: "wordle", day: today)] != nil)
    #expect(world.parlor.hub.dailyPuzzles.count <= DailyPuzzle.mostRemembered)
  }

  @Test("A room may not look like one of the server's own")
  func imitations() throws {
    let world = try World()
    world.connect("ana")
    for name in ["w0rdIe", "Shares", "shar\u{435}s", "tria1"] {
      let code = world.send("ana", #"{"type":"create","room":"\#(name)"}"#).last?.code
      #expect(["room_exists", "bad_text"].contains(code), "\(name)")
    }
    #expect(world.send("ana", #"{"type":"create","room":"words"}"#).last?.type == "joined")
  }
}
