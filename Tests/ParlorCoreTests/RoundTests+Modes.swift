import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

extension RoundTests {
  @Test("A shared game has one board for all, and each move names its player")
  func together() throws {
    let world = try World()
    world.connect("ana", "ben", "eve")
    let created = world.send("ana", #"{"type":"create","room":"duo","game":"wordle","mode":"together","id":1}"#)
    #expect(created.types == ["joined"])
    #expect(created.last?["state"] == "playing")
    world.send("ben", #"{"type":"join","room":"duo"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"duo"}"#)
    world.clear()
    world.post("ben", #"{"type":"move","text":"train"}"#)
    let seen = try #require(world.take("ana").last)
    #expect(seen["player"]?.stringValue == world.player("ben")?.name)
    #expect(seen["turn"]?["guess"] == "train")
    #expect(seen["board"]?["notes"] == ["2/6"])
    #expect(world.take("eve").last?["turn"]?["guess"] == nil)
    world.clear()
    world.post("ana", #"{"type":"move","text":"\#(world.answer(in: "duo") ?? "")"}"#)
    #expect(world.take("ben").types == ["moved", "finished", "finished", "round_over"])
    #expect(world.send("ana", #"{"type":"start"}"#).last?["n"] == 2)
    #expect(world.faults == [])
  }

  @Test("Practice is for one player, begins by itself, and repeats without end, also when all words are used")
  func practice() throws {
    let world = try World(answers: ["crane", "nymph", "slate"])
    world.connect("ana", "ben")
    let created = world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    #expect(created.types == ["joined"])
    #expect(created.last?["state"] == "playing")
    #expect(world.send("ben", #"{"type":"join","room":"gym","id":1}"#).last?.code == "room_full")
    var answers: [String] = []
    var last = 1
    for round in 1...9 {
      let answer = try #require(world.answer(in: "gym"))
      answers.append(answer)
      let told = world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
      #expect(told.types == ["moved", "finished", "round_over"])
      // Among three the day's cannot be hidden, and comes as well. After all it is said, once, that there are no more.
      if round % 3 == 0 {
        #expect(world.send("ana", #"{"type":"start"}"#).last?.code == "no_puzzles_left")
        #expect(Set(answers.suffix(3)) == ["crane", "nymph", "slate"])
      }
      let next = try #require(world.send("ana", #"{"type":"start"}"#).last?["n"]?.intValue)
      // A start for which there was no puzzle has changed nothing.
      #expect(next == last + 1)
      last = next
    }
    #expect(world.faults == [])
  }

  @Test("A practice room may be watched, and its watcher cannot take a seat")
  func watchPractice() throws {
    let world = try World()
    world.connect("ana", "eve")
    world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    #expect(world.send("eve", #"{"type":"join","watching":true,"room":"gym"}"#).last?["state"] == "watching")
    #expect(world.send("eve", #"{"type":"join","room":"gym","id":1}"#).last?.code == "room_full")
  }

  @Test("The same seed gives the same puzzles to everyone")
  func seeds() throws {
    let many = ["crane", "nymph", "slate", "train", "ponds", "quick", "fjord"]
    let (first, second) = (try World(answers: many, seed: 1), try World(answers: many, seed: 2))
    for world in [first, second] {
      world.connect("ana")
      world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice","seed":42}"#)
    }
    for _ in 0..<4 {
      let answer = try #require(first.answer(in: "gym"))
      #expect(second.answer(in: "gym") == answer)
      for world in [first, second] {
        world.send("ana", #"{"type":"move","text":"\#(answer)"}"#)
        world.send("ana", #"{"type":"start"}"#)
      }
    }
  }

  @Test("Resuming across a round's start reveals the old round's solution, never the new one's")
  func resumeKeepsRoundsApart() throws {
    let world = try World(answers: ["nymph", "crane", "slate"])
    race("ana", in: world)
    let first = start("ana", in: world)
    move("ana", first, in: world)
    world.wait(seconds: 5)
    let second = try #require(world.answer(in: "lunch"))
    #expect(first != second)
    world.clear()
    let told = world.send("ana", #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":0}}"#)
    #expect(told.first?["recovered"] == true)
    #expect(told.last("round_over")?["solution"]?.text == #"[{"guess":"\#(first)"}]"#)
    #expect(!told.text.contains(second))
    #expect(world.faults == [])
  }

  @Test("Knowledge of earlier rounds does not accumulate")
  func roundsAreForgotten() throws {
    let world = try World(answers: ["nymph", "crane", "slate"])
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    for _ in 0..<20 {
      world.send("ana", #"{"type":"move","text":"\#(world.answer(in: "gym") ?? "")"}"#)
      world.send("ana", #"{"type":"start"}"#)
    }
    #expect(world.parlor.hub.knowledge.scopeCount <= 3)
  }
}
