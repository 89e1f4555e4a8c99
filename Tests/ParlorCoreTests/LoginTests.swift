import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Names, tokens and limits")
struct LoginTests {
  @Test("The server greets with the session's player, the games and the limits")
  func hello() throws {
    let world = try World()
    let greeting = world.connect("ana", from: "here")
    let hello = try #require(greeting.first)
    #expect(hello.type == "hello")
    #expect(hello["protocol"] == 1)
    #expect(hello["epoch"] == "e1")
    #expect(hello["day"] == "2026-11-20")
    #expect(hello["you"]?.stringValue?.hasPrefix("guest-") == true)
    #expect(hello["line_bytes"] == 16_384)
    #expect(hello["welcome"] == "Welcome to Parlor! Type wordle for today's puzzle, or help.")
    #expect(hello.json.objectValue?.members.last?.key == "welcome")
    #expect(hello.text.utf8.count < 230)
    #expect(greeting.count == 1)
    let about = try #require(world.send("ana", #"{"type":"about"}"#).last)
    #expect(about["next_day_in_s"] == 57_600)
    #expect(about["games"]?.arrayValue?.first?["modes"] == ["daily", "race", "together", "practice"])
  }

  @Test("A name is claimed once and returns a token; the token restores its player from anywhere")
  func claim() throws {
    let world = try World()
    world.connect("ana", "ben")
    let first = try #require(world.send("ana", #"{"type":"login","name":"Ana","id":1}"#).last)
    #expect(first["you"] == "Ana")
    let token = try #require(first["token"]?.stringValue)
    #expect(token.hasPrefix("p1_") && token.utf8.count >= 3 + 32)
    #expect(world.send("ana", #"{"type":"login","name":"Ana"}"#).last?["token"] == nil)
    for name in ["Ana", "ana", "ANA"] {
      #expect(world.send("ben", #"{"type":"login","name":"\#(name)","id":1}"#).last?.code == "name_taken")
    }
    world.drop("ana")
    let back = world.send("ben", #"{"type":"login","name":"ana","token":"\#(token)","id":2}"#).last
    #expect(back?["you"] == "Ana")
    #expect(back?["token"] == nil)
  }

  @Test("A wrong token is refused")
  func wrongTokens() throws {
    let world = try World()
    let token = world.logIn("ana")
    world.logIn("ben")
    world.connect("eve")
    for (fields, code) in [
      (#""token":"p1_00""#, "bad_token"), (#""token":"""#, "bad_token"),
      (#""name":"ana","token":"p1_00""#, "name_taken"), (#""name":"nobody","token":"p1_00""#, "bad_token"),
      (#""name":"ben","token":"\#(token)""#, "name_taken"), (#""token":7"#, "bad_field"),
    ] { #expect(world.send("eve", #"{"type":"login",\#(fields),"id":1}"#).last?.code == code) }
    #expect(world.isConnected("ana"))
  }

  @Test("A newer connection takes over; the older is told, closed, and sent nothing more")
  func takeOver() throws {
    let world = try World()
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"create","room":"alone"}"#)
    world.connect("bob")
    world.send("bob", #"{"type":"join","watching":true,"room":"wordle"}"#)
    world.clear()
    world.connect("new")
    #expect(world.send("new", #"{"type":"login","token":"\#(token)"}"#).first?["you"] == "ana")
    #expect(world.take("ana").types == ["closing"])
    #expect(!world.isConnected("ana"))
    #expect(world.take("bob").types == ["left"])
    // The room in which only the older connection was is taken over as well.
    #expect(world.parlor.rooms.names == ["alone", "shares", "wordle"])
    #expect(world.send("new", #"{"type":"who","room":"alone"}"#).last?["players"] == ["ana"])
    #expect(world.send("new", #"{"type":"join","room":"wordle"}"#).last?.type == "joined")
    #expect(world.faults == [])
  }

  @Test("A guest who logs in leaves the guest's rooms, which pass to other owners")
  func guestLeaves() throws {
    let world = try World()
    let token = world.logIn("ana")
    world.connect("guest", "ben")
    world.send("guest", #"{"type":"create","room":"lunch"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.clear()
    #expect(world.send("guest", #"{"type":"login","token":"\#(token)","id":1}"#).types == ["left", "login"])
    #expect(world.take("ben").types == ["left", "owner"])
    #expect(world.send("guest", #"{"type":"say","text":"x","id":2}"#).last?.code == "which_room")
    #expect(world.faults == [])
  }

  @Test("Logging in again with one's own token changes nothing")
  func ownToken() throws {
    let world = try World()
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ana", #"{"type":"login","token":"\#(token)","id":1}"#).types == ["login"])
    #expect(world.send("ana", #"{"type":"board"}"#).last?.type == "board")
    #expect(world.isConnected("ana"))
  }

  @Test("A guest may ask for a token without a name, and keeps its identity")
  func guestToken() throws {
    let world = try World()
    let you = world.connect("ana", from: "here").first?["you"]
    let answer = try #require(world.send("ana", #"{"type":"login"}"#).last)
    #expect(answer["you"] == you)
    #expect(answer["token"] != nil)
    #expect(world.send("ana", #"{"type":"login"}"#).last?["token"] == nil)
  }

  @Test(
    "Names are compared as people see them",
    arguments: [("é", "e\u{301}"), ("Ñandu", "n\u{303}ANDU"), ("straße", "STRAßE")])
  func canonical(first: String, second: String) throws {
    let world = try World()
    world.connect("ana", "ben")
    #expect(world.send("ana", #"{"type":"login","name":"\#(first)"}"#).last?.type == "login")
    #expect(world.send("ben", #"{"type":"login","name":"\#(second)","id":1}"#).last?.code == "name_taken")
  }

  @Test(
    "Names that a terminal or a person would misread are refused",
    arguments: [
      "", " ", "a b", "1ana", "-a", ".", "ana.", #"a\u001b[1m"#, #"a\u202eb"#, #"a\u200bb"#, #"a\u200db"#, "guest-0000",
      "Guest_x", "a/b", "a@b", "👍", #"a\u0000"#, "\u{3164}", "a\u{115F}", "a\u{FE0F}", "abcdefghijklmnopqrstu", #"a\n"#,
    ])
  func refusedNames(name: String) throws {
    let world = try World()
    let you = world.connect("ana", from: "here").first?["you"]?.stringValue
    #expect(world.send("ana", #"{"type":"login","name":"\#(name)","id":1}"#).last?.code == "bad_text")
    #expect(world.player("ana")?.name == you)
  }

  @Test("Claimed names are limited per address and day")
  func namesPerAddress() throws {
    let world = try World { $0.newNamesPerAddress = 2 }
    for name in ["a", "b", "c"] { world.connect(name, from: "one") }
    world.connect("d", from: "two")
    #expect(world.send("a", #"{"type":"login","name":"a"}"#).last?.type == "login")
    #expect(world.send("b", #"{"type":"login","name":"b"}"#).last?.type == "login")
    #expect(world.send("c", #"{"type":"login","name":"c","id":1}"#).last?.code == "too_many name")
    #expect(world.send("d", #"{"type":"login","name":"d"}"#).last?.type == "login")
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(world.send("c", #"{"type":"login","name":"c"}"#).last("login") != nil)
  }

  @Test("A new name is announced in the rooms, and the old one is free again")
  func rename() throws {
    let world = try World()
    world.connect("ana", "ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"wordle"}"#) }
    world.logIn("other")
    world.clear()
    let old = try #require(world.player("ana")?.name)
    world.send("ana", #"{"type":"login","name":"Ana"}"#)
    let renamed = try #require(world.take("ben").last)
    #expect(renamed.type == "renamed")
    #expect(renamed["player"]?.stringValue == old)
    #expect(renamed["name"] == "Ana")
    #expect(world.send("ana", #"{"type":"login","name":"Anna"}"#).last?["code"] == "already_named")
    #expect(world.send("ana", #"{"type":"rename","name":"Anna"}"#).last("rename")?["you"] == "Anna")
    world.send("other", #"{"type":"rename","name":"somebody"}"#)
    #expect(world.send("other", #"{"type":"rename","name":"ana"}"#).last("rename")?["you"] == "ana")
    #expect(world.faults == [])
  }

  @Test("Guests who are gone leave no trace")
  func noTrace() throws {
    let world = try World()
    for _ in 0..<20 {
      world.connect("ana")
      world.send("ana", #"{"type":"create","room":"x","game":"wordle","mode":"together"}"#)
      world.drop("ana")
    }
    #expect(world.parlor.sessions.count == 0)
    #expect(world.parlor.rooms.count == 2)
    #expect(world.parlor.hub.knowledge.scopeCount == 0)
    weak var player: Player?
    world.connect("ana")
    player = world.player("ana")
    #expect(player != nil)
    world.drop("ana")
    #expect(player == nil)
  }

  @Test("Commands beyond the limit are refused with the time to wait, and accepted after it")
  func rateLimit() throws {
    let world = try World {
      $0.burst = 3
      $0.commandsPerSecond = 10
    }
    world.connect("ana")
    for _ in 0..<3 { #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong") }
    for line in [#"{"type":"ping","id":7}"#, "{", "/ping"] {
      let refused = world.send("ana", line)
      #expect(refused.count == 1)
      if line.hasPrefix("{\"") {
        #expect(refused.last?.code == "too_fast")
        #expect(refused.last?["re"] == 7)
        #expect(refused.last?["retry_after_ms"]?.intValue.map { (1...101).contains($0) } == true)
      }
    }
    world.wait(milliseconds: 101)
    #expect(world.send("ana", #"{"type":"ping"}"#).last?.type == "pong")
    #expect(world.send("ana", #"{"type":"ping"}"#).last?.code == "too_fast")
    world.wait(seconds: 3600)
    let answers = (0..<5).compactMap { _ in world.send("ana", #"{"type":"ping"}"#).last?.type }
    #expect(answers == ["pong", "pong", "pong", "error", "error"])
  }

  @Test("Bots have a limit of their own from their login on, and another login gains nothing")
  func botLimit() throws {
    let world = try World {
      $0.burst = 3
      $0.botBurst = 50
      $0.botCommandsPerSecond = 1
    }
    world.connect("bot")
    world.send("bot", #"{"type":"login","name":"robo","bot":true}"#)
    for _ in 0..<46 { #expect(world.send("bot", #"{"type":"ping"}"#).last?.type == "pong") }
    world.send("bot", #"{"type":"logout"}"#)
    world.send("bot", #"{"type":"login","name":"other","bot":true}"#)
    let codes = (0..<3).map { _ in world.send("bot", #"{"type":"ping"}"#).last?.code }
    #expect(codes.last == "too_fast")
  }

  @Test("After bye nothing is answered")
  func bye() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ana", #"{"type":"bye","id":1}"#).map(\.text) == [#"{"type":"bye","re":1}"#])
    #expect(!world.isConnected("ana"))
    #expect(world.send("ana", #"{"type":"ping"}"#) == [])
    #expect(world.parlor.rooms["wordle"]?.members.count == 0)
    #expect(world.faults == [])
  }
}
