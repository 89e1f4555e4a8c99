import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Large rooms")
struct LargeRoomTests {
  /// A daily room with so many members, all greeted and the digest of their coming gone out.
  private func crowd(
    _ count: Int, digestMembers: Int = 64, limits change: (inout Limits) -> Void = { _ in }
  ) throws -> (World, [String]) {
    let world = try World {
      $0.digestMembers = digestMembers
      change(&$0)
    }
    let names = (0..<count).map { "p\($0)" }
    for name in names {
      world.connect(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.wait(seconds: 3)
    world.clear()
    return (world, names)
  }

  private func move(_ name: String, _ word: String, in world: World) {
    world.post(name, #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
  }

  @Test("The mover is answered at once, and others get a digest of counts and at most eight names")
  func digest() throws {
    let (world, names) = try crowd(70)
    for name in names.prefix(20) { move(name, "train", in: world) }
    move(names[0], "nymph", in: world)
    #expect(world.take(names[0]).types == ["moved", "moved", "finished"])
    #expect(world.take(names[69]) == [])
    world.wait(seconds: 1)
    let told = try #require(world.take(names[69]).last)
    #expect(told.type == "digest")
    #expect(told["player_count"] == 70)
    #expect(told["finished"] == 1)
    let recent = told["recent"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(recent.count == 8)
    #expect(recent.last == world.player(names[0])?.name)
    #expect(!told.text.contains("train") && !told.text.contains("nymph"))
    #expect(world.take(names[0]).types == ["digest"])
    #expect(world.faults == [])
  }

  @Test("A room's talk is limited by its deliveries, and a refusal says when to retry")
  func talkBudget() throws {
    let (world, names) = try crowd(8, digestMembers: 7) { $0.talkDeliveriesPerSecond = 20 }
    // Two seconds are saved up: 40 deliveries to 8 members each.
    let codes = names.map { world.send($0, #"{"type":"say","text":"hola"}"#).last { $0.type != "said" }?.code }
    #expect(codes == [nil, nil, nil, nil, nil, "too_fast", "too_fast", "too_fast"])
    let refused = try #require(world.send(names[7], #"{"type":"say","text":"hola"}"#).last)
    let wait = try #require(refused["retry_after_ms"]?.intValue)
    #expect(wait == 401)
    world.wait(milliseconds: Int64(wait) - 2)
    #expect(world.send(names[7], #"{"type":"say","text":"hola"}"#).last?.code == "too_fast")
    world.wait(milliseconds: 2)
    #expect(world.send(names[7], #"{"type":"say","text":"hola"}"#).last?.type == "said")
    #expect(world.faults == [])
  }

  @Test("A line of more deliveries than two seconds allow is still accepted now and then")
  func hugeTalk() throws {
    let (world, names) = try crowd(8, digestMembers: 7) { $0.talkDeliveriesPerSecond = 1 }
    #expect(world.send(names[0], #"{"type":"say","text":"hola"}"#).last?.type == "said")
    #expect(world.send(names[1], #"{"type":"say","text":"hola"}"#).last?["retry_after_ms"] == 8001)
    world.wait(seconds: 8)
    #expect(world.send(names[1], #"{"type":"say","text":"hola"}"#).last?.type == "said")
  }

  @Test("A room without digests has only its members' rates of talk")
  func smallTalk() throws {
    let (world, names) = try crowd(7, digestMembers: 7) { $0.talkDeliveriesPerSecond = 1 }
    for _ in 1...20 {
      for name in names { #expect(world.send(name, #"{"type":"say","text":"hola"}"#).last?.type == "said") }
    }
  }

  @Test("A room of as many members as the limit gets each event; with one more it gets digests")
  func threshold() throws {
    let (world, names) = try crowd(8, digestMembers: 8)
    move(names[0], "train", in: world)
    #expect(world.take(names[7]).types == ["moved"])
    world.connect("one more")
    world.send("one more", #"{"type":"join","watching":true,"room":"wordle"}"#)
    world.wait(seconds: 3)
    world.clear()
    move(names[0], "ponds", in: world)
    #expect(world.take(names[7]) == [])
    world.wait(seconds: 1)
    #expect(world.take(names[7]).types == ["digest"])
  }

  @Test("A room gets at most one digest a second, however much happens")
  func pace() throws {
    let (world, names) = try crowd(20, digestMembers: 4)
    var times: [Int64] = []
    for step in 0..<500 {
      if step % 3 == 0 { move(names[step % 19], World.vocabulary[step % 13], in: world) }
      world.wait(milliseconds: 10)
      if world.take(names[19]).types.contains("digest") { times.append(world.now.milliseconds) }
    }
    #expect((2...5).contains(times.count))
    for (time, next) in zip(times, times.dropFirst()) { #expect(next - time >= 1000) }
  }

  @Test("What is sent when everybody moves grows with the members, not with their square")
  func cost() throws {
    var bytes: [Int] = []
    for count in [70, 280] {
      let (world, names) = try crowd(count)
      let before = world.effectBytes
      for name in names { move(name, "train", in: world) }
      world.wait(seconds: 3)
      bytes.append(world.effectBytes - before)
    }
    #expect(Double(bytes[1]) / Double(bytes[0]) < 4.5, "\(bytes)")
  }

  @Test("Talk is sent at once, after a digest of earlier events, and does not swallow later ones")
  func talk() throws {
    let (world, names) = try crowd(20, digestMembers: 4)
    move(names[0], "train", in: world)
    let seq = try #require(world.take(names[0]).last?["seq"]?.intValue)
    world.post(names[1], #"{"type":"say","text":"hola"}"#)
    let said = try #require(world.take(names[2]).last)
    #expect(said.type == "said")
    #expect(said["from"]?.intValue == seq)
    #expect(said["seq"]?.intValue == seq + 1)
    world.wait(seconds: 1)
    let digest = try #require(world.take(names[2]).last)
    #expect(digest.type == "digest")
    #expect(digest["recent"]?.arrayValue?.map(\.stringValue) == [world.player(names[0])?.name])
    #expect(world.faults == [])
  }

  @Test("In a large room a player who is kicked, silenced or made owner is told at once")
  func concerned() throws {
    let world = try World { $0.digestMembers = 3 }
    let names = ["ana", "ben", "cid", "dan", "eva"]
    for name in names { world.connect(name) }
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    for name in names.dropFirst() { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
    func name(_ who: String) -> String { world.player(who)?.name ?? "" }
    #expect(world.send("ana", #"{"type":"mute","player":"\#(name("ben"))","id":1}"#).last?["re"] == 1)
    #expect(world.take("ben").last?["muted"] == true)
    world.send("ana", #"{"type":"kick","player":"\#(name("eva"))"}"#)
    #expect(world.take("eva").last?["reason"] == "kicked")
    world.send("ana", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.take("ben").last?.type == "owner")
    #expect(world.faults == [])
  }

  @Test("Nobody misses an event while a room grows and shrinks over the limit")
  func aroundTheLimit() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let world = try World { $0.digestMembers = 4 }
    let names = (0..<9).map { "p\($0)" }
    for name in names { world.connect(name) }
    for _ in 0..<3000 {
      let name = names[generator.number(below: names.count)]
      switch generator.number(below: 8) {
      case 0: world.post(name, #"{"type":"join","room":"wordle"}"#)
      case 1: world.post(name, #"{"type":"join","watching":true,"room":"wordle"}"#)
      case 2, 3: world.post(name, #"{"type":"leave","room":"wordle"}"#)
      case 4: world.post(name, #"{"type":"say","room":"wordle","text":"hola"}"#)
      case 5: world.post(name, #"{"type":"login","name":"n\#(generator.number(below: 1000))"}"#)
      case 6: world.wait(milliseconds: Int64(generator.number(below: 700)))
      default: move(name, World.vocabulary[generator.number(below: 13)], in: world)
      }
    }
    #expect(world.faults == [], "seed \(seed)")
  }
}
