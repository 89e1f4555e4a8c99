import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore

@Suite("Followers of the channel")
struct FollowerTests {
  @Test("A program's result is marked as such, and a program can share")
  func bots() throws {
    let world = try ChannelTests.world()
    world.connect("robo")
    world.send("robo", #"{"type":"login","name":"robo","bot":true}"#)
    ChannelTests.play(ChannelTests.tries, by: "robo", in: world)
    world.clear()
    #expect(world.send("robo", #"{"type":"share"}"#).first?["bot"] == true)
    let page = world.send("robo", #"{"type":"shares"}"#).first?["shares"]?.arrayValue
    #expect(page?.first?["bot"] == true)
  }

  @Test("With very many followers the channel sends results at once, and reactions in digests")
  func large() throws {
    let world = try World(stores: true) { $0.digestMembers = 3 }
    world.logIn("ana")
    ChannelTests.play(ChannelTests.tries, by: "ana", in: world)
    for name in ["f1", "f2", "f3", "f4", "f5"] { ChannelTests.follow(name, in: world) }
    world.wait(seconds: 2)
    world.clear()
    world.post("ana", #"{"type":"share"}"#)
    for name in ["f1", "f5"] { #expect(world.take(name).types == ["shared"]) }
    let answer = world.send("f2", #"{"type":"react","share_id":1,"emoji":"🎉","id":3}"#)
    #expect(answer.first("reacted")?["re"] == 3)
    #expect(world.take("f1").types == [])
    world.wait(seconds: 2)
    #expect(world.take("f1").types == ["digest"])
    #expect(world.faults == [])
  }
}
