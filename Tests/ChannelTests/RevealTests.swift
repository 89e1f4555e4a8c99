import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore

@Suite("Letters of shared grids")
struct RevealTests {
  @Test("A player who has finished the puzzle can see its letters, all or one row; nobody else can")
  func reveal() throws {
    let world = try ChannelTests.world(finished: "ana", "ben")
    world.logIn("kim")
    ChannelTests.play(["train"], by: "kim", in: world)
    world.connect("gus")
    world.post("ana", #"{"type":"share"}"#)
    world.clear()
    let letters = try #require(world.send("ben", #"{"type":"reveal","share_id":1,"id":4}"#).first)
    #expect(letters["rows"]?.arrayValue?.compactMap { $0["letters"]?.stringValue } == ChannelTests.tries)
    let row = try #require(world.send("ben", #"{"type":"reveal","share_id":1,"row":2}"#).first)
    #expect(row["rows"] == [["letters": "ponds", "tiles": "🟨⬛🟨⬛⬛"]])
    #expect(world.send("ben", #"{"type":"reveal","share_id":1,"row":5}"#).first?.code == "bad_field")
    for name in ["kim", "gus"] {
      #expect(world.send(name, #"{"type":"reveal","share_id":1}"#).first?.code == "not_finished")
    }
    #expect(world.send("ben", #"{"type":"reveal","share_id":3}"#).first?.code == "not_found share")
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.clear()
    #expect(world.send("kim", #"{"type":"reveal","share_id":1}"#).first?.type == "reveal")
    #expect(world.send("gus", #"{"type":"reveal","share_id":1}"#).first?.code == "not_finished")
  }

  @Test("A round's letters are for players who have finished it, also after the room has closed")
  func revealRound() throws {
    let world = try ChannelTests.world()
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.post("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    for name in ["ben", "kim"] { world.post(name, #"{"type":"join","room":"lunch"}"#) }
    world.post("ana", #"{"type":"start"}"#)
    let answer = try #require(world.answer(in: "lunch"))
    world.post("ana", #"{"type":"move","text":"\#(answer)"}"#)
    world.clear()
    #expect(world.send("ana", #"{"type":"share"}"#).first?.type == "shared")
    #expect(world.send("ben", #"{"type":"reveal","share_id":1}"#).first?.code == "not_finished")
    world.post("ben", #"{"type":"move","text":"\#(answer)"}"#)
    world.clear()
    #expect(world.send("ben", #"{"type":"reveal","share_id":1}"#).first?.type == "reveal")
    expectRevealedOnceAllHaveLeft(world)
    #expect(world.send("ana", #"{"type":"reveal","share_id":1}"#).first?.type == "reveal")
  }

  @Test("Players whose time ran out may see the letters that the round's end revealed, also after the room has closed")
  func timeUp() throws {
    let world = try ChannelTests.world()
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.post("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":10}"#)
    world.post("ben", #"{"type":"join","room":"lunch"}"#)
    world.post("kim", #"{"type":"join","watching":true,"room":"lunch"}"#)
    world.post("ana", #"{"type":"start"}"#)
    let answer = try #require(world.answer(in: "lunch"))
    world.post("ben", #"{"type":"move","text":"\#(answer == "train" ? "ponds" : "train")"}"#)
    world.post("ana", #"{"type":"move","text":"\#(answer)"}"#)
    world.post("ana", #"{"type":"share"}"#)
    world.clear()
    #expect(world.send("ben", #"{"type":"reveal","share_id":1}"#).first?.code == "not_finished", "the round is on")
    world.wait(seconds: 11)
    expectRevealedOnceAllHaveLeft(world)
  }

  /// Whoever played may see the letters although the room is gone, and who only watched may not.
  private func expectRevealedOnceAllHaveLeft(_ world: World, sourceLocation: SourceLocation = #_sourceLocation) {
    for name in ["ana", "ben", "kim"] { world.post(name, #"{"type":"leave","room":"lunch"}"#) }
    world.wait(seconds: 1)
    world.clear()
    #expect(world.parlor.rooms["lunch"] == nil, sourceLocation: sourceLocation)
    let reveal = #"{"type":"reveal","share_id":1}"#
    #expect(world.send("ben", reveal).first?.type == "reveal", sourceLocation: sourceLocation)
    #expect(world.send("kim", reveal).first?.code == "not_finished", sourceLocation: sourceLocation)
  }
}
