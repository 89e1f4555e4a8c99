import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Keeping order")
struct OrderTests {
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

  static let staffRows = RequestTable.rows.filter(\.isForStaff).map(\.type)

  @Test("What is for those who keep order is forbidden to everybody else, and changes nothing", arguments: staffRows)
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
    "No address makes a session the console's",
    arguments: ["local", "local:root", "127.0.0.1", "::/64", "Local:a", "0:fffe::/64"])
  func addresses(_ address: String) throws {
    let world = try World()
    world.connect("eve", from: address)
    #expect(world.send("eve", #"{"type":"announce","text":"I am root."}"#).last?.code == "forbidden")
    #expect(world.send("eve", #"{"type":"audit"}"#).last?.code == "forbidden")
  }

  @Test("An announcement reaches everybody but whoever makes it, and stands in the audit log")
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

  @Test("The console needs no slash, and plays nothing")
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

  @Test("A moderator may do what rows say is a moderator's, and nothing of the operator's", arguments: staffRows)
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

  @Test("A banned player's session ends at once, with the reason, and neither token nor password opens the account")
  func ban() throws {
    let world = try Self.world()
    let token = world.logIn("eva")
    _ = world.take("ben")
    world.send("op", "ban eva 7d spam")
    let told = world.take("eva").last
    #expect(told?.code == "banned")
    #expect(told?["message"]?.stringValue?.hasSuffix("until 2026-11-27 08:00 UTC: spam") == true)
    #expect(!world.isConnected("eva"))
    world.connect("eva2")
    #expect(world.send("eva2", #"{"type":"login","token":"\#(token)"}"#).last?.code == "banned")
    #expect(world.send("op", "bans").text.contains("ban eva  since 2026-11-20 08:00 until 2026-11-27 08:00: spam"))
    world.send("op", "unban eva")
    #expect(world.send("eva2", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "eva")
    #expect(world.send("op", "unban eva").text.contains("is not banned"))
  }

  @Test("A ban ends by itself")
  func expiry() throws {
    let world = try Self.world()
    world.send("op", "ban 203.0.113.0/24 1h")
    #expect(world.connect("eva", from: "203.0.113.7").map(\.code) == ["banned"])
    #expect(!world.isConnected("eva"))
    world.wait(seconds: 3601)
    #expect(world.connect("tim", from: "203.0.113.7").first?.type == "hello")
    #expect(world.send("op", "bans").text == "Nobody is banned, muted or sent away.")
  }

  @Test("A banned range ends the sessions from there, and keeps those who come from there out, but never the console")
  func range() throws {
    let world = try Self.world()
    world.connect("eva", from: "2001:db8:0:1::/64")
    world.connect("tim", from: "2001:db9::/64")
    #expect(world.send("op", "ban 2001:db8::/32").text.hasPrefix("Done (1 person)."))
    #expect(world.take("eva").last?.code == "banned")
    #expect(!world.isConnected("eva") && world.isConnected("tim"))
    world.send("op", "ban ::/0")
    world.send("op", "ban 0.0.0.0/0")
    #expect(!world.isConnected("tim"))
    world.connectConsole("op2")
    #expect(world.send("op2", "bans").text.contains("ban ::/0"))
    #expect(world.parlor.refusal(of: "198.51.100.1", at: world.now)?.code == "banned")
  }

  @Test("A guest is banned by the address, and by none where none is known")
  func guests() throws {
    let world = try Self.world()
    world.connect("eva", from: "203.0.113.9")
    let name = try #require(world.player("eva")?.name)
    #expect(world.send("op", "ban \(name) 1h").text.contains("ban 203.0.113.9 until"))
    #expect(!world.isConnected("eva"))
    let other = try #require(world.player("guest")?.name)
    #expect(world.send("op", "ban \(other)").text.contains("of whom no address is known"))
  }

  @Test(
    "A muted player neither talks, shares nor reacts where all can read it, and is told until when and why",
    .needs("Channel"))
  func mute() throws {
    let world = try Self.world()
    world.send("op", "silence ana 30m spam")
    #expect(world.take("ana").last?["text"]?.stringValue?.contains("until 2026-11-20 08:30 UTC: spam") == true)
    for line in [
      #"{"type":"say","room":"wordle","text":"hola"}"#, #"{"type":"share"}"#,
      #"{"type":"react","share_id":1,"emoji":"🎉"}"#,
    ] { #expect(world.send("ana", line).last?.code == "muted", "\(line)") }
    world.send("ana", #"{"type":"create","room":"den","code":"tacos"}"#)
    #expect(world.send("ana", #"{"type":"say","room":"den","text":"hola"}"#).last?.type == "said")
    world.wait(seconds: 1801)
    #expect(world.send("ana", #"{"type":"say","room":"wordle","text":"hola"}"#).last?.type == "said")
    world.send("op", "silence ana")
    world.send("op", "unsilence ana")
    #expect(world.send("ana", #"{"type":"say","room":"wordle","text":"hola"}"#).last?.type == "said")
  }

  @Test("A moderator mutes in the server's own rooms alone, sends away for a time, and touches no other moderator")
  func moderating() throws {
    let world = try Self.world()
    world.logIn("mia")
    world.logIn("max")
    world.send("op", "appoint mia")
    world.send("op", "appoint max")
    for name in ["mia", "ana", "ben", "max"] { _ = world.take(name) }
    #expect(world.send("mia", "/silence ana 30m").text.hasPrefix("Done."))
    #expect(world.send("ana", #"{"type":"say","room":"wordle","text":"hola"}"#).last?.code == "muted")
    world.send("ana", #"{"type":"create","room":"open"}"#)
    #expect(world.send("ana", #"{"type":"say","room":"open","text":"hola"}"#).last?.type == "said")
    #expect(world.send("mia", "/send-away wordle ben 1h").text.hasPrefix("Done."))
    #expect(world.take("ben").map(\.type) == ["announcement", "left"])
    #expect(world.send("ben", #"{"type":"join","room":"wordle"}"#).last?.code == "kicked")
    #expect(world.send("mia", "/let-back wordle ben").text.hasPrefix("Done."))
    #expect(world.send("ben", #"{"type":"join","room":"wordle"}"#).last?.type == "joined")
    #expect(world.send("mia", "/send-away open ana").text.contains("is not one of the server's own rooms"))
    #expect(world.send("mia", "/silence max").text.contains("is a moderator, too"))
    #expect(world.send("mia", "/ban ana").text.contains("There is no command /ban"))
    world.send("op", "dismiss mia")
    #expect(world.send("mia", #"{"type":"silence","player":"ana"}"#).last?.code == "forbidden")
  }

  @Test("What a player has said is taken back: members are told, and those who come back are not")
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

  @Test("A room is closed with all who are in it, but never one of the server's own")
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

  @Test("A player who is renamed keeps everything, and a token that was reset is not valid")
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

  @Test("Who has forgotten a password gets a new one from the operator, and nothing of before opens anything")
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
    #expect(world.send("op", "reset-password nobody").text.contains("Nobody has the name"))
  }

  @Test(
    "What is meant as a term and is none is refused, and what lasts for good says so",
    arguments: ["7days", "10 minutes", "0d", "-1h", "1.5h", "99999999d"])
  func terms(_ wrong: String) throws {
    let world = try Self.world()
    #expect(world.send("op", "ban ana \(wrong) spam").text.hasPrefix("How long is written like"))
    #expect(world.send("op", "silence ana 1w spam").text.contains(" until 20"))
    #expect(world.send("op", "silence ana for 10m noise").text.contains(": noise"))
    #expect(world.send("op", "silence ana for 10 minutes").text.hasPrefix("How long is written like"))
    #expect(world.send("op", "silence ana for good reason").text.contains("for good: for good reason"))
    #expect(world.send("op", "silence ana spam 3 times").text.contains("mute ana for good: spam 3 times"))
    #expect(world.send("op", "ban 300.1.1.1").text.hasPrefix("No address"))
    #expect(world.send("op", "ban 203.0.113.0/33").text.hasPrefix("No address"))
    world.send("op", "ban 203.0.113.0/24 1h")
    #expect(world.send("op", "unban 203.0.113.7").text.contains("unban 203.0.113.0/24"))
    #expect(world.send("op", "announce room=wordle").text.hasPrefix("Type it like this"))
  }

  @Test("A mute is not shaken off by coming back as a guest or under a new name; who was here before talks")
  func dodging() throws {
    let world = try Self.world()
    world.connect("mutt", from: "192.0.2.7")
    world.send("mutt", #"{"type":"login","name":"mutt"}"#)
    world.connect("other", from: "192.0.2.7")
    world.wait(seconds: 1)
    world.send("op", "silence mutt 1h spam")
    func speak(_ client: String) -> String? {
      world.send(client, #"{"type":"join","room":"wordle"}"#)
      return world.send(client, #"{"type":"say","room":"wordle","text":"still here"}"#).last?.code
    }
    #expect(speak("mutt") == "muted" && speak("other") == nil)
    world.connect("again", from: "192.0.2.7")
    #expect(speak("again") == "muted")
    #expect(world.send("again", #"{"type":"login","name":"mutt2"}"#).last?.code == "muted")
    #expect(speak("again") == "muted")
    world.connect("elsewhere", from: "192.0.2.8")
    #expect(speak("elsewhere") == nil)
    world.wait(seconds: 301)
    #expect(speak("again") == nil && speak("mutt") == "muted")
    world.send("op", "unsilence mutt")
    #expect(speak("mutt") == nil)
  }

  @Test("What is in force against a guest goes along to the account that the same connection logs in to, for as long")
  func followed() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.drop("ana")
    world.wait(seconds: 200)
    world.connect("eve", from: "203.0.113.7")
    world.connectConsole("op")
    let guest = try #require(world.player("eve")?.name)
    world.send("op", "silence \(guest) 1h spam")
    world.send("op", "send-away wordle \(guest)")
    // The code of a refusal, or that of the room.
    func codes(_ name: String) -> [String?] {
      world.send(name, #"{"type":"create","room":"den","code":"tacos"}"#)
      return [
        #"{"type":"join","room":"wordle"}"#, #"{"type":"create","room":"open"}"#,
        #"{"type":"join","room":"den","code":"tacos"}"#,
      ].map { world.send(name, $0).last?.code }
    }
    #expect(world.send("eve", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "ana")
    #expect(codes("eve") == ["kicked", "muted", "tacos"])
    world.drop("eve")
    world.connect("again", from: "198.51.100.9")
    world.send("again", #"{"type":"login","token":"\#(token)"}"#)
    #expect(codes("again") == ["kicked", "muted", "tacos"])
    let bans = world.send("op", "bans").text
    #expect(bans.contains("mute ana  since 2026-11-20 08:03 until 2026-11-20 09:03: spam"))
    world.send("op", "unsilence ana")
    #expect(world.send("again", #"{"type":"create","room":"open"}"#).last?.type == "joined")
    #expect(world.send("op", "bans").text.contains("mute \(guest)"), "each is lifted by itself")
    #expect(world.faults == [])
  }

  @Test("A guest's mute lasts for newcomers from there, and is lifted by the name of then once the guest is gone")
  func goneGuest() throws {
    let world = try Self.world()
    let name = try #require(world.connect("pest", from: "192.0.2.7").first?["you"]?.stringValue)
    world.send("op", "silence \(name) loud")
    world.drop("pest")
    world.wait(seconds: 3600)
    world.connect("pest2", from: "192.0.2.7")
    world.send("pest2", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("pest2", #"{"type":"say","room":"wordle","text":"me again"}"#).last?.code == "muted")
    #expect(world.send("op", "bans").text.contains("mute \(name)"))
    #expect(world.send("op", "unsilence \(name)").text.hasPrefix("Done."))
    #expect(world.send("pest2", #"{"type":"say","room":"wordle","text":"better"}"#).last?.code == nil)
  }

  @Test("Whoever runs the server is told that guests still come in from where a banned player was")
  func bannedFrom() throws {
    let world = try Self.world()
    #expect(world.send("op", "ban ana 1h").text.contains("Guests from test still come in: ban test keeps"))
  }

  @Test("What a player says does not look like an announcement, however its line is broken")
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

  @Test("A session is taken away, and who is here is told with addresses")
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

  @Test("Of a player who is forgotten neither name nor reason stays, and a banned range does")
  func forgotten() throws {
    let world = try Self.world()
    world.send("op", "silence ana for ana's sake")
    world.send("op", "ban 203.0.113.0/24 ana's friends")
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    let acts = world.send("op", "audit").text
    #expect(acts.contains("mute somebody") && !acts.contains("sake"))
    let bans = world.send("op", "bans").text
    #expect(bans.contains("ban 203.0.113.0/24") && bans.contains("mute somebody"))
    #expect(!bans.contains("sake") && !bans.contains("mute ana"))
  }

  @Test("A mute and a sending away outlive forgetting for newcomers from the address, on the same connection too")
  func forgetting() throws {
    let world = try Self.world()
    for (name, address, measure) in [("max", "192.0.2.7", "silence max"), ("tom", "192.0.2.8", "send-away wordle tom")]
    {
      world.connect(name, from: address)
      world.send(name, #"{"type":"login","name":"\#(name)"}"#)
      world.send("op", "\(measure) 1d spam")
    }
    world.wait(seconds: 3600)
    for name in ["max", "tom"] {
      #expect(world.send(name, #"{"type":"forget_me","name":"\#(name)"}"#).last?.type == "forget_me")
    }
    world.connect("max2", from: "192.0.2.7")
    world.connect("tom2", from: "192.0.2.8")
    func codes() -> [String?] {
      ["max", "max2", "tom", "tom2", "guest"].map { name in
        let joined = world.send(name, #"{"type":"join","room":"wordle"}"#).last?.code
        return joined ?? world.send(name, #"{"type":"say","room":"wordle","text":"still here"}"#).last?.code
      }
    }
    #expect(codes() == ["muted", "muted", "kicked", "kicked", nil])
    world.wait(seconds: 301)
    #expect(codes() == [nil, nil, nil, nil, nil])
    #expect(world.send("op", "bans").text.hasPrefix("Nobody"))
  }

  @Test("A moderator takes a shared result away, whosever it is", .needs("Channel"))
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

  @Test("A mute keeps its player from names of the player's own choice: to be renamed, to claim one, to open a room")
  func names() throws {
    let world = try Self.world()
    let guest = try #require(world.player("guest")?.name)
    world.logIn("mia")
    world.send("op", "appoint mia")
    world.wait(seconds: 1)
    for mute in ["silence ana", "silence \(guest)"] { world.send("op", mute) }
    world.send("mia", "/silence ben")
    for line in [#"{"type":"rename","name":"loud"}"#, #"{"type":"rename","name":"ANA"}"#] {
      #expect(world.send("ana", line).last?.code == "muted")
      #expect(world.send("ben", line.replacing("ANA", with: "BEN")).last?.code == "muted")
    }
    #expect(world.send("ana", #"{"type":"create","room":"loud"}"#).last?.code == "muted")
    #expect(world.send("ana", #"{"type":"create","room":"loud","code":"tacos"}"#).last?.type == "joined")
    #expect(world.send("ben", #"{"type":"create","room":"open"}"#).last?.type == "joined")
    #expect(world.send("guest", #"{"type":"login","name":"loud"}"#).last?.code == "muted")
    #expect(world.send("guest", #"{"type":"register","name":"loud","password":"correct horse"}"#).last?.code == "muted")
    #expect(world.send("ana", #"{"type":"create","game":"wordle","mode":"practice"}"#).last?.type == "joined")
    world.send("op", "unsilence ana")
    #expect(world.send("ana", #"{"type":"rename","name":"loud"}"#).last?.type == "rename")
  }

  @Test("Whoever runs the server is told how much of a measure is left should its player be forgotten")
  func onceForgotten() throws {
    let world = try Self.world()
    let sentence = "Should ana be forgotten, this holds for 5 min more, for newcomers from that address."
    #expect(world.send("op", "silence ana").sentences.hasSuffix(sentence))
    #expect(world.send("op", "silence ana 1m").sentences.contains("this holds for 1 min more"))
    let silenced = world.send("op", #"{"type":"silence","player":"ana","for":"7d"}"#).last
    #expect(silenced?["forgotten_s"] == 300)
    #expect(world.send("op", #"{"type":"silence","silenced":false,"player":"ana"}"#).last?["forgotten_s"] == nil)
    let guest = try #require(world.player("guest")?.name)
    #expect(world.send("op", #"{"type":"silence","player":"\#(guest)"}"#).last?["forgotten_s"] == nil)
    world.send("op", "send-away wordle ana")
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    world.connect("new", from: "test")
    #expect(world.send("new", #"{"type":"join","room":"wordle"}"#).last?.code == "kicked")
    world.wait(seconds: 301)
    #expect(world.send("new", #"{"type":"join","room":"wordle"}"#).last?.type == "joined")
  }
}
