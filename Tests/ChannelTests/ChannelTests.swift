import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import Channel
@testable import ParlorCore

@Suite("The channel")
struct ChannelTests {
  static let tries = World.tries
  static let text = """
    Parlor Wordle 324 4/6

    ⬛⬛⬛⬛🟨
    🟨⬛🟨⬛⬛
    ⬛⬛⬛🟨⬛
    🟩🟩🟩🟩🟩
    """

  static func world(finished names: String..., autoShare: Bool = false) throws -> World {
    try World.finished(by: names, autoShare: autoShare)
  }

  static func play(_ words: [String], by name: String, in world: World, room: String = "wordle") {
    world.play(words, by: name, room: room)
  }

  static func follow(_ name: String, in world: World) {
    if !world.isConnected(name) { world.connect(name) }
    world.post(name, #"{"type":"join","room":"shares"}"#)
    world.take(name)
  }

  @Test("A finished match is shared as the server has computed it, and every follower gets it at once")
  func share() throws {
    let world = try Self.world(finished: "ana")
    Self.follow("ben", in: world)
    Self.follow("kim", in: world)
    world.clear()
    let answer = try #require(world.send("ana", #"{"type":"share","id":1}"#).first)
    #expect(answer.type == "shared")
    #expect(answer["re"] == 1)
    #expect(answer["share_id"] == 1)
    #expect(answer["room"] == nil, "ana does not follow the channel")
    #expect(answer["text"]?.stringValue == Self.text)
    for follower in ["ben", "kim"] {
      let told = try #require(world.take(follower).first("shared"))
      #expect(told["room"] == "shares")
      #expect(told["text"]?.stringValue == Self.text)
      #expect(told["player"] == "ana")
      #expect(told["puzzle"] == 324)
    }
    #expect(world.faults == [])
  }

  @Test("A follower who shares is answered by the event itself, once")
  func followerShares() throws {
    let world = try Self.world(finished: "ana")
    Self.follow("ana", in: world)
    let lines = world.send("ana", #"{"type":"share","id":1}"#)
    #expect(lines.types == ["shared"])
    #expect(lines.first?["re"] == 1)
    #expect(lines.first?["room"] == "shares")
    #expect(world.faults == [])
  }

  @Test("A result is shared once: a second request is an error that names it, also if both are pending")
  func once() throws {
    let world = try Self.world(finished: "ana")
    world.post("ana", #"{"type":"share","id":1}"#)
    let again = world.send("ana", #"{"type":"share","match":"7","id":2}"#)
    #expect(again.first("shared") != nil)
    let match = try #require(again.first("shared")?["match"]?.stringValue)
    let third = try #require(world.send("ana", #"{"type":"share","match":"\#(match)","id":3}"#).first)
    #expect(third.code == "already_shared")
    #expect(third["share_id"] == 1)
  }

  @Test("Only what the player has finished can be shared")
  func nothing() throws {
    let world = try Self.world(finished: "ana")
    let match = try #require(
      world.send("ana", #"{"type":"share"}"#).first?["match"]?.stringValue)
    world.logIn("ben")
    #expect(world.send("ben", #"{"type":"share"}"#).first?.code == "nothing_finished")
    #expect(world.send("ben", #"{"type":"share","match":"\#(match)"}"#).first?.code == "not_found match")
    #expect(world.send("ben", #"{"type":"share","room":"wordle"}"#).first?.code == "nothing_finished")
    #expect(world.send("ben", #"{"type":"share","room":"nowhere"}"#).first?.code == "not_found room")
    #expect(world.send("ben", #"{"type":"share","room":"wordle","match":"1"}"#).first?.code == "bad_field")
    Self.play(["train"], by: "ben", in: world)
    world.clear()
    #expect(world.send("ben", #"{"type":"share"}"#).first?.code == "nothing_finished")
  }

  @Test("The default share is the match that was finished last, in any room")
  func last() throws {
    let world = try Self.world(finished: "ana")
    world.post("ana", #"{"type":"create","room":"solo","game":"wordle","mode":"practice","seed":1}"#)
    world.post("ana", #"{"type":"move","room":"solo","text":"\#(try #require(world.answer(in: "solo")))"}"#)
    world.clear()
    let solo = try #require(world.send("ana", #"{"type":"share"}"#).first)
    #expect(solo["text"]?.stringValue == "Parlor Wordle practice 1/6\n\n🟩🟩🟩🟩🟩")
    #expect(solo["mode"] == "practice")
    #expect(solo["puzzle"] == nil)
    let daily = try #require(world.send("ana", #"{"type":"share","room":"wordle"}"#).first)
    #expect(daily["text"]?.stringValue == Self.text)
  }

  @Test("Guests can share too, and get what they follow")
  func guests() throws {
    let world = try Self.world(finished: "ana")
    world.connect("gus")
    Self.play(Self.tries, by: "gus", in: world)
    world.clear()
    let answer = try #require(world.send("gus", #"{"type":"share"}"#).first)
    #expect(answer["text"]?.stringValue == Self.text)
    #expect(answer["player"]?.stringValue?.hasPrefix("guest-") == true)
  }

  @Test("The channel has no talk")
  func talk() throws {
    let world = try Self.world()
    Self.follow("ben", in: world)
    #expect(world.send("ben", #"{"type":"say","text":"hola"}"#).first?.code == "no_talk")
    #expect(world.send("ben", "hola").first?.text.hasPrefix("Nobody talks here") == true)
  }

  @Test("The channel is read page by page, the newest first, and filtered by game, player and day")
  func pages() throws {
    let world = try Self.world(finished: "ana", "ben", "kim")
    for name in ["ana", "ben", "kim"] { world.post(name, #"{"type":"share"}"#) }
    world.clear()
    func ids(_ fields: String) -> [Int] {
      let answer = world.send("ana", #"{"type":"shares"\#(fields)}"#).first
      return (answer?["shares"]?.arrayValue ?? []).compactMap { $0["share_id"]?.intValue }
    }
    #expect(ids("") == [3, 2, 1])
    #expect(ids(#","limit":2"#) == [3, 2])
    #expect(world.send("ana", #"{"type":"shares","limit":2}"#).first?["next"] == 2)
    #expect(ids(#","after":2"#) == [1])
    #expect(ids(#","player":"ben""#) == [2])
    #expect(ids(#","game":"wordle","day":"2026-11-20""#) == [3, 2, 1])
    #expect(ids(#","day":"2026-11-19""#) == [])
    #expect(ids(#","game":"strands""#) == [])
    #expect(world.send("ana", #"{"type":"shares","game":"chess"}"#).first?.code == "not_found game")
    #expect(world.send("ana", #"{"type":"shares","player":"eve"}"#).first?.code == "not_found player")
    #expect(world.send("ana", #"{"type":"shares","day":"soon"}"#).first?.code == "bad_field")
  }

  @Test("A page shows players under their current names")
  func rename() throws {
    let world = try Self.world(finished: "ana")
    world.post("ana", #"{"type":"share"}"#)
    world.clear()
    world.send("ana", #"{"type":"rename","name":"anna"}"#)
    let page = world.send("ana", #"{"type":"shares"}"#).first
    #expect(page?["shares"]?.arrayValue?.first?["player"] == "anna")
  }

  @Test("Only the sharer can withdraw a result, and may share it again under another number")
  func unshare() throws {
    let world = try Self.world(finished: "ana", "ben")
    Self.follow("kim", in: world)
    world.post("ana", #"{"type":"share"}"#)
    world.clear()
    #expect(world.send("ben", #"{"type":"unshare","share_id":1}"#).first?.code == "not_found share")
    #expect(world.send("ana", #"{"type":"unshare","share_id":9}"#).first?.code == "not_found share")
    #expect(world.send("ana", #"{"type":"unshare","share_id":1}"#).first?.type == "unshared")
    #expect(world.take("kim").first("unshared")?["share_id"] == 1)
    #expect(world.send("ana", #"{"type":"shares"}"#).first?["shares"] == .array([]))
    #expect(world.send("ana", #"{"type":"share"}"#).first?["share_id"] == 2)
    #expect(world.faults == [])
  }

  @Test("A withdrawn result and its reactions are not sent to resuming clients")
  func resume() throws {
    let world = try Self.world(finished: "ana", "ben")
    Self.follow("kim", in: world)
    let seq = try #require(world.parlor.rooms["shares"]?.seq)
    for name in ["ana", "ben"] { world.post(name, #"{"type":"share"}"#) }
    world.post("ben", #"{"type":"react","share_id":1,"emoji":"🎉"}"#)
    world.post("ana", #"{"type":"unshare","share_id":1}"#)
    world.clear()
    let lines = world.send("kim", #"{"type":"join","room":"shares","since":{"epoch":"e1","seq":\#(seq)}}"#)
    #expect(lines.types == ["joined", "shared", "unshared"])
    #expect(lines.first("shared")?["share_id"] == 2)
    #expect(world.faults == [])
  }

  @Test("Forgetting a player removes the player's shares and reactions, also for resuming clients")
  func forget() throws {
    let world = try Self.world(finished: "ana", "ben")
    Self.follow("kim", in: world)
    let seq = try #require(world.parlor.rooms["shares"]?.seq)
    for name in ["ana", "ben"] { world.post(name, #"{"type":"share"}"#) }
    world.post("ana", #"{"type":"react","share_id":2,"emoji":"🎉"}"#)
    world.post("ben", #"{"type":"react","share_id":1,"emoji":"🔥"}"#)
    world.clear()
    world.post("ana", #"{"type":"forget_me","name":"ana"}"#)
    let told = try #require(world.take("kim").first("unshared"))
    #expect(told["all"] == true)
    let page = world.send("kim", #"{"type":"shares"}"#).first?["shares"]?.arrayValue ?? []
    #expect(page.map { $0["share_id"] } == [2])
    #expect(page.first?["reactions"] == nil)
    let lines = world.send("kim", #"{"type":"join","room":"shares","since":{"epoch":"e1","seq":\#(seq)}}"#)
    #expect(lines.types == ["joined"])
    #expect(lines.first?["recovered"] == false)
  }

  @Test("Reactions are counted, changed and withdrawn, one per player")
  func reactions() throws {
    let world = try Self.world(finished: "ana", "ben")
    Self.follow("kim", in: world)
    world.post("ana", #"{"type":"share"}"#)
    world.clear()
    func react(_ name: String, _ emoji: String?) -> JSON? {
      let field = emoji.map { #","emoji":"\#($0)""# } ?? ""
      return world.send(name, #"{"type":"react","share_id":1\#(field),"id":5}"#).last("reacted")?["reactions"]
    }
    #expect(react("ben", "🎉") == ["🎉": 1])
    #expect(react("kim", "🎉") == ["🎉": 2])
    #expect(react("kim", "🎉") == ["🎉": 2])
    #expect(react("ben", "🔥") == ["🎉": 1, "🔥": 1])
    let page = world.send("ben", #"{"type":"shares"}"#).first?["shares"]?.arrayValue?.first
    #expect(page?["reactions"] == ["🎉": 1, "🔥": 1])
    #expect(page?["your_reaction"] == "🔥")
    #expect(react("ben", nil) == ["🎉": 1])
    #expect(world.send("ben", #"{"type":"react","share_id":1,"emoji":"🦖"}"#).first?.code == "bad_field")
    #expect(world.send("ben", #"{"type":"react","share_id":7,"emoji":"🎉"}"#).first?.code == "not_found share")
    #expect(world.faults == [])
  }

  @Test("If the server is configured so, every finished daily is shared by itself, and no other match")
  func autoShare() throws {
    let world = try Self.world(autoShare: true)
    Self.follow("kim", in: world)
    world.logIn("ana")
    Self.play(Self.tries, by: "ana", in: world)
    #expect(world.take("kim").first("shared")?["text"]?.stringValue == Self.text)
    world.post("ana", #"{"type":"create","room":"solo","game":"wordle","mode":"practice","seed":1}"#)
    world.post("ana", #"{"type":"move","room":"solo","text":"\#(try #require(world.answer(in: "solo")))"}"#)
    #expect(world.take("kim").first("shared") == nil)
    world.clear()
    let again = world.send("ana", #"{"type":"share","room":"wordle"}"#).first
    #expect(again?.code == "already_shared")
    #expect(again?["share_id"] == 1)
    #expect(world.faults == [])
  }

  @Test("Tiles are drawn in the reader's colours, and JSON always has the dark ones")
  func themes() throws {
    let world = try Self.world(finished: "ana")
    Self.follow("ben", in: world)
    Self.follow("kim", in: world)
    world.post("ben", "/theme contrast")
    world.post("kim", "/theme light")
    world.clear()
    #expect(world.send("ana", #"{"type":"share"}"#).first?["text"]?.stringValue == Self.text)
    #expect(world.take("ben").text.contains("⬛⬛⬛⬛🟦\n🟦⬛🟦⬛⬛\n⬛⬛⬛🟦⬛\n🟧🟧🟧🟧🟧"))
    #expect(world.take("kim").text.contains("⬜⬜⬜⬜🟨\n🟨⬜🟨⬜⬜\n⬜⬜⬜🟨⬜\n🟩🟩🟩🟩🟩"))
    #expect(world.send("kim", #"{"type":"shares"}"#).text.contains("⬛⬛⬛⬛🟨"))
    #expect(world.send("kim", #"{"type":"theme"}"#).first?["theme"] == "light")
    #expect(world.send("kim", #"{"type":"theme","theme":"pink"}"#).first?.code == "bad_field")
  }
}
