import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Rematches")
struct RematchTests {
  /// Ana and Ben at a table, after a match that Ben has given up.
  private static func played() throws -> World {
    let world = try World.duelling("ana", "ben", "eva")
    world.ask("ana", "create", #""room":"duel","game":"lastword""#)
    world.ask("ben", "join", #""room":"duel""#)
    #expect(world.ask("ben", "rematch").last?.code == "not_playing")
    world.ask("ana", "start")
    #expect(world.ask("ben", "rematch").last?.code == "already_playing")
    world.ask("ben", "resign")
    world.clear()
    return world
  }

  @Test("The second rematch request begins the next match, at the same table with the same owner")
  func begins() throws {
    let world = try Self.played()
    world.ask("eva", "join", #""room":"duel","watching":true"#)
    #expect(world.ask("eva", "rematch").last?.code == "watching")
    world.clear()
    let asked = world.ask("ben", "rematch").last
    #expect(asked?.text == #"{"type":"rematch","room":"duel","wanted":["ben"],"missing":["ana"]}"#)
    #expect(world.take("ana").last == asked && world.take("eva").last == asked)
    #expect(world.ask("ben", "rematch").last == asked)
    let round = world.ask("ana", "rematch").last { $0.type == "round" }
    #expect(round?["n"] == 2)
    #expect(world.take("ben").types.contains("round"))
    #expect(world.ask("ana", "who").last?["owner"] == "ana")
    world.ask("ana", "resign")
    #expect(world.ask("ana", "rematch").last?["missing"] == ["ben"])
    #expect(world.faults == [])
  }

  @Test("Another match for two that counts is begun by both; for more, or where it does not count, the owner begins it")
  func start() throws {
    let world = try Self.played()
    let refused = world.send("ana", "/start").sentences
    #expect(refused.contains("both have to want it: /rematch asks the other"))
    #expect(world.ask("ana", "start").last?.code == "not_here" && world.take("ben").isEmpty)
    world.ask("eva", "join", #""room":"duel""#)
    #expect(world.ask("ana", "start").last("round")?["n"] == 2)
    world.ask("ana", "create", #""room":"loose","game":"lastword","rated":false"#)
    world.ask("ben", "join", #""room":"loose""#)
    world.ask("ana", "start", #""room":"loose""#)
    world.ask("ben", "resign", #""room":"loose""#)
    #expect(world.ask("ana", "start", #""room":"loose""#).last("round")?["n"] == 2)
    #expect(world.faults == [])
  }

  @Test("An owner who watches does not begin another match for two that counts")
  func watcher() throws {
    let world = try Self.played()
    world.ask("eva", "join", #""room":"duel","watching":true"#)
    world.ask("ana", "hand_over", #""player":"eva""#)
    world.clear()
    #expect(world.ask("eva", "start").last?.code == "not_here" && world.take("ben").isEmpty)
    world.ask("ben", "rematch")
    #expect(world.ask("ana", "rematch").last("round")?["n"] == 2)
    #expect(world.faults == [])
  }

  @Test("Who has asked and lost the connection is waited for, and asks again")
  func away() throws {
    let world = try World.duelling("ana")
    let token = world.logIn("ben")
    world.ask("ana", "create", #""room":"duel","game":"lastword""#)
    world.ask("ben", "join", #""room":"duel""#)
    world.ask("ana", "start")
    world.ask("ben", "resign")
    world.ask("ben", "rematch")
    world.drop("ben")
    let asked = world.ask("ana", "rematch").last
    #expect(asked?["wanted"] == ["ana"] && asked?["missing"] == ["ben"])
    world.connect("back", from: "192.0.2.98")
    world.ask("back", "login", #""token":"\#(token)""#)
    world.ask("back", "join", #""room":"duel""#)
    #expect(world.ask("back", "rematch").last("round")?["n"] == 2)
    #expect(world.faults == [])
  }

  @Test("Typed, a rematch request says who has agreed and who has not")
  func typed() throws {
    let world = try Self.played()
    #expect(world.send("ben", "/rematch").text == "ben wants to play once more: /rematch of ana is missing")
    #expect(world.send("ana", "/rematch").text.contains("Round 2 has begun."))
  }

  @Test("A rematch is refused with the reason if a player has left, or the next round begins by itself")
  func refused() throws {
    let world = try Self.played()
    world.ask("ben", "leave")
    let alone = world.ask("ana", "rematch").last
    #expect(alone?.code == "not_playing" && alone?["message"]?.stringValue?.hasSuffix("and 1 is here") == true)
    world.ask("ana", "create", #""room":"fast","game":"wordle""#)
    world.ask("ana", "start", #""room":"fast""#)
    for word in ["train", "ponds", "blume", "slate", "brine", "quick"] {
      world.ask("ana", "move", #""room":"fast","text":"\#(word)""#)
    }
    let soon = world.ask("ana", "rematch", #""room":"fast""#).last
    #expect(soon?["message"]?.stringValue?.hasPrefix("The next round begins by itself in") == true)
    world.ask("ana", "create", #""room":"talk""#)
    #expect(world.ask("ana", "rematch", #""room":"talk""#).last?.code == "not_playing")
    #expect(world.faults == [])
  }
}
