import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Rooms")
struct RoomTests {
  func talk(_ names: String..., in world: World) {
    for name in names { world.connect(name) }
    world.send(names[0], #"{"type":"create","room":"Lunch"}"#)
    for name in names.dropFirst() { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
  }

  @Test("Opening a room makes its opener owner and member, and lists it in the lobby")
  func create() throws {
    let world = try World()
    world.connect("ana", "ben")
    let joined = try #require(world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","id":1}"#).last)
    #expect(joined.type == "joined")
    #expect(joined["re"] == 1)
    #expect(joined["mode"] == "race")
    #expect(joined["state"] == "waiting")
    #expect(joined["owner"] == joined["you"])
    let rooms = world.send("ben", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue ?? []
    #expect(rooms.map { $0["room"]?.stringValue } == ["wordle", "shares", "lunch"])
    #expect(rooms.last?["player_count"] == 1)
    #expect(world.faults == [])
  }

  @Test("A room opened without a name gets a free one")
  func nameless() throws {
    let world = try World()
    world.connect("ana", "ben")
    let names = ["ana", "ben"].compactMap { name in
      world.send(name, #"{"type":"create","game":"wordle","mode":"practice"}"#).last?["room"]?.stringValue
    }
    #expect(Set(names).count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("practice-") })
  }

  @Test(
    "A room that cannot be opened is refused with a code",
    arguments: [
      (#""room":"WORDLE""#, "exists room"),
      (#""room":"x","game":"chess""#, "not_found game"),
      (#""room":"x","game":"wordle","mode":"daily""#, "not_found mode"),
      (#""room":"x","game":"wordle","mode":"solo""#, "bad_field"),
      (#""room":"x","game":"wordle","settings":{"size":3}"#, "bad_settings"),
      (#""room":"x","game":"wordle","settings":{"hard":1}"#, "bad_settings"),
      (#""room":"x","game":"wordle","settings":[]"#, "bad_field"),
      (#""room":"x","game":"wordle","round_s":9"#, "bad_field"),
      (#""room":"x","game":"wordle","round_s":86401"#, "bad_field"),
      (#""room":"x","game":"wordle","seed":-1"#, "bad_field"),
      (#""room":"x","game":"wordle","seed":1.5"#, "bad_field"),
      (#""room":"x","game":"wordle","seed":99999999999999999999"#, "bad_field"),
      (#""room":"""#, "bad_text"),
      (#""room":"11""#, "bad_text"),
      (#""room":"a b""#, "bad_text"),
      (#""room":"abcdefghijklmnopqrstu""#, "bad_text"),
      (#""room":"x\u001b[2J""#, "bad_text"),
      (#""room":"x","code":"a\nb""#, "bad_text"),
      (#""room":7"#, "bad_field"),
    ])
  func refusedRooms(fields: String, code: String) throws {
    let world = try World()
    world.connect("ana")
    let answer = world.send("ana", #"{"type":"create",\#(fields),"id":"q"}"#)
    #expect(answer.count == 1)
    #expect(answer.last?.code == code)
    #expect(answer.last?["re"] == "q")
    #expect(world.parlor.rooms.count == 2)
  }

  @Test("A private room is not listed, and its code opens it")
  func privateRooms() throws {
    let world = try World()
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","code":"tacos"}"#)
    #expect(!world.send("ben", #"{"type":"rooms"}"#).text.contains("lunch"))
    #expect(world.send("ana", #"{"type":"rooms"}"#).text.contains(#""room":"lunch""#))
    for (line, code) in [
      (#"{"type":"join","room":"lunch"}"#, "wrong_code"),
      (#"{"type":"join","room":"lunch","code":"nachos"}"#, "wrong_code"),
      (#"{"type":"join","watching":true,"room":"lunch"}"#, "wrong_code"),
      (#"{"type":"who","room":"lunch"}"#, "not_in_room"),
      (#"{"type":"say","room":"lunch","text":"hi"}"#, "not_in_room"),
      (#"{"type":"board","room":"lunch"}"#, "not_in_room"),
    ] { #expect(world.send("ben", line).last?.code == code) }
    #expect(world.take("ana") == [])
    #expect(world.send("ben", #"{"type":"join","room":"LUNCH","code":"tacos"}"#).last?.type == "joined")
    #expect(world.take("ana").types == ["entered"])
  }

  @Test("Talk reaches everybody once, and the speaker's copy answers the request")
  func say() throws {
    let world = try World()
    talk("ana", "ben", "cid", in: world)
    world.post("ana", #"{"type":"say","room":"lunch","text":" hola ","id":9}"#)
    for name in ["ana", "ben", "cid"] {
      let told = world.take(name)
      #expect(told.count == 1)
      #expect(told.last?["text"] == "hola")
      #expect(told.last?["re"] == (name == "ana" ? 9 : nil))
    }
    #expect(world.faults == [])
  }

  @Test(
    "Talk that a terminal could misread is refused",
    arguments: [
      "", "   ", #"a\u001b[31m"#, #"\u0000"#, #"a\nb"#, #"\u202e"#, #"\u2066"#, #"\u200f"#, #"\u2028"#, #"\ufeff"#,
      #"\u0085"#, #"\udb40\udc41"#, #"\ue000"#, #"\u007f"#, #"\u3164"#, #"\u2800 \u2800"#, #"\u200d\u1160"#,
    ])
  func refusedTalk(text: String) throws {
    let world = try World()
    talk("ana", "ben", in: world)
    #expect(world.send("ana", #"{"type":"say","text":"\#(text)","id":1}"#).last?.code == "bad_text")
    #expect(world.take("ben") == [])
  }

  @Test("Talk has a limit in visible characters, and is stored in NFC")
  func talkLength() throws {
    let world = try World { $0.chatCharacters = 5 }
    talk("ana", "ben", in: world)
    #expect(world.send("ana", #"{"type":"say","text":"12345"}"#).last?.type == "said")
    #expect(world.send("ana", #"{"type":"say","text":"123456"}"#).last?.code == "bad_text")
    #expect(world.send("ana", #"{"type":"say","text":"👨‍👩‍👧🇪🇸éñü"}"#).last?.type == "said")
    let zalgo = String(repeating: "\u{301}", count: 100)
    #expect(world.send("ana", #"{"type":"say","text":"a\#(zalgo)"}"#).last?.code == "bad_text")
    world.clear()
    world.post("ana", #"{"type":"say","text":"e\u0301"}"#)
    #expect(world.take("ben").last.map { Array($0["text"]?.stringValue?.utf8 ?? "".utf8) } == [0xC3, 0xA9])
  }

  @Test("Only the owner can send players away, for good")
  func kick() throws {
    let world = try World()
    talk("ana", "ben", "cid", in: world)
    let (ana, ben) = (try #require(world.player("ana")?.name), try #require(world.player("ben")?.name))
    #expect(world.send("ben", #"{"type":"kick","player":"\#(ana)","id":1}"#).last?.code == "not_owner")
    #expect(world.send("ana", #"{"type":"kick","player":"\#(ana)","id":1}"#).last?.code == "bad_field")
    #expect(world.send("ana", #"{"type":"kick","player":"nobody","id":1}"#).last?.code == "not_found player")
    let own = world.send("ana", #"{"type":"kick","player":"\#(ben)","id":2}"#).last
    #expect(own?["reason"] == "kicked")
    #expect(own?["re"] == 2)
    #expect(world.take("ben").last?["reason"] == "kicked")
    #expect(world.take("cid").last?["reason"] == "kicked")
    #expect(world.send("ben", #"{"type":"join","room":"lunch","id":3}"#).last?.code == "kicked")
    #expect(world.send("ben", #"{"type":"join","watching":true,"room":"lunch","id":3}"#).last?.code == "kicked")
    #expect(world.send("ben", #"{"type":"say","room":"lunch","text":"x","id":3}"#).last?.code == "not_in_room")
    #expect(world.faults == [])
  }

  @Test("The owner silences players and allows them to talk again")
  func mute() throws {
    let world = try World()
    talk("ana", "ben", in: world)
    let ben = try #require(world.player("ben")?.name)
    #expect(world.send("ana", #"{"type":"mute","player":"\#(ben)","id":1}"#).last?["muted"] == true)
    #expect(world.take("ben").last?.type == "muted")
    #expect(world.send("ben", #"{"type":"say","text":"x","id":1}"#).last?.code == "muted")
    world.send("ana", #"{"type":"mute","player":"\#(ben)","muted":false}"#)
    #expect(world.send("ben", #"{"type":"say","text":"x"}"#).last?.type == "said")
  }

  @Test("Ownership passes to the longest member, players before watchers, and an empty room closes")
  func ownership() throws {
    let world = try World()
    talk("ana", in: world)
    world.connect("eve", "ben", "cid")
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    for name in ["ben", "cid"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
    world.send("ana", #"{"type":"leave","room":"lunch","id":1}"#)
    let told = world.take("cid")
    #expect(told.types == ["left", "owner"])
    #expect(told.last?["player"]?.stringValue == world.player("ben")?.name)
    world.drop("ben")
    world.drop("cid")
    #expect(world.send("eve", #"{"type":"who"}"#).last?["owner"]?.stringValue == world.player("eve")?.name)
    world.send("eve", #"{"type":"leave"}"#)
    #expect(world.parlor.rooms.names == ["shares", "wordle"])
    #expect(world.parlor.rooms.count == 2)
    #expect(world.faults == [])
  }

  @Test("Rooms are limited per player, per session and per server, and closed rooms do not count")
  func roomLimits() throws {
    let world = try World {
      $0.roomsPerPlayer = 2
      $0.roomsPerSession = 3
      $0.rooms = 4
    }
    world.connect("ana", "ben")
    func create(_ name: String, _ room: String) -> String? {
      world.send(name, #"{"type":"create","room":"\#(room)"}"#).last.map { $0.code ?? $0.type ?? "" }
    }
    #expect(create("ana", "a") == "joined")
    #expect(create("ana", "b") == "joined")
    #expect(create("ana", "c") == "too_many room")
    #expect(world.send("ana", #"{"type":"join","room":"wordle"}"#).last?.type == "joined")
    #expect(create("ben", "c") == "joined")
    #expect(create("ben", "d") == "too_many room")
    world.send("ana", #"{"type":"leave","room":"b"}"#)
    #expect(create("ana", "d") == "joined")
    #expect(world.send("ana", #"{"type":"join","room":"c","id":1}"#).last?.code == "too_many room")
    world.drop("ana")
    #expect(world.parlor.rooms.names == ["c", "shares", "wordle"])
  }

  @Test("A full room admits nobody")
  func full() throws {
    let world = try World { $0.roomMembers = 2 }
    talk("ana", "ben", in: world)
    world.connect("cid")
    #expect(world.send("cid", #"{"type":"join","room":"lunch","id":1}"#).last?.code == "room_full")
    #expect(world.send("cid", #"{"type":"join","room":"wordle"}"#).last?.type == "joined")
  }

  @Test("A request must name its room if the session is in several")
  func whichRoom() throws {
    let world = try World()
    talk("ana", in: world)
    #expect(world.send("ana", #"{"type":"say","text":"x"}"#).last?.type == "said")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ana", #"{"type":"say","text":"x","id":1}"#).last?.code == "which_room")
    #expect(world.send("ana", #"{"type":"say","room":"LUNCH","text":"x"}"#).last?.type == "said")
    world.connect("ben")
    #expect(world.send("ben", #"{"type":"say","text":"x","id":1}"#).last?.code == "which_room")
    #expect(world.send("ben", #"{"type":"say","room":"lunch","text":"x","id":1}"#).last?.code == "not_in_room")
  }

  @Test("An unknown room is answered with the nearest visible name, never a private one")
  func nearestRoom() throws {
    let world = try World()
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"create","room":"secret","code":"x"}"#)
    let wrong = world.send("ben", #"{"type":"join","room":"wordel","id":1}"#).last
    #expect(wrong?.code == "not_found room")
    #expect(wrong?["message"] == "There is no room wordel; did you mean wordle?")
    #expect(world.send("ben", #"{"type":"join","room":"secrt","id":1}"#).last?["message"] == "There is no room secrt")
  }

  @Test("The members listed by who are players, watchers and the owner")
  func who() throws {
    let world = try World()
    talk("ana", "ben", in: world)
    world.connect("eve")
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    let who = try #require(world.send("eve", #"{"type":"who","room":"lunch"}"#).last)
    #expect(who["players"]?.arrayValue?.count == 2)
    #expect(who["watchers"]?.arrayValue?.map(\.stringValue) == [world.player("eve")?.name])
    #expect(who["owner"]?.stringValue == world.player("ana")?.name)
  }

  @Test("A room for talking has no board, nor has any room before the first round")
  func noBoard() throws {
    let world = try World()
    talk("ana", in: world)
    #expect(world.send("ana", #"{"type":"board","id":1}"#).last?.code == "not_playing")
    #expect(world.send("ana", #"{"type":"move","text":"x","id":1}"#).last?.code == "not_playing")
    #expect(world.send("ana", #"{"type":"start","id":1}"#).last?.code == "not_playing")
    #expect(
      world.send("ana", #"{"type":"join","room":"lunch","settings":{"hard":true},"id":1}"#).last?.code
        == "bad_settings")
  }
}
