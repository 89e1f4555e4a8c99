import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

extension RoomTests {
  @Test("Resuming sends every missed event, or says that it cannot")
  func resume() throws {
    let world = try World { $0.resumeEvents = 4 }
    talk("ana", "ben", in: world)
    let seq = try #require(world.send("ben", #"{"type":"join","room":"lunch"}"#).last?["seq"]?.intValue)
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    for number in 1...2 { world.send("ana", #"{"type":"say","text":"\#(number)"}"#) }
    // left, 1, 2, entered: as many as are kept. Of its own going a client is not told.
    var told = world.send("ben", #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":\#(seq)},"id":1}"#)
    #expect(told.first?["recovered"] == true)
    #expect(told.dropFirst().map { $0["seq"]?.intValue } == [seq + 2, seq + 3])
    #expect(told.dropFirst().first?["from"]?.intValue == seq + 1)
    #expect(told.first?["seq"]?.intValue == seq + 4)
    told = world.send("ben", #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":\#(seq - 1)}}"#)
    #expect(told.count == 1)
    #expect(told.first?["recovered"] == false)
    for since in [
      #"{"epoch":"e2","seq":\#(seq + 4)}"#, #"{"epoch":"e1","seq":99}"#, #"{"epoch":"e1","seq":\#(Int.max)}"#,
    ] {
      #expect(world.send("ben", #"{"type":"join","room":"lunch","since":\#(since)}"#).last?["recovered"] == false)
    }
    for since in [#"{"epoch":"e1"}"#, #"{"epoch":"e1","seq":-1}"#, "7", #"{"epoch":1,"seq":1}"#] {
      #expect(world.send("ben", #"{"type":"join","room":"lunch","since":\#(since),"id":1}"#).last?.code == "bad_field")
    }
    #expect(world.faults == [])
  }

  @Test(
    "If sessions outlive the core, a client that resumes a room it is in gets all events or none")
  func resumeWithin() throws {
    let world = try World()
    talk("ana", "ben", in: world)
    world.parlor.hub.isClustered = true
    let seq = try #require(world.send("ben", #"{"type":"join","room":"lunch"}"#).last?["seq"]?.intValue)
    for number in 1...3 { world.send("ana", #"{"type":"say","text":"\#(number)"}"#) }
    world.clear()
    let before = world.tickets.count
    let durable = try #require(world.tickets.max())
    let told = world.send("ben", #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":\#(seq)}}"#)
    #expect(told.types == ["joined", "said", "said", "said"])
    // None of it may leave before a commit that comes after everything that was told of before.
    #expect(world.tickets[before...].allSatisfy { $0 == durable + 1 })
    #expect(world.faults == [])
  }

  @Test("A move_id is played once and answered alike, also after the end, the next round and a reconnect")
  func moveID() throws {
    let world = try World(answers: ["nymph", "crane", "slate"])
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle"}"#)
    world.send("ana", #"{"type":"start"}"#)
    let answer = try #require(world.answer(in: "lunch"))
    let first = world.send("ana", #"{"type":"move","text":"train","move_id":"m1"}"#).last
    #expect(world.send("ana", #"{"type":"move","text":"train","move_id":"m1"}"#).last == first)
    let last = #"{"type":"move","text":"\#(answer)","move_id":"m2"}"#
    let won = world.send("ana", last).first
    #expect(won?["turn"]?["tries"] == 2)
    #expect(world.send("ana", last).map(\.text) == [won?.text])
    world.drop("ana")
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.send("ana", last).map(\.text) == [won?.text])
    world.wait(seconds: 5)
    world.clear()
    #expect(world.send("ana", last).map(\.text) == [won?.text])
    #expect(world.send("ana", #"{"type":"board"}"#).last?["board"]?["notes"] == ["1/6"])
    let long = String(repeating: "x", count: 65)
    #expect(world.send("ana", #"{"type":"move","text":"slate","move_id":"\#(long)","id":1}"#).last?.code == "bad_text")
  }

  @Test("A room has one timer, however often people come and go")
  func deadlines() throws {
    let world = try World()
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle"}"#)
    world.send("ana", #"{"type":"start"}"#)
    for _ in 0..<50 {
      world.send("ben", #"{"type":"join","room":"lunch"}"#)
      world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    }
    #expect(world.parlor.hub.deadlines.count == 1)
    world.send("ana", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.parlor.hub.deadlines.count == 0)
  }
}
