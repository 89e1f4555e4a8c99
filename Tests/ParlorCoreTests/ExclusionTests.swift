import CoreHarness
import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

/// What a room's owner decides about somebody holds, whatever the player does to become somebody else.
@Suite("Excluded and silenced players")
struct ExclusionTests {
  private let world: World

  /// `ana` owns the room `lunch`; everybody connects from an address of the test's choice.
  init() throws {
    world = try World { $0.excludedAddressSeconds = 300 }
    world.connect("ana", from: "192.0.2.1")
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
  }

  private func come(_ name: String, from address: String, named: Bool = false) -> String? {
    if !world.isConnected(name) { world.connect(name, from: address) }
    if named { world.send(name, #"{"type":"login","name":"\#(name)"}"#) }
    return world.send(name, #"{"type":"join","room":"lunch"}"#).last?.code
  }

  private func kick(_ name: String) {
    let player = world.player(name)?.name ?? ""
    #expect(world.send("ana", #"{"type":"kick","player":"\#(player)"}"#).last?["reason"] == "kicked")
  }

  private func forget(_ name: String) {
    let player = world.player(name)?.name ?? ""
    #expect(world.send(name, #"{"type":"forget_me","name":"\#(player)"}"#).last?.type == "forget_me")
  }

  private func say(_ name: String) -> String? { world.send(name, #"{"type":"say","text":"hi"}"#).last?.code }

  private func mute(_ name: String, _ isMuted: Bool = true) {
    let player = world.player(name)?.name ?? ""
    world.send("ana", #"{"type":"mute","player":"\#(player)","muted":\#(isMuted)}"#)
  }

  @Test("A guest who was sent away cannot return by a new connection, by forget_me or under a new name")
  func guest() {
    #expect(come("eve", from: "192.0.2.7") == nil)
    kick("eve")
    #expect(come("eve", from: "192.0.2.7") == "kicked")
    forget("eve")
    #expect(come("eve", from: "192.0.2.7") == "kicked")
    #expect(come("eve2", from: "192.0.2.7") == "kicked")
    #expect(come("eva", from: "192.0.2.7", named: true) == "kicked")
    #expect(world.send("eve2", #"{"type":"join","watching":true,"room":"lunch"}"#).last?.code == "kicked")
    world.wait(seconds: 299)
    #expect(come("eve3", from: "192.0.2.7") == "kicked")
    world.wait(seconds: 1)
    #expect(come("eve4", from: "192.0.2.7") == nil)
    #expect(world.faults == [])
  }

  @Test("A class behind one router goes on: who is in stays, and others from there come in; alone an address counts")
  func router() {
    let router = "198.51.100.4"
    world.connect("max", from: router)
    world.send("max", #"{"type":"login","name":"max"}"#)
    world.wait(seconds: 1)
    #expect(come("tim", from: router) == nil)
    #expect(come("eve", from: router) == nil)
    kick("eve")
    mute("tim", false)
    #expect(come("eve", from: router) == "kicked")
    #expect(come("tim", from: router) == nil)
    #expect(say("tim") == nil)
    #expect(come("zoe", from: router) == nil)
    kick("zoe")
    kick("tim")
    #expect(come("kim", from: router) == "kicked", "nobody else was here from there")
    #expect(come("max", from: router) == nil, "a name of before")
    #expect(come("jim", from: "203.0.113.9") == nil)
    world.wait(seconds: 300)
    #expect(come("kim", from: router) == nil)
  }

  @Test(
    "A named player stays excluded while the room exists, under any name, and as a guest for a while")
  func named() throws {
    #expect(come("ben", from: "192.0.2.8", named: true) == nil)
    kick("ben")
    world.send("ben", #"{"type":"rename","name":"bernd"}"#)
    #expect(come("ben", from: "192.0.2.8") == "kicked")
    #expect(come("ben2", from: "192.0.2.8") == "kicked")
    world.wait(seconds: 3000)
    #expect(come("ben", from: "192.0.2.8") == "kicked")
    #expect(come("ben3", from: "192.0.2.8") == nil)
  }

  @Test("forget_me does not end an exclusion: its address counts anew")
  func forgotten() {
    #expect(come("ben", from: "192.0.2.8", named: true) == nil)
    kick("ben")
    world.wait(seconds: 3000)
    forget("ben")
    #expect(come("ben", from: "192.0.2.8") == "kicked")
    #expect(world.parlor.rooms["lunch"]?.state.kicked.players == [])
  }

  @Test("A silenced guest stays silent on a new connection, and after forget_me, until the owner allows talk")
  func muted() {
    #expect(come("eve", from: "192.0.2.7") == nil)
    #expect(come("tim", from: "192.0.2.7") == nil)
    mute("eve")
    #expect(say("eve") == "muted")
    // Whoever was there already is not silenced for the neighbour's sake.
    #expect(say("tim") == nil)
    forget("eve")
    #expect(come("eve", from: "192.0.2.7") == nil)
    #expect(say("eve") == "muted")
    #expect(come("eve2", from: "192.0.2.7") == nil)
    #expect(say("eve2") == "muted")
    world.wait(seconds: 300)
    #expect(say("eve2") == "muted")
    #expect(come("eve3", from: "192.0.2.7") == nil)
    #expect(say("eve3") == nil)
    mute("eve2", false)
    #expect(say("eve2") == nil)
  }

  @Test("A room for named players admits no guests, as players or watchers")
  func namedOnly() {
    let create = #"{"type":"create","room":"club","code":"tacos","named_only":true}"#
    world.connect("tim", from: "192.0.2.3")
    #expect(world.send("tim", create).last?.code == "not_logged_in")
    #expect(world.send("ana", create).last?["named_only"] == true)
    for watching in [false, true] {
      let line = #"{"type":"join","watching":\#(watching),"room":"club","code":"tacos"}"#
      #expect(world.send("tim", line).last?.code == "not_logged_in")
    }
    world.send("tim", #"{"type":"login","name":"tim"}"#)
    #expect(world.send("tim", #"{"type":"join","room":"club","code":"tacos"}"#).last?["named_only"] == true)
    #expect(world.send("ana", "/create den code=x named").text.contains("den"))
    #expect(world.parlor.rooms["den"]?.plan.isNamedOnly == true)
  }

  @Test("What a room keeps of absent players is bounded")
  func bounds() throws {
    let world = try World {
      $0.roomMembers = 5
      $0.connectionsPerAddress = 0
    }
    world.connect("ana")
    world.send("ana", #"{"type":"create","room":"r","game":"wordle","mode":"race","seed":1}"#)
    world.send("ana", #"{"type":"start"}"#)
    for number in 0..<300 {
      let name = "g\(number)"
      world.connect(name, from: "10.0.\(number / 100).\(number % 100)")
      world.send(name, #"{"type":"join","room":"r"}"#)
      if number % 2 == 0 {
        world.send(name, #"{"type":"leave","room":"r"}"#)
      } else {
        world.send("ana", #"{"type":"kick","room":"r","player":"\#(world.player(name)?.name ?? "")"}"#)
        world.send("ana", #"{"type":"mute","room":"r","player":"\#(world.player("ana")?.name ?? "")"}"#)
      }
    }
    let room = try #require(world.parlor.rooms["r"])
    #expect(room.formerSeats.count == 10)
    let winners = (0..<300).map { number in
      Standing(place: 1, player: "gone", id: PlayerID(Int64(10_000 + number)), result: nil, progress: 1, wins: 1)
    }
    room.emit(
      .roundOver(
        number: 1, standings: winners, solution: [], scope: .dealt(room: room.number, round: 1), nextAt: nil))
    #expect(room.state.wins.count == 10)
    #expect(room.state.kicked.players.count == 150)
    var exclusions = Exclusions()
    for number in 0..<1000 { exclusions.add(PlayerID(Int64(number))) }
    #expect(exclusions.players.count == Exclusions.most)
    #expect(exclusions.contains(PlayerID(999)))
  }

  private func unkick(_ name: String) -> Line? {
    world.send("ana", #"{"type":"kick","kicked":false,"player":"\#(name)"}"#).last
  }

  private var excluded: JSON { world.send("ana", #"{"type":"who"}"#).last?["kicked"] ?? [] }

  @Test("The owner can readmit an excluded player, and with that others from the address")
  func unkicked() {
    #expect(come("ben", from: "192.0.2.8", named: true) == nil)
    kick("ben")
    #expect(come("eve", from: "192.0.2.8") == "kicked")
    world.send("ben", #"{"type":"rename","name":"bernd"}"#)
    #expect(excluded == ["bernd"])
    let told = unkick("bernd")
    #expect(told?.type == "unkicked" && told?["player"] == "bernd")
    #expect(excluded == [])
    #expect(come("ben", from: "192.0.2.8") == nil)
    #expect(come("eve", from: "192.0.2.8") == nil)
    #expect(unkick("bernd")?.code == "not_found player")
    #expect(world.faults == [])
  }

  @Test("A guest who has left is found by the former name, and so is the address")
  func goneGuest() throws {
    #expect(come("eve", from: "192.0.2.7") == nil)
    let name = try #require(world.player("eve")?.name)
    kick("eve")
    world.drop("eve")
    #expect(come("eve2", from: "192.0.2.7") == "kicked")
    #expect(excluded == [.string(name)])
    #expect(unkick("nobody")?.code == "not_found player")
    #expect(unkick(name)?["player"]?.stringValue == name)
    #expect(come("eve2", from: "192.0.2.7") == nil)
    #expect(world.faults == [])
  }

  @Test("A newcomer from an excluded address is readmitted by name")
  func newcomer() throws {
    #expect(come("eve", from: "192.0.2.7") == nil)
    kick("eve")
    #expect(come("zoe", from: "192.0.2.7") == "kicked")
    _ = unkick(try #require(world.player("zoe")?.name))
    #expect(come("zoe", from: "192.0.2.7") == nil)
    #expect(come("eve", from: "192.0.2.7") == "kicked", "it was for zoe, and for where zoe is")
  }

  @Test("Forgetting a player erases the name, and the address stays excluded")
  func forgottenName() throws {
    #expect(come("ben", from: "192.0.2.8", named: true) == nil)
    kick("ben")
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    let room = try #require(world.parlor.rooms["lunch"])
    #expect(room.state.kicked.addresses.map(\.name) == [nil])
    #expect(!String(decoding: room.snapshot(isRewritten: false).bytes, as: UTF8.self).contains("ben"))
    #expect(excluded == [])
    #expect(come("ben2", from: "192.0.2.8") == "kicked")
  }

  @Test("A player silenced in a room cannot be renamed while in it, since the room would be told the name")
  func renamed() {
    #expect(come("eve", from: "192.0.2.7", named: true) == nil)
    #expect(come("tim", from: "192.0.2.8") == nil)
    mute("eve")
    mute("tim")
    let refused = world.send("eve", #"{"type":"rename","name":"loud"}"#).last
    #expect(refused?.code == "muted")
    #expect(refused?["message"] == "The owner of lunch has muted you: leave it before you take another name")
    #expect(world.send("tim", #"{"type":"login","name":"loud"}"#).last?.code == "muted")
    #expect(world.take("ana").last("renamed") == nil)
    world.send("eve", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.send("eve", #"{"type":"rename","name":"loud"}"#).last?.type == "rename")
  }
}
