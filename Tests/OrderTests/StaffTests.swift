import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Moderators and the operator")
struct StaffTests {
  /// A server with a guest, two players in today's puzzle, and its console.
  static func world() throws -> World {
    let world = try World(stores: true)
    world.connect("guest")
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.connectConsole("op")
    return world
  }

  static let staffRows = {
    let world = World(games: [])
    return RequestTable.rows.filter { $0.isForStaff && world.parlor.parts.handled.contains($0) }.map(\.type)
  }()

  @Test("Requests of moderators are forbidden to others, and change nothing", arguments: staffRows)
  func strangers(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let world = try Self.world()
    let before = world.parlor.figures.stored.records
    for name in ["guest", "ben"] {
      for line in [row.example.text, #"{"type":"\#(type)"}"#] {
        let told = world.send(name, line)
        #expect(told.map(\.code) == ["forbidden"], "\(name)")
      }
      #expect(world.send(name, #"{"type":"help","topic":"\#(type)"}"#).last?.code == "unknown_type")
      #expect(world.send(name, #"{"type":"schema","of":"\#(type)"}"#).last?.code == "not_found schema")
    }
    #expect(world.parlor.figures.stored.records == before)
    #expect(!world.log.contains { $0.event == "admin_act" })
    #expect(world.send("op", #"{"type":"help","topic":"\#(type)"}"#).last?["commands"]?.arrayValue?.count == 1)
  }

  @Test(
    "No address makes a session the console",
    arguments: ["local", "local:root", "127.0.0.1", "::/64", "Local:a", "0:fffe::/64"])
  func addresses(_ address: String) throws {
    let world = try World()
    world.connect("eve", from: address)
    #expect(world.send("eve", #"{"type":"announce","text":"I am root."}"#).last?.code == "forbidden")
    #expect(world.send("eve", #"{"type":"audit"}"#).last?.code == "forbidden")
  }

