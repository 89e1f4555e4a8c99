import CoreHarness
import GameKit
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("House bots")
struct HouseTests {
  private func world(_ tables: Int = 4, limits: (inout Limits) -> Void = { _ in }) -> World {
    let world = World(games: [connectFour, highCard], houseBots: ["Deepblue"], limits: limits)
    for name in ["ana", "ben"] { world.logIn(name) }
    world.connect("deepblue", from: "192.0.2.9")
    world.send("deepblue", #"{"type":"login","name":"deepblue","bot":true,"token":"tokens"}"#)
    world.send("deepblue", #"{"type":"house","games":["connectfour","highcard"],"tables":\#(tables)}"#)
    return world
  }

  private func open(_ room: String, _ game: String = "connectfour", by name: String = "ana", in world: World) {
    world.send(name, #"{"type":"create","room":"\#(room)","game":"\#(game)","code":"tacos","rated":true}"#)
  }

  @discardableResult
  private func invite(_ room: String, by name: String = "ana", in world: World) -> Line? {
    world.send(name, #"{"type":"invite","room":"\#(room)","bot":true}"#).last
  }

  private func join(_ room: String, in world: World) {
    world.send("deepblue", #"{"type":"join","room":"\#(room)","code":"tacos"}"#)
  }

  @Test("A bot is told the room and its code, joins labelled as a bot, and the match begins")
  func comes() {
    let world = world()
    open("corner", in: world)
    world.clear()
    #expect(invite("corner", in: world)?["bot"] == "deepblue")
    let invited = world.take("deepblue").last("invited")
    #expect(invited?["room"] == "corner" && invited?["code"] == "tacos" && invited?["game"] == "connectfour")
    #expect(invited?["player"] == "ana")
    join("corner", in: world)
    let told = world.take("ana")
    #expect(told.first("entered")?["bot"] == true && told.last("round")?["board"]?["moves"] != nil)
    #expect(world.send("ana", #"{"type":"who"}"#).last?["bots"] == ["deepblue"])
    #expect(world.send("ana", "/who").text.contains("deepblue (bot)"))
    #expect(world.faults == [])
  }

  @Test("Only the operator's token changes a house bot, and one that has logged out is not invited")
  func keeps() {
    let world = world()
    open("corner", in: world)
    for line in [
      #"{"type":"rename","name":"ringer"}"#, #"{"type":"forget_me","name":"deepblue"}"#,
      #"{"type":"password","new":"rumpelstiltskin"}"#,
    ] {
      #expect(world.send("deepblue", line).last?.code == "forbidden", "\(line)")
    }
    _ = world.connectConsole("root")
    for line in [
      #"{"type":"reset_tokens","player":"deepblue"}"#, #"{"type":"reset_tokens","password":true,"player":"deepblue"}"#,
      #"{"type":"rename_player","player":"deepblue","name":"ringer"}"#,
    ] {
      #expect(world.send("root", line).last?.code == "forbidden", "\(line)")
    }
    world.send("deepblue", #"{"type":"logout"}"#)
    #expect(invite("corner", in: world)?.code == "no_bot")
    #expect(world.faults == [])
  }

  @Test("The operator's token has the rate limit of a password")
  func guesses() {
    let world = world()
    world.connect("thief", from: "192.0.2.66")
    let codes = (0..<20).map { number in
      world.send("thief", #"{"type":"login","name":"deepblue","token":"t\#(number)"}"#).last?.code ?? ""
    }
    #expect(codes.first == "name_taken" && codes.last == "too_fast")
    let wrong = world.log.filter { $0.event == "wrong_token" }
    #expect(wrong.count == 5 && wrong.allSatisfy { $0.fields["from"] == "192.0.2.66" })
  }

  @Test("Only a bot that the operator has named is a house bot")
  func named() {
    let world = world()
    #expect(world.send("ben", #"{"type":"house","games":["connectfour"]}"#).last?.code == "forbidden")
    world.connect("rook")
    world.send("rook", #"{"type":"login","name":"rook","bot":true}"#)
    #expect(world.send("rook", #"{"type":"house","games":["connectfour"]}"#).last?.code == "forbidden")
    world.connect("guest")
    #expect(world.send("guest", #"{"type":"house","games":["connectfour"]}"#).last?.code == "not_named")
    #expect(world.send("deepblue", #"{"type":"house","games":["go"]}"#).last?.code == "not_found game")
  }

  @Test("Nobody can claim a bot's name, or one that looks like it, without the operator's token")
  func names() {
    let world = World(games: [connectFour], houseBots: ["Deepblue"])
    for name in ["ben", "eve"] { world.logIn(name) }
    world.connect("guest", from: "127.0.0.1")
    for line in [
      #"{"type":"login","name":"deepblue","bot":true}"#, #"{"type":"login","name":"DEEPBLUE"}"#,
      #"{"type":"login","name":"deepb1ue"}"#, #"{"type":"register","name":"deepblue","password":"correct horse"}"#,
    ] {
      #expect(world.send("guest", line).last?.code == "name_taken")
    }
    #expect(world.send("guest", "/name deepblue").text.contains("a bot of this server"))
    #expect(world.send("ben", #"{"type":"rename","name":"deepblue"}"#).last?.code == "name_taken")
    #expect(world.send("guest", #"{"type":"login","name":"deepblue","token":"token"}"#).last?.code == "bad_token")
    // The token opens these names and no others.
    #expect(world.send("guest", #"{"type":"login","token":"tokens"}"#).last?.code == "bad_token")
    #expect(world.send("guest", #"{"type":"login","name":"eve","token":"tokens"}"#).last?.code == "name_taken")
    let opened = world.send("guest", #"{"type":"login","name":"deepblue","token":"tokens"}"#).last
    #expect(opened?["you"] == "deepblue" && opened?["token"] == nil)
    #expect(world.send("guest", #"{"type":"house","games":["connectfour"]}"#).last?.type == "house")
    // Nothing else opens it later either.
    #expect(world.send("guest", #"{"type":"login","name":"deepblue"}"#).last?["token"] == nil)
    #expect(world.send("guest", #"{"type":"password","new":"correct horse"}"#).last?.code == "forbidden")
    world.drop("guest")
    world.connect("again", from: "192.0.2.9")
    #expect(world.send("again", #"{"type":"login","name":"deepblue"}"#).last?.code == "name_taken")
    #expect(world.send("again", #"{"type":"login","name":"deepblue","token":"tokens"}"#).last?["you"] == "deepblue")
    #expect(world.faults == [])
  }

  @Test("At a table with a house bot no message says that the match counts")
  func toldUnrated() {
    let world = world()
    world.send("ana", #"{"type":"create","room":"deck","game":"highcard","rated":true}"#)
    #expect(world.send("ana", #"{"type":"join","room":"deck"}"#).last("joined")?["rated"] == true)
    invite("deck", in: world)
    world.send("deepblue", #"{"type":"join","room":"deck"}"#)
    let joined = world.send("ben", #"{"type":"join","room":"deck"}"#).last("joined")
    #expect(joined?["players"] == ["ana", "deepblue", "ben"] && joined?["rated"] == nil)
    let rooms = world.send("ben", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue ?? []
    #expect(rooms.first { $0["room"] == "deck" }.map { $0["rated"] == nil } == true)
    world.send("ana", #"{"type":"kick","room":"deck","player":"deepblue"}"#)
    #expect(world.send("ben", #"{"type":"join","room":"deck"}"#).last("joined")?["rated"] == true)
  }

  @Test("A match with a house bot is rated for nobody, and not between bots")
  func unrated() {
    let world = world()
    world.connect("rook")
    world.send("rook", #"{"type":"login","name":"rook","bot":true}"#)
    for name in ["ana", "rook"] {
      open("room-\(name)", by: name, in: world)
      invite("room-\(name)", by: name, in: world)
      join("room-\(name)", in: world)
      world.send(name, #"{"type":"move","room":"room-\#(name)","text":"1"}"#)
      world.send("deepblue", #"{"type":"move","room":"room-\#(name)","text":"1"}"#)
      world.clear()
      world.send("deepblue", #"{"type":"resign","room":"room-\#(name)"}"#)
      let standings = world.take(name).last("round_over")?["standings"]?.arrayValue ?? []
      #expect(standings.count == 2 && standings.allSatisfy { $0["rating_change"] == nil })
    }
    #expect(world.player("ana")?.ratings.isEmpty == true && world.player("rook")?.ratings.isEmpty == true)
  }

  @Test("Only the owner invites, at a waiting table, to a free seat")
  func table() {
    let world = world()
    open("deck", "highcard", in: world)
    world.send("ben", #"{"type":"join","room":"deck","code":"tacos"}"#)
    #expect(invite("deck", by: "ben", in: world)?.code == "not_owner")
    world.send("ana", #"{"type":"start","room":"deck"}"#)
    #expect(invite("deck", in: world)?.code == "already_playing")
    open("corner", in: world)
    #expect(invite("corner", in: world)?.type == "invite")
    // A bot is on its way to the only free seat.
    #expect(invite("corner", in: world)?.code == "room_full")
    world.send("ben", #"{"type":"create","room":"talk"}"#)
    #expect(invite("talk", by: "ben", in: world)?.code == "not_here")
    #expect(world.send("ana", #"{"type":"invite","room":"corner"}"#).last?.code == "bad_field")
    #expect(world.send("ana", "/invite ben").text.contains("Only a bot can be invited"))
  }

  @Test("No bot is invited if none plays the game, all are at tables, or the owner has sent it away")
  func none() {
    let world = world(1)
    open("one", in: world)
    open("two", in: world)
    invite("one", in: world)
    join("one", in: world)
    let busy = invite("two", in: world)
    #expect(busy?.code == "no_bot" && busy?["message"]?.stringValue?.contains("all at tables") == true)
    world.send("deepblue", #"{"type":"leave","room":"one"}"#)
    world.wait(seconds: 16)
    #expect(invite("two", in: world)?.type == "invite")
    join("two", in: world)
    world.send("ana", #"{"type":"kick","room":"two","player":"deepblue"}"#)
    world.wait(seconds: 16)
    let sentAway = invite("two", in: world)
    #expect(sentAway?.code == "no_bot" && sentAway?["message"]?.stringValue?.contains("/unkick deepblue") == true)
    world.send("ana", #"{"type":"kick","kicked":false,"room":"two","player":"deepblue"}"#)
    #expect(invite("two", in: world)?.type == "invite")
    join("two", in: world)
    let here = invite("one", in: world)
    #expect(here?["message"]?.stringValue?.contains("all at tables") == true)
    world.drop("deepblue")
    #expect(invite("one", in: world)?["message"]?.stringValue?.contains("No bot of the house plays") == true)
  }

  @Test("Sending a bot away excludes nobody else from its address")
  func kicked() {
    let world = world()
    world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"}"#)
    invite("corner", in: world)
    join("corner", in: world)
    world.send("ana", #"{"type":"kick","room":"corner","player":"deepblue"}"#)
    world.connect("newcomer", from: "192.0.2.9")
    #expect(world.send("newcomer", #"{"type":"join","room":"corner"}"#).first("joined") != nil)
    #expect(world.send("deepblue", #"{"type":"join","room":"corner"}"#).last?.code == "kicked")
  }

  @Test("A bot is free at once after it was sent away, and if the room closes before it joins")
  func free() {
    let world = world(1)
    open("one", in: world)
    invite("one", in: world)
    join("one", in: world)
    world.send("ana", #"{"type":"kick","room":"one","player":"deepblue"}"#)
    open("two", by: "ben", in: world)
    #expect(invite("two", by: "ben", in: world)?.type == "invite")
    world.send("ben", #"{"type":"leave","room":"two"}"#)
    world.connect("eve", from: "198.51.100.9")
    open("three", by: "eve", in: world)
    #expect(invite("three", by: "eve", in: world)?.type == "invite")
    #expect(world.faults == [])
  }

  @Test("An address has a limited number of bots, however fast they come and go")
  func perAddress() {
    let world = world()
    for room in ["one", "two", "three"] { open(room, in: world) }
    invite("one", in: world)
    join("one", in: world)
    invite("two", in: world)
    #expect(invite("three", in: world)?.code == "too_many bot")
    // One that has gone at once counts on for as long as it could have taken to come.
    world.send("deepblue", #"{"type":"leave","room":"one"}"#)
    #expect(invite("three", in: world)?.code == "too_many bot")
    world.wait(seconds: 16)
    #expect(invite("three", in: world)?.type == "invite")
  }

  @Test("A bot takes no seat from a person: if a person sits down first, the bot watches")
  func seatTaken() {
    let world = world()
    open("corner", in: world)
    invite("corner", in: world)
    world.send("ben", #"{"type":"join","room":"corner","code":"tacos"}"#)
    world.clear()
    let joined = world.send("deepblue", #"{"type":"join","room":"corner","code":"tacos"}"#).first("joined")
    #expect(joined?["state"] == "watching")
    #expect(joined?["players"] == ["ana", "ben"])
  }
}
