import CoreHarness
import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Order

/// What somebody says does not reach who has blocked that player, by any way, and nobody is told.
@Suite("Blocking")
struct BlockTests {
  private let world: World

  /// `ana` has blocked `ben`; both are in `lunch` with `kim`.
  init() throws {
    world = try World(stores: true) {
      $0.blocksPerPlayer = 2
      $0.digestMembers = 64
    }
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("kim", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":60}"#)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
    #expect(world.send("ana", #"{"type":"block","player":"ben"}"#).last?["players"] == ["ben"])
    #expect(world.take("ben") == [], "who is blocked is not told")
  }

  private func say(_ name: String, _ text: String) {
    world.post(name, #"{"type":"say","room":"lunch","text":"\#(text)"}"#)
  }

  @Test("A blocked player's lines are omitted, their numbers are not, and others read them")
  func talk() throws {
    say("ben", "mustard")
    let (line, other) = (try #require(world.take("ana").last), try #require(world.take("kim").last))
    #expect(line.type == "said" && line["blocked"] == true && line["text"] == nil && line["player"] == "ben")
    #expect(other["text"] == "mustard" && line["seq"] == other["seq"])
    #expect(world.take("ben").last?["hidden_from"] == nil)
    say("kim", "hello")
    #expect(world.take("ana").last?["text"] == "hello")
    say("ana", "what?")
    #expect(world.take("ben").last?["text"] == "what?", "it goes one way")
    #expect(world.faults == [])
  }

  @Test("A blocked player's lines stay hidden on resuming, watching, returning and finishing the puzzle that hid them")
  func later() throws {
    world.send("kim", #"{"type":"start"}"#)
    let word = try #require(world.answer(in: "lunch"))
    world.send("ben", #"{"type":"move","text":"\#(word)"}"#)
    say("ben", "mustard")
    world.clear()
    let finished = world.send("ana", #"{"type":"move","text":"\#(word)"}"#)
    #expect(!finished.text.contains("mustard") && !finished.types.contains("talk"))
    for watching in [false, true] {
      let told = world.send(
        "ana", #"{"type":"join","watching":\#(watching),"room":"lunch","since":{"epoch":"e1","seq":3}}"#)
      #expect(told.contains { $0["blocked"] == true } && !told.text.contains("mustard"))
    }
    world.send("kim", #"{"type":"move","text":"\#(word)"}"#)
    let other = world.send("kim", #"{"type":"join","watching":true,"room":"lunch","since":{"epoch":"e1","seq":3}}"#)
    #expect(other.contains { $0.type == "said" })
    #expect(world.faults == [])
  }

  @Test("At a terminal an omitted line leaves nothing")
  func text() {
    world.send("ana", "/who")
    world.clear()
    say("ben", "mustard")
    #expect(world.take("ana") == [])
    #expect(world.send("ana", "/blocked").text == "Whom you do not hear (/unblock NAME ends that)\n  ben")
    #expect(world.send("ana", "/unblock ben").text == "You hear ben again.")
    #expect(world.send("ana", "/unblock ben").text == "You had not blocked ben.")
    #expect(world.send("ana", "/blocked").text == "You have blocked nobody")
    say("ben", "mustard")
    #expect(world.take("ana").text == "<ben> mustard")
    #expect(world.send("ana", "/block nobody").text == "There is no player nobody")
    #expect(world.send("ana", "/block ana").text == "You cannot block yourself")
  }

  @Test("Reactions of a blocked player are omitted, and the channel's numbers continue", .needs("Channel"))
  func reactions() throws {
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"shares"}"#) }
    world.send("kim", #"{"type":"join","room":"wordle"}"#)
    let word = try #require(world.answer(in: "wordle"))
    world.send("kim", #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
    world.send("kim", #"{"type":"share"}"#)
    world.clear()
    #expect(world.send("ben", #"{"type":"react","share_id":1,"emoji":"🎉"}"#).last?.type == "reacted")
    let told = world.take("ana")
    #expect(told.types == ["digest"] && !told.text.contains("ben"))
    #expect(world.faults == [])
  }

  @Test("Blocks are limited; unblocking frees one, and a new name does not evade a block")
  func bound() {
    world.logIn("max")
    world.logIn("zoe")
    #expect(world.send("ana", #"{"type":"block","player":"max"}"#).last?["players"] == ["ben", "max"])
    #expect(world.send("ana", #"{"type":"block","player":"zoe"}"#).last?.code == "too_many block")
    #expect(world.send("ana", #"{"type":"block","player":"ben"}"#).last?["players"] == ["ben", "max"])
    world.send("ana", #"{"type":"block","player":"max","blocked":false}"#)
    world.send("ben", #"{"type":"rename","name":"benno"}"#)
    world.clear()
    say("ben", "mustard")
    #expect(world.take("ana").last?["blocked"] == true)
    #expect(world.send("ana", #"{"type":"block"}"#).last?["players"] == ["benno"])
  }

  @Test("Forgetting a player removes blocks by and of that player")
  func forgotten() {
    world.send("ben", #"{"type":"block","player":"kim"}"#)
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    #expect(world.safety.blocks.isEmpty)
    #expect(world.send("ana", #"{"type":"block"}"#).last?["players"] == [])
  }

  @Test("While stored blocks and reports are damaged, blocking and reporting are refused")
  func damaged() {
    let world = World(games: [], damaged: [DocumentID(kind: 8)])
    for name in ["ana", "ben"] { world.logIn(name) }
    #expect(world.send("ana", #"{"type":"block","player":"ben"}"#).last?.code == "data_damaged")
    #expect(world.send("ana", #"{"type":"report","player":"ben","reason":"spam"}"#).last?.code == "data_damaged")
    world.connectConsole("op")
    #expect(world.send("op", #"{"type":"status"}"#).last?["quarantined"] == ["document blocks and reports"])
  }

  @Test("A guest's blocks end with the guest")
  func guest() {
    world.connect("eve")
    world.send("eve", #"{"type":"block","player":"ben"}"#)
    #expect(world.safety.blocks.count == 2)
    world.drop("eve")
    #expect(world.safety.blocks.count == 1)
  }
}