  @Test("An announcement reaches everybody but its sender, and is in the audit log")
  func announces() throws {
    let world = try Self.world()
    for name in ["guest", "ana", "ben"] { _ = world.take(name) }
    let told = world.send("op", #"{"type":"announce","text":"Soon.","id":1}"#)
    #expect(told.last?["count"]?.intValue == 3)
    for name in ["guest", "ana", "ben"] {
      #expect(world.take(name).map { $0["text"]?.stringValue } == ["Soon."])
    }
    world.send("op", #"{"type":"announce","room":"Wordle","text":"Here.","id":2}"#)
    #expect(world.take("guest").isEmpty)
    #expect(world.take("ana").last?["room"] == "wordle")
    let acts = world.send("op", #"{"type":"audit"}"#).last?["acts"]?.arrayValue ?? []
    #expect(acts.map { $0["text"] } == ["Here.", "Soon."])
    #expect(acts.map { $0["by"] } == ["root", "root"])
    #expect(world.log.filter { $0.event == "admin_act" }.map { $0.fields["number"] } == [1, 2])
  }

  @Test("The console needs no slash, and cannot play")
  func typed() throws {
    let world = try Self.world()
    #expect(world.send("op", "announce Soon.").text.hasPrefix("Done (3 people)."))
    #expect(world.send("op", "/audit").text.contains("root  announce: Soon."))
    world.send("op", "join wordle")
    #expect(world.send("op", "crane").text.contains("There is no command /crane"))
    #expect(world.send("op", "mute ana").text.hasSuffix("here it is silence"))
    world.send("op", "appoint ben")
    #expect(world.send("ben", "/mute ana").text.hasSuffix("moderators silence and send_away there"))
  }

  @Test("Moderators may send the requests that the table allows them, and none of the operator's", arguments: staffRows)
  func moderators(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    let world = try Self.world()
    world.logIn("mia")
    world.send("op", #"{"type":"appoint","player":"mia"}"#)
    _ = world.take("mia")
    let before = world.parlor.figures.stored.records
    let code = world.send("mia", row.example.text).last?.code
    if row.needs.contains(.operator) {
      #expect(code == "forbidden" && world.parlor.figures.stored.records == before)
      #expect(world.send("mia", #"{"type":"help","topic":"\#(type)"}"#).last?.code == "unknown_type")
    } else {
      #expect(code != "forbidden")
    }
  }

  @Test("A player's lines are redacted: members are told, and those who return are not")
  func hide() throws {
    let world = try Self.world()
    world.logIn("mia")
    world.send("op", "appoint mia")
    world.send("ana", #"{"type":"say","room":"wordle","text":"a slur"}"#)
    _ = world.take("ben")
    world.send("mia", #"{"type":"hide","room":"wordle","player":"ana"}"#)
    #expect(world.take("ben").map(\.type) == ["unsaid"])
    world.connect("tim")
    let missed = world.send("tim", #"{"type":"join","room":"wordle","since":{"epoch":"e1","seq":0}}"#)
    #expect(!missed.contains { $0.type == "said" })
    #expect(world.send("mia", #"{"type":"hide","room":"wordle","player":"ana"}"#).last?.code == "not_found player")
  }

  @Test("A room is closed with its members, but never one of the server's own")
  func closing() throws {
    let world = try Self.world()
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    _ = world.take("ana")
    #expect(world.send("op", "close lunch too loud").text.hasPrefix("Done (2 people)."))
    #expect(world.take("ben").first?["text"] == "lunch was closed by those who run the server: too loud")
    #expect(world.send("ben", #"{"type":"join","room":"lunch"}"#).last?.code == "not_found room")
    #expect(world.send("op", "close wordle").text.contains("always there"))
  }

  @Test("A renamed player keeps everything, and a reset token is not valid")
  func accounts() throws {
    let world = try Self.world()
    let token = world.logIn("eva")
    world.send("op", "rename-player eva anna")
    #expect(world.take("eva").last?["text"]?.stringValue?.hasSuffix("another name: anna") == true)
    #expect(world.send("op", "rename-player anna ben").text.contains("is taken"))
    #expect(world.send("op", "rename-player anna admin").text.contains("would be taken"))
    world.connect("eva2")
    #expect(world.send("eva2", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "anna")
    let done = world.send("op", #"{"type":"reset_tokens","player":"anna"}"#).last
    #expect(!world.isConnected("eva2"))
    world.connect("eva3")
    #expect(world.send("eva3", #"{"type":"login","token":"\#(token)"}"#).last?.code == "bad_token")
    let new = try #require(done?["token"]?.stringValue)
    #expect(world.send("eva3", #"{"type":"login","token":"\#(new)"}"#).last?["you"] == "anna")
  }

  @Test("After the operator resets a password only the new one works, and no earlier token")
  func password() throws {
    let world = try Self.world()
    let token = world.logIn("eva")
    let done = world.send("op", #"{"type":"reset_tokens","password":true,"player":"eva"}"#).last
    let password = try #require(done?["password"]?.stringValue)
    #expect(world.take("eva").last?["reason"] == "password_changed" && !world.isConnected("eva"))
    world.connect("again")
    #expect(world.send("again", #"{"type":"login","token":"\#(token)"}"#).last?.code == "bad_token")
    let answer = world.send("again", #"{"type":"login","name":"eva","password":"\#(password)"}"#).last
    #expect(answer?["you"] == "eva")
    let acts = world.send("op", "audit eva").text
    #expect(acts.contains("reset_password") && !acts.contains(password))
    #expect(world.send("op", "reset-password nobody").text.contains("There is no player"))
  }

  @Test("A player's line never looks like an announcement, however it is wrapped")
  func imitation() throws {
    let world = try Self.world()
    world.connect("eve")
    world.send("eve", "/join wordle")
    world.take("eve")
    let text = String(repeating: "a", count: 74) + " *** The server restarts at noon"
    world.send("ben", #"{"type":"say","room":"wordle","text":"\#(text)"}"#)
    let told = world.take("eve").text
    #expect(told.contains("The server restarts") && !told.contains("***"))
    world.send("op", "announce Soon.")
    #expect(world.take("eve").text.hasPrefix("*** Soon."))
  }

  @Test("A session is disconnected, and the list of sessions has addresses")
  func rest() throws {
    let world = try Self.world()
    #expect(world.send("op", "online ana").text.hasPrefix("ana  test  in wordle"))
    #expect(world.send("op", "online").text.contains("local:root"))
    #expect(world.send("op", "status").text.contains("sessions 4"))
    world.send("op", "silence ana")
    #expect(world.send("op", "player ana").text.hasPrefix("ana (muted): here from test, in wordle"))
    world.send("op", "disconnect ana enough")
    #expect(!world.isConnected("ana"))
    #expect(world.take("ana").last?["message"] == "Those who run the server have ended your session: enough")
    #expect(world.send("op", "disconnect ana").text.contains("Nobody of those is here"))
  }

  @Test("A moderator removes a shared result of any player", .needs("Channel"))
  func shares() throws {
    let world = try Self.world()
    world.logIn("mia")
    world.send("op", "appoint mia")
    world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#)
    world.send("ana", #"{"type":"share"}"#)
    #expect(world.send("ana", #"{"type":"shares"}"#).last?["shares"]?.arrayValue?.count == 1)
    #expect(world.send("ben", #"{"type":"remove_share","share_id":1}"#).last?.code == "forbidden")
    let act = world.send("mia", #"{"type":"remove_share","share_id":1,"reason":"spam"}"#).last?["act"]
    #expect(act?["player"] == "ana" && act?["target"] == "1" && act?["by"] == "mia")
    #expect(world.send("ana", #"{"type":"shares"}"#).last?["shares"]?.arrayValue?.isEmpty == true)
    #expect(world.send("mia", #"{"type":"remove_share","share_id":1}"#).last?.code == "not_found share")
  }
}
