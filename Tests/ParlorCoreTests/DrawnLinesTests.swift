import CoreHarness
import Testing
import WireProtocol

@Suite("JSON with the text for a person")
struct DrawnLinesTests {
  /// In a race: ana has asked for the text, tom types, ben reads JSON alone.
  private func race() throws -> World {
    let world = try World()
    world.connect("ana", "ben", "tom")
    world.send("tom", "/name tom")
    #expect(world.send("ana", #"{"type":"theme","drawn":true}"#).last?["drawn"] != nil)
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("tom", "/join lunch")
    world.send("ana", #"{"type":"start"}"#)
    world.clear()
    return world
  }

  @Test("Events have the text that a terminal shows, only for sessions that have asked for it")
  func events() throws {
    let world = try race()
    world.send("ben", #"{"type":"say","text":"hello"}"#)
    world.send("ben", #"{"type":"move","text":"train"}"#)
    let (drawn, typed, plain) = (world.take("ana"), world.take("tom"), world.take("ben"))
    #expect(drawn.map(\.type) == ["said", "moved"])
    #expect(drawn.compactMap { $0["drawn"]?.stringValue }.joined(separator: "\n") == typed.text)
    #expect(plain.allSatisfy { $0["drawn"] == nil })
    #expect(world.faults == [])
  }

  @Test("Answers, refusals and the player's own board have the text too, until it is turned off", .needs("Statistics"))
  func answers() throws {
    let world = try race()
    let moved = world.send("ana", #"{"type":"move","text":"train"}"#).last
    #expect(moved?["drawn"]?.stringValue?.contains("TRAIN") == true)
    let refusal = world.send("ana", #"{"type":"move","text":"zzzzz"}"#).last
    #expect(refusal?.code != nil && refusal?["drawn"]?.stringValue?.isEmpty == false)
    #expect(world.send("ana", #"{"type":"stats"}"#).last?["drawn"]?.stringValue?.contains("ana") != nil)
    let off = world.send("ana", #"{"type":"theme","drawn":false}"#).last
    #expect(off?["drawn"] == nil)
    #expect(world.send("ana", #"{"type":"who"}"#).last?["drawn"] == nil)
    #expect(world.faults == [])
  }

  @Test("The text has the reader's colours, and the tiles in JSON stay unchanged")
  func colours() throws {
    let world = try race()
    world.send("ana", #"{"type":"theme","theme":"contrast"}"#)
    let moved = try #require(world.send("ana", #"{"type":"move","text":"train"}"#).last)
    let tiles = try #require(moved["turn"]?["tiles"]?.stringValue)
    let shown = tiles.map { ["🟩": "🟧", "🟨": "🟦"][$0] ?? $0 }
    #expect(moved["drawn"]?.stringValue?.contains(String(shown)) == true)
    world.take("ana")
    world.send("ben", #"{"type":"move","text":"train"}"#)
    let other = try #require(world.take("ana").first { $0.type == "moved" })
    #expect(other["turn"]?["tiles"]?.stringValue == tiles)
    #expect(other["drawn"]?.stringValue?.contains(String(shown)) == true)
    #expect(world.faults == [])
  }

  @Test("After typed text JSON continues with the text, and missed events have it")
  func resumes() throws {
    let world = try race()
    world.send("ana", "/who")
    #expect(world.send("ana", #"{"type":"who"}"#).last?["drawn"]?.stringValue?.hasPrefix("In lunch") == true)
    world.send("ben", #"{"type":"say","text":"hello"}"#)
    let seq = try #require(world.take("ana").last?["seq"]?.intValue)
    let again = world.send("ana", #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":\#(seq - 1)}}"#)
    #expect(again.last?["drawn"]?.stringValue?.hasSuffix(" hello") == true)
    #expect(world.faults == [])
  }
}
