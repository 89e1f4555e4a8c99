import CoreHarness
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What a new day costs")
struct NewDayTests {
  private let midnight = World.morning.adding(milliseconds: World.millisecondsToMidnight)

  @Test("Storage is told that guests may expire, and which of those who cannot return are connected")
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
    let told = try #require(world.parlor.takeBatch(at: midnight)).lines.compactMap { line -> [PlayerID]? in
      guard case .guestsLapse(midnight, let present) = ServerDocument.madeFact(of: line) else { return nil }
      return present
    }
    #expect(told == [[try #require(world.player("ben")).id]])
  }

  @Test("Storage is told how long matches are kept, if the operator limits that", arguments: [0, 30])
  func kept(days: Int) throws {
    let world = try World(limits: { $0.matchesDays = days })
    world.parlor.reachTime(midnight)
    let told = try #require(world.parlor.takeBatch(at: midnight)).lines.compactMap { line -> Instant?? in
      guard case .day(325, let start) = ServerDocument.madeFact(of: line) else { return nil }
      return start
    }
    #expect(told == [days == 0 ? nil : midnight.adding(milliseconds: -86_400_000 * Int64(days))])
  }

  @Test("The message of a new day is encoded once for all who may know the same")
  func news() throws {
    let world = try World()
    let names = (0..<20).map { "p\($0)" }
    for name in names { world.connect(name) }
    for name in names.prefix(10) { world.send(name, #"{"type":"login","name":"\#(name)"}"#) }
    world.parlor.reachTime(midnight)
    var recipients: [SessionID] = []
    var count = 0
    world.parlor.drainEffects { effects in
      for case .send(let range, let part, _) in effects.list where effects.bytes[range].contains(UInt8(ascii: "{")) {
        recipients += effects.recipients[part]
        count += 1
      }
    }
    #expect(Set(recipients).count == 20)
    #expect(recipients.count == 20)
    #expect(count == 2)
  }

  @Test("In a very large room new boards are dealt over several turns; a player who moves earlier gets one at once")
  func slices() throws {
    let world = try World()
    let names = (0..<400).map { "p\($0)" }
    for name in names {
      world.connect(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
      if name.hasSuffix("7") { world.send(name, #"{"type":"move","text":"train"}"#) }
    }
    let room = try #require(world.parlor.rooms["wordle"])
    world.wait(milliseconds: World.millisecondsToMidnight - 1 - world.now.milliseconds + World.morning.milliseconds)
    #expect(room.seats.count == 400)
    // Only the first part is seen to at midnight itself.
    world.wait(milliseconds: 1)
    #expect((1..<400).contains(room.seats.count))
    let undealt = names.filter { name in world.player(name).map { room.seats[$0.id] == nil } ?? false }
    #expect(undealt.count > 200)
    world.drop(undealt[0])
    world.send(undealt[1], #"{"type":"leave","room":"wordle"}"#)
    let moved = world.send(undealt[2], #"{"type":"move","text":"ponds"}"#).last("moved")
    #expect(moved?["seq"] != nil)
    #expect(world.send(undealt[3], #"{"type":"board"}"#).last?.json["board"]?["rows"] != nil)
    world.wait(seconds: 1)
    #expect(room.dayBoards?.turn == nil)
    // A guest's board goes with the guest; whoever leaves finds the board again.
    #expect(room.seats.count == 399)
    #expect(room.seats.values.allSatisfy { $0.played.scope == .day(game: "wordle", Day(number: 325)) })
    #expect(room.seats[try #require(world.player(undealt[2])).id]?.played.moveCount == 1)
    #expect(world.faults == [])
  }

  @Test("Reading many past days does not evict what everybody asks for")
  func commitments() throws {
    let world = try World()
    world.logIn("ana")
    world.send("ana", #"{"type":"about"}"#)
    let today = world.parlor.hub.today
    for day in 1...120 {
      let text = Day(number: day).text
      #expect(world.send("ana", #"{"type":"opened","day":"\#(text)"}"#).last?.type == "opened")
    }
    #expect(world.parlor.hub.puzzles.dailies[DailyPuzzle.Key(game: "wordle", day: today)] != nil)
    #expect(world.parlor.hub.puzzles.dailies.count <= DailyPuzzle.mostRemembered)
  }

  @Test("A room may not look like one of the server's own")
  func imitations() throws {
    let world = try World()
    world.connect("ana")
    for name in ["w0rdIe", "Shares", "shar\u{435}s"] {
      let code = world.send("ana", #"{"type":"create","room":"\#(name)"}"#).last?.code
      #expect(["exists room", "bad_text"].contains(code), "\(name)")
    }
    #expect(world.send("ana", #"{"type":"create","room":"words"}"#).last?.type == "joined")
  }
}
