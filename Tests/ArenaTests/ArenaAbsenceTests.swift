import CoreHarness
import GameKit
import ParlorCore
import TableGames
import Testing
import WireProtocol

/// Players of an arena who do nothing, leave, give up or are deleted.
@Suite("Absence in an arena")
struct ArenaAbsenceTests {
  @Test("A player who does not move is paused, nothing is rated, and the opponent goes on")
  func absent() throws {
    let (world, code) = try ArenaTests.world(
      create: ArenaTests.create.replacing("}", with: #","clock":{"match_s":10}}"#))
    world.wait(seconds: 3)
    world.clear()
    world.wait(seconds: 11)
    let results = ["ana", "ben"].map { world.take($0).last("arena_score") }
    #expect(results.allSatisfy { $0?["result"] == "void" && $0?["points"] == 0 })
    #expect(results.count { $0?["paused"] == true } == 1)
    let rows = world.send("ana", #"{"type":"arena","code":\#(code)}"#).last?["rows"]?.arrayValue ?? []
    #expect(rows.allSatisfy { $0["rating"] == 1500 && $0["games"] == 0 })
    let absent = results[0]?["paused"] == true ? "ana" : "ben"
    world.wait(seconds: 20)
    #expect(ArenaTests.room(world.take("ana")) == nil)
    world.send(absent, #"{"type":"join_arena","code":\#(code)}"#)
    world.wait(seconds: 10)
    #expect(ArenaTests.room(world.take(absent)) != nil)
    #expect(world.faults == [])
  }

  /// The room of the next game, as soon as it has begun.
  private static func nextRoom(_ world: World) throws -> String {
    for _ in 0..<12 {
      world.wait(seconds: 1)
      if let room = ArenaTests.room(world.take("ana")) { return room }
    }
    return try #require(nil, "ana is paired with nobody")
  }

  @Test("Resigning or leaving within ten seconds voids the game and pauses that player; later it loses")
  func quitting() throws {
    let (world, code) = try ArenaTests.world()
    for (verb, seconds) in [("resign", 0), ("leave", 0), ("leave", 10), ("resign", 10)] {
      let room = try Self.nextRoom(world)
      let first = ArenaTests.move(world, "ana", 1, in: room) ? "ana" : "ben"
      let other = first == "ana" ? "ben" : "ana"
      if first == "ben" { ArenaTests.move(world, "ben", 1, in: room) }
      ArenaTests.move(world, other, 2, in: room)
      world.wait(seconds: seconds)
      world.send(other, #"{"type":"\#(verb)","room":"\#(room)"}"#)
      world.wait(seconds: 1)
      let (won, lost) = (world.take(first).last("arena_score"), world.take(other).last("arena_score"))
      #expect(won?["result"]?.stringValue == (seconds > 0 ? "won" : "void") && won?["paused"] == nil)
      #expect((lost?["paused"] == true) == (seconds == 0 || verb == "leave"), "\(verb) after \(seconds) s")
      world.send(other, #"{"type":"join_arena","code":\#(code)}"#)
      world.clear()
    }
    #expect(world.faults == [])
  }

  @Test("Deleting a player ends the opponent's game")
  func deleted() throws {
    let (world, _) = try ArenaTests.world(create: ArenaTests.create.replacing("connectfour", with: "wordle"))
    let room = try Self.nextRoom(world)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"move","text":"train","room":"\#(room)"}"#) }
    world.clear()
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    world.wait(seconds: 1)
    #expect(world.take("ana").last("arena_score")?["result"] == "void")
    #expect(world.faults == [])
  }

  @Test("Leaving a race that the opponent has finished loses it, also within the first ten seconds")
  func dodging() throws {
    let (world, _) = try ArenaTests.world(create: ArenaTests.create.replacing("connectfour", with: "wordle"))
    let room = try Self.nextRoom(world)
    for (name, text) in [("ben", "train"), ("ana", try #require(world.answer(in: room)))] {
      world.send(name, #"{"type":"move","text":"\#(text)","room":"\#(room)"}"#)
    }
    world.send("ben", #"{"type":"leave","room":"\#(room)"}"#)
    world.wait(seconds: 1)
    #expect(world.take("ana").last("arena_score")?["result"] == "won")
    #expect(world.take("ben").last("arena_score")?["result"] == "lost")
  }

  @Test(
    "A player who has moved and then lets time run out while behind is paused; one who uses all time to think is not",
    arguments: ["connectfour", "wordle"])
  func idle(game: String) throws {
    let create = ArenaTests.create.replacing("connectfour", with: game)
      .replacing("}", with: game == "wordle" ? "}" : #","clock":{"match_s":70}}"#)
    let (world, _) = try ArenaTests.world(create: create)
    for isLate in [false, true] {
      world.wait(seconds: 10)
      let room = try #require(ArenaTests.room(world.take("ana")))
      func move(_ name: String, _ text: String) -> Bool {
        world.send(name, #"{"type":"move","text":"\#(text)","room":"\#(room)"}"#).types.contains("moved")
      }
      var sleeper = "ben"
      if game == "wordle" {
        _ = (move("ben", "train"), move("ana", "slate"), move("ana", try #require(world.answer(in: room))))
        world.wait(seconds: isLate ? 150 : 1)
        if isLate { #expect(move("ben", "ponds")) }
        world.wait(seconds: 180)
      } else {
        sleeper = move("ana", "1") ? "ana" : "ben"
        let other = sleeper == "ana" ? "ben" : "ana"
        if sleeper == "ben" { _ = move("ben", "1") }
        _ = move(other, "2")
        world.wait(seconds: isLate ? 20 : 71)
        if isLate {
          _ = (move(sleeper, "1"), move(other, "2"))
          world.wait(seconds: 51)
        }
      }
      let lost = world.take(sleeper).last("arena_score")
      #expect(lost?["result"] == "lost" && (lost?["paused"] == true) == !isLate)
      #expect(world.take(sleeper == "ana" ? "ben" : "ana").last("arena_score")?["paused"] == nil)
      world.send(sleeper, #"{"type":"join_arena"}"#)
      world.clear()
    }
    #expect(world.faults == [])
  }
}
