import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Watchers that read slowly")
struct SlowWatcherTests {
  private func race() throws -> World {
    let world = try World()
    world.connect("ana", "ben", "eva")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("eva", #"{"type":"join","watching":true,"room":"lunch"}"#)
    world.send("ana", #"{"type":"start","room":"lunch"}"#)
    world.clear()
    return world
  }

  private func move(_ name: String, _ word: String, in world: World) -> [Line] {
    world.send(name, #"{"type":"move","room":"lunch","text":"\#(word)"}"#)
  }

  @Test("A slow watcher gets nothing until it has read, and then one message with the room's state")
  func merged() throws {
    let world = try race()
    let first = try #require(move("ana", "train", in: world).last?["seq"]?.intValue)
    #expect(world.take("eva").types == ["moved"])
    world.becomeSlow("eva")
    for word in ["ponds", "slate"] { _ = move("ben", word, in: world) }
    world.send("ana", #"{"type":"say","room":"lunch","text":"hola"}"#)
    #expect(world.take("eva") == [])
    #expect(world.take("ben").types.contains("said"), "everybody else hears all")
    let told = world.becomeReady("eva")
    #expect(told.types == ["joined"])
    #expect(told.last?["from"]?.intValue == first + 1)
    #expect(told.last?["seq"]?.intValue == first + 3)
    #expect(told.last?["recovered"] == false)
    #expect(told.last?["state"] == "watching")
    let boards = try #require(told.last?["boards"]?.arrayValue)
    #expect(boards.count == 2)
    #expect(!told.text.contains("slate"), "colours, no letters")
    _ = move("ana", "brine", in: world)
    #expect(world.take("eva").types == ["moved"])
    #expect(world.faults == [])
  }

  @Test("A slow watcher that has missed nothing gets no message when it has read")
  func nothingMissed() throws {
    let world = try race()
    world.becomeSlow("eva")
    #expect(world.becomeReady("eva") == [])
  }

  @Test("A player with a seat gets every event, slow or not")
  func seats() throws {
    let world = try race()
    world.becomeSlow("ben")
    _ = move("ana", "train", in: world)
    #expect(world.take("ben").types == ["moved"])
    #expect(world.becomeReady("ben") == [])
  }

  @Test("A slow watcher is told that it was silenced or sent away")
  func concerned() throws {
    let world = try race()
    world.becomeSlow("eva")
    let eva = try #require(world.player("eva")?.name)
    world.send("ana", #"{"type":"kick","room":"lunch","player":"\#(eva)"}"#)
    let told = world.take("eva")
    #expect(told.types == ["left"])
    #expect(told.last?["reason"] == "kicked")
    #expect(world.becomeReady("eva") == [], "no longer in the room")
  }

  @Test("In a room for talking every line is sent, since no state could replace it")
  func talk() throws {
    let world = try World()
    world.connect("ana", "eva")
    world.send("ana", #"{"type":"create","room":"porch"}"#)
    world.send("eva", #"{"type":"join","watching":true,"room":"porch"}"#)
    world.becomeSlow("eva")
    world.send("ana", #"{"type":"say","room":"porch","text":"hola"}"#)
    #expect(world.take("eva").types == ["said"])
  }

  @Test("In a large room a slow watcher does not get digests either")
  func digests() throws {
    let world = try World { $0.digestMembers = 2 }
    world.connect("ana", "ben", "eva")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.send("eva", #"{"type":"join","watching":true,"room":"wordle"}"#)
    world.wait(seconds: 3)
    world.clear()
    world.becomeSlow("eva")
    for word in ["train", "ponds", "slate"] {
      world.send("ana", #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
      world.wait(seconds: 2)
    }
    #expect(world.take("eva") == [])
    #expect(world.take("ben").types == ["digest", "digest", "digest"])
    let told = world.becomeReady("eva")
    #expect(told.types == ["joined"])
    #expect(told.last?["from"] != nil)
    #expect(world.faults == [])
  }

  @Test("A watcher who takes a seat, or rejoins, gets the room's state and has nothing pending")
  func takesASeat() throws {
    let world = try race()
    world.becomeSlow("eva")
    _ = move("ana", "train", in: world)
    #expect(world.send("eva", #"{"type":"join","room":"lunch"}"#).types.contains("joined"))
    #expect(world.becomeReady("eva") == [])
    #expect(world.faults == [])
  }
}
