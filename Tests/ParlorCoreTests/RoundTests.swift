import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Races, shared games and practice")
struct RoundTests {
  func race(_ names: String..., in world: World, round seconds: Int = 60) {
    for name in names { world.connect(name) }
    world.send(names[0], #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":\#(seconds)}"#)
    for name in names.dropFirst() { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
  }

  func start(_ owner: String, in world: World) -> String {
    world.post(owner, #"{"type":"start","room":"lunch","id":"go"}"#)
    return world.answer(in: "lunch") ?? ""
  }

  func move(_ name: String, _ word: String, in world: World) {
    world.post(name, #"{"type":"move","room":"lunch","text":"\#(word)"}"#)
  }

  @Test("A race waits for its owner, then everybody has a board on the same puzzle")
  func start() throws {
    let world = try World()
    race("ana", "ben", in: world)
    #expect(world.send("ben", #"{"type":"start","id":1}"#).last?.code == "not_owner")
    #expect(world.send("ben", #"{"type":"move","text":"train","id":1}"#).last?.code == "not_playing")
    world.clear()
    _ = start("ana", in: world)
    let (own, other) = (try #require(world.take("ana").last), try #require(world.take("ben").last))
    #expect(own.type == "round" && other.type == "round")
    #expect(own["re"] == "go" && other["re"] == nil)
    #expect(own["n"] == 1)
    #expect(own["ends_in_s"] == 60)
    #expect(own["board"]?["title"] == "Wordle round 1")
    #expect(world.send("ana", #"{"type":"start","id":2}"#).last?.code == "already_playing")
    #expect(world.faults == [])
  }

  @Test("When all are done the standings are sent, and the next round begins five seconds later")
  func rounds() throws {
    let world = try World(answers: ["nymph", "crane", "slate", "quick"])
    race("ana", "ben", "cid", in: world)
    let answer = start("ana", in: world)
    world.wait(seconds: 10)
    let miss = try #require(["train", "ponds", "blume"].first { $0 != answer })
    move("ben", miss, in: world)
    move("ben", answer, in: world)
    move("ana", answer, in: world)
    #expect(!world.take("cid").types.contains("round_over"))
    for _ in 0..<6 { move("cid", miss, in: world) }
    let over = try #require(world.take("cid").last("round_over"))
    #expect(over["next_in_s"] == 5)
    let standings = try #require(over["standings"]?.arrayValue)
    let names = ["ana", "ben", "cid"].map { world.player($0)?.name }
    #expect(standings.map { $0["player"]?.stringValue } == names)
    #expect(standings.map { $0["place"] } == [1, 2, 3])
    #expect(standings.map { $0["wins"] } == [1, 0, 0])
    #expect(standings[0]["elapsed_ms"] == 10_000)
    #expect(standings[2]["outcome"]?["answer"]?.stringValue == answer)
    #expect(over["solution"]?.text == #"[{"guess":"\#(answer)"}]"#)
    world.clear()
    world.wait(milliseconds: 4_999)
    #expect(world.take("ana") == [])
    world.wait(milliseconds: 1)
    #expect(world.take("ana").last?["n"] == 2)
    #expect(world.answer(in: "lunch") != answer)
    #expect(world.faults == [])
  }

  @Test("After a round without a move the next one waits for the owner")
  func idleRound() throws {
    let world = try World(answers: ["nymph", "crane", "slate"])
    race("ana", "ben", in: world, round: 30)
    _ = start("ana", in: world)
    world.clear()
    world.wait(seconds: 30)
    let over = try #require(world.take("ben").last("round_over"))
    #expect(over["next_in_s"] == nil)
    world.wait(seconds: 600)
    #expect(world.take("ben") == [])
    _ = start("ana", in: world)
    move("ben", "ponds", in: world)
    world.clear()
    world.wait(seconds: 30)
    #expect(world.take("ben").last("round_over")?["next_in_s"] == 5)
    #expect(world.faults == [])
  }

  @Test("Time ends a round, and unfinished players are last without a result")
  func timeEnds() throws {
    let world = try World(answers: ["nymph", "crane"])
    race("ana", "ben", in: world, round: 30)
    let answer = start("ana", in: world)
    move("ben", answer, in: world)
    world.clear()
    world.wait(milliseconds: 29_999)
    #expect(world.take("ana") == [])
    world.wait(milliseconds: 1)
    let over = try #require(world.take("ana").last("round_over"))
    let standings = try #require(over["standings"]?.arrayValue)
    #expect(standings.map { $0["player"]?.stringValue } == [world.player("ben")?.name, world.player("ana")?.name])
    #expect(standings[1]["outcome"] == nil)
    #expect(world.send("ana", #"{"type":"move","text":"train","id":1}"#).last?.code == "not_playing")
    // The board of a round that is over is not one to play on.
    #expect(world.send("ana", #"{"type":"join","room":"lunch"}"#).last?["state"] == "waiting")
  }

  @Test("Equal results share a place and both have won")
  func ties() throws {
    let world = try World()
    race("ana", "ben", in: world)
    let answer = start("ana", in: world)
    world.wait(seconds: 3)
    move("ben", answer, in: world)
    move("ana", answer, in: world)
    let standings = world.take("ana").last("round_over")?["standings"]?.arrayValue ?? []
    #expect(standings.map { $0["place"] } == [1, 1])
    #expect(standings.map { $0["wins"] } == [1, 1])
  }

  @Test("The next round waits while all players are away")
  func nobodyThere() throws {
    let world = try World(answers: ["nymph", "crane"])
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle"}"#)
    let answer = start("ana", in: world)
    move("ana", answer, in: world)
    world.drop("ana")
    world.wait(seconds: 10)
    #expect(world.parlor.rooms["lunch"]?.rounds.number == 1)
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    world.send("ana", #"{"type":"join","room":"lunch"}"#)
    #expect(world.send("ana", #"{"type":"start"}"#).last?["n"] == 2)
    #expect(world.faults == [])
  }

  @Test("A player who joins during a round gets a board, timed from the round's start")
  func lateComer() throws {
    let world = try World()
    race("ana", in: world)
    let answer = start("ana", in: world)
    world.wait(seconds: 20)
    world.connect("ben")
    let joined = try #require(world.send("ben", #"{"type":"join","room":"lunch"}"#).last)
    #expect(joined["state"] == "playing")
    #expect(joined["round"] == 1)
    #expect(joined["ends_in_s"] == 40)
    move("ben", answer, in: world)
    move("ana", answer, in: world)
    let standings = world.take("ana").last("round_over")?["standings"]?.arrayValue ?? []
    #expect(standings.map { $0["elapsed_ms"] } == [20_000, 20_000])
  }

  @Test("Leaving and rejoining during a round restores the same board")
  func noFreshBoard() throws {
    let world = try World()
    race("ana", "ben", in: world)
    let answer = start("ana", in: world)
    move("ben", "train", in: world)
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    let joined = try #require(world.send("ben", #"{"type":"join","room":"lunch"}"#).last)
    #expect(joined["board"]?["notes"] == ["2/6"])
    move("ben", answer, in: world)
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.send("ben", #"{"type":"join","room":"lunch"}"#).last?["state"] == "finished")
    world.clear()
    // Ben is done, so ana's end is the round's.
    move("ana", answer, in: world)
    #expect(world.take("ana").types.contains("round_over"))
    #expect(world.faults == [])
  }

  @Test("A round ends when the last unfinished player leaves")
  func lastPlayerLeaves() throws {
    let world = try World()
    race("ana", "ben", in: world)
    let answer = start("ana", in: world)
    move("ana", answer, in: world)
    world.clear()
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.take("ana").types == ["left", "round_over"])
  }

  @Test("A disconnected player's seat is reserved for two minutes, then it is given up")
  func away() throws {
    let world = try World()
    race("ana", in: world, round: 600)
    let token = world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    _ = start("ana", in: world)
    move("ben", "train", in: world)
    world.clear()
    world.drop("ben")
    #expect(world.take("ana").types == ["away"])
    world.wait(seconds: 119)
    world.connect("ben")
    world.send("ben", #"{"type":"login","token":"\#(token)"}"#)
    let joined = world.send("ben", #"{"type":"join","room":"lunch"}"#).last("joined")
    #expect(joined?["board"]?["notes"] == ["2/6"])
    #expect(world.take("ana").types.contains("back"))
    world.drop("ben")
    world.wait(seconds: 120)
    #expect(world.take("ana").last?["reason"] == "away_too_long")
    #expect(world.faults == [])
  }

  @Test("A guest without a token cannot return, so the seat is free at once")
  func guestsLeave() throws {
    let world = try World()
    race("ana", "ben", in: world)
    _ = start("ana", in: world)
    world.clear()
    world.drop("ben")
    #expect(world.take("ana").types == ["left"])
    #expect(world.parlor.rooms["lunch"]?.members.count == 1)
  }

  @Test("A login returns the player to the rooms with reserved seats, and says so")
  func loginReturns() throws {
    let world = try World()
    race("ana", in: world)
    let token = world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    _ = start("ana", in: world)
    world.drop("ben")
    world.connect("ben")
    let told = world.send("ben", #"{"type":"login","token":"\#(token)","id":1}"#)
    #expect(told.types == ["login", "joined"])
    #expect(told.last?["board"] != nil)
    move("ana", "train", in: world)
    #expect(world.take("ben").types == ["moved"])
    #expect(world.faults == [])
  }

  @Test("A watcher of a race sees everybody's colours, before, during and after")
  func watchRace() throws {
    let world = try World()
    race("ana", "ben", in: world)
    let answer = start("ana", in: world)
    move("ana", "train", in: world)
    world.connect("eve")
    let joined = try #require(world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#).last)
    #expect(joined["boards"]?.arrayValue?.count == 2)
    move("ana", answer, in: world)
    move("ben", answer, in: world)
    let seen = world.take("eve") + [joined]
    #expect(seen.types.contains("round_over"))
    #expect(!seen.text.lowercased().contains(answer) && !seen.text.contains("train"))
  }

  @Test("Between the rounds of a race talk is hidden from nobody")
  func talkBetweenRounds() throws {
    let world = try World()
    race("ana", in: world)
    world.connect("eve")
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    let answer = start("ana", in: world)
    move("ana", answer, in: world)
    world.clear()
    world.connect("ben")
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.post("ana", #"{"type":"say","room":"lunch","text":"another one?"}"#)
    for name in ["ben", "eve"] { #expect(world.take(name).last?["text"] == "another one?") }
  }

  @Test("In a round without a win or a point nobody has a place, in JSON and in text")
  func noPlaces() throws {
    let world = try World()
    race("ana", "ben", in: world)
    world.connect("eve")
    world.send("eve", "/join lunch")
    _ = start("ana", in: world)
    for _ in 1...6 {
      move("ana", "quick", in: world)
    }
    world.clear()
    world.wait(seconds: 60)
    let standings = world.take("ana").first("round_over")?["standings"]?.arrayValue ?? []
    #expect(standings.count == 3 && standings.allSatisfy { $0["place"] == nil && $0["wins"] == 0 })
    let told = world.take("eve").map(\.text)
    #expect(told.contains { $0.hasSuffix("has not finished") } && !told.contains { $0.contains("1. ") })
    #expect(world.send("ana", #"{"type":"results"}"#).last?["csv"]?.stringValue?.contains("\n,") == true)
  }
}
