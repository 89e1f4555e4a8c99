import CoreHarness
import GameKit
import Storage
import LastWord
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

extension TableTests {
  // MARK: - Hands and chance

  private func hand(_ name: String, in world: World) -> [Int] {
    (board(name, in: world)?["data"]?["hand"]?.arrayValue ?? []).compactMap(\.intValue)
  }

  @Test("A hand is seen by its player only, on boards, in turns and when resuming")
  func hands() {
    let world = table(highCard, "ana", "ben")
    world.connect("eve")
    world.send("eve", #"{"type":"join","watching":true,"room":"corner"}"#)
    world.clear()
    world.send("ana", #"{"type":"start"}"#)
    #expect(hand("ana", in: world).count == 3 && hand("ben", in: world).count == 3)
    #expect(Set(hand("ana", in: world) + hand("ben", in: world)).count == 6)
    let seen = world.send("eve", #"{"type":"board","room":"corner"}"#).first?["board"]?["data"]
    #expect(seen?["held"] == [3, 3] && seen?["hand"] == nil)
    let card = hand("ana", in: world)[0]
    world.clear()
    let own = move("ana", "\(card)", in: world).last?["turn"]
    #expect(own?["card"]?.intValue == card && own?["drawn"]?.intValue != nil)
    #expect(world.take("ben").last?["turn"] == ["card": .int(card)])
    #expect(world.take("eve").last?["turn"] == ["card": .int(card)])
    // Who comes back is told what was missed, and no more of it.
    world.send("eve", #"{"type":"leave","room":"corner"}"#)
    let resumed = world.send("eve", #"{"type":"join","watching":true,"room":"corner","since":{"epoch":"e1","seq":1}}"#)
    let missed = resumed.filter { $0.type == "moved" }
    #expect(missed.map { $0["turn"] } == [["card": .int(card)]])
  }

  @Test("The other players are sent the same bytes whatever one player's hand is", arguments: [1, 2, 3, 4, 5])
  func secrecy(seed: UInt64) {
    let worlds = [seed, seed + 100].map { seed in
      let world = World(games: [highCard], seed: seed)
      for name in ["ana", "ben"] { world.logIn(name) }
      world.connect("eve")
      world.send("ana", #"{"type":"create","room":"corner","game":"highcard"}"#)
      world.send("ben", #"{"type":"join","room":"corner"}"#)
      world.send("eve", #"{"type":"join","watching":true,"room":"corner"}"#)
      world.clear()
      world.send("ana", #"{"type":"start"}"#)
      return world
    }
    #expect(hand("ana", in: worlds[0]) != hand("ana", in: worlds[1]))
    let seen = worlds.map { $0.take("eve").text }
    #expect(seen[0] == seen[1])
  }

  @Test("A player who is out of a match may not know the others' hands, and gets no replay, until it is over")
  func outOfTheMatch() throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = table(highCard, "ana", "ben", "eve", storage: storage)
    world.send("ana", #"{"type":"start"}"#)
    world.send("ana", #"{"type":"resign"}"#)
    let scope = try #require(world.parlor.rooms["corner"]?.scope)
    let ana = try #require(world.player("ana"))
    let past = world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue?.first
    let replay = #"{"type":"replay","match":"\#(try #require(past?["match"]?.stringValue))"}"#
    #expect(!world.parlor.hub.mayKnow(ana, scope))
    #expect(world.send("ana", replay).last?.code == "not_found match")
    world.send("ben", #"{"type":"resign"}"#)
    #expect(world.parlor.hub.mayKnow(ana, scope))
    world.clear()
    #expect(world.send("ana", replay).first("replay_header")?["puzzle_data"]?["key"] != nil)
  }

  // MARK: - Watching

  @Test("A player in a match cannot change to watching, which would resign; one who is out or has left can")
  func noWatchingInMatch() throws {
    let world = table(connectFour, "ana", "ben")
    for line in [#"{"type":"join","watching":true,"room":"corner"}"#, "/watch corner"] {
      let refusal = world.send("ana", line)
      #expect(refusal.text.contains("You play a match in corner, which watching would give up"))
    }
    #expect(world.take("ben").isEmpty)
    #expect(move("ana", "4", in: world).last?.type == "moved")
    world.send("ana", #"{"type":"resign","room":"corner"}"#)
    #expect(world.send("ana", #"{"type":"join","watching":true,"room":"corner"}"#).last?["state"] == "watching")
    #expect(world.faults == [])
  }

  @Test(
    "A player with an unfinished board cannot change to watching; one who is done can", arguments: ["race", "together"])
  func noWatchingInRound(_ mode: String) throws {
    let world = try World()
    world.connect("ana", "ben")
    world.send("ana", "/create lunch wordle \(mode)")
    #expect(
      world.send("ben", #"{"type":"join","watching":true,"room":"lunch"}"#).last?["state"] == "watching",
      "nothing is played yet")
    world.send("ben", "/join lunch")
    if mode == "race" { world.send("ana", "/start") }
    world.send("ben", "train")
    world.send("ana", "ponds")
    for line in [#"{"type":"join","watching":true,"room":"lunch"}"#, "/watch lunch"] {
      let refusal = world.send("ben", line).sentences
      #expect(
        refusal.contains("You play a round in lunch, which watching would give up: play on, or /leave lunch first"))
    }
    #expect(world.parlor.rooms["lunch"]?.isPlaying == true)
    #expect(world.send("ben", "slate").text.contains("SLATE"), "the board is still there")
    world.send("ben", try #require(world.answer(in: "lunch")))
    #expect(world.send("ben", #"{"type":"join","watching":true,"room":"lunch"}"#).last?["state"] == "watching")
    #expect(world.faults == [])
  }

  @Test(
    "A text session does not leave a match by going elsewhere, and is told how to leave",
    arguments: [
      ("/join talk", "talk"), ("/watch talk", "talk"), ("/create den", "den"), ("/practice wordle", "Wordle"),
    ])
  func noLeavingInMatch(_ line: String, _ room: String) throws {
    let world = try World(others: [connectFour])
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("kim", #"{"type":"create","room":"talk"}"#)
    world.send("ana", "/create corner connectfour")
    world.send("ben", "/join corner")
    world.clear()
    let refusal = "You play a match in corner, which going elsewhere would give up: finish it, or /leave gives it up"
    #expect(world.send("ana", line).sentences == refusal)
    #expect(world.take("ben").isEmpty)
    #expect(world.parlor.rooms["corner"]?.isPlaying == true)
    // Programs are in several rooms at a time.
    #expect(world.send("ben", #"{"type":"join","room":"talk"}"#).last?.type == "joined")
    world.send("ana", "/leave")
    #expect(world.parlor.rooms["corner"]?.isPlaying == false)
    #expect(world.send("ana", line).text.hasPrefix(room))
    #expect(world.faults == [])
  }

  @Test("A turn without a mover names its players, and its remark begins with the names")
  func outOfTime() throws {
    let source = try LastWordSource(
      GuessLists(answers: Array("crane\nslate".utf8), guesses: Array("crane\nnymph\nslate".utf8)))
    let world = World(games: [GameModule(source)])
    for name in ["ana", "ben", "cleo"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"corner","game":"lastword","settings":{"seconds":60}}"#)
    for name in ["ben", "cleo"] { world.send(name, "/join corner") }
    world.send("ana", #"{"type":"start","room":"corner"}"#)
    for _ in 1...6 { world.send("ben", "nymph") }
    world.clear()
    world.wait(seconds: 46)
    #expect(world.take("cleo").text.hasPrefix("ben is out of time"))
    let moved = try #require(world.take("ana").first { $0["turn"]?["event"] == "time" })
    #expect(moved["player"] == nil && moved["turn"]?["players"] == ["ben"] && moved["turn"]?["out"] == 1)
    #expect(moved["remark"] == "ben is out of time")
    world.wait(seconds: 15)
    let over = world.take("cleo").text
    #expect(over.contains("ana and cleo are out of time"))
    #expect(over.contains("3. ben came 3rd") && !over.contains("3rd, "), "all have ended with the match")
  }
}
