import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Bans, mutes and send-aways")
struct MeasureTests {
  @Test("A ban ends the session at once with the reason, and neither token nor password opens the account")
  func ban() throws {
    let world = try StaffTests.world()
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

  @Test("A temporary ban ends by itself")
  func expiry() throws {
    let world = try StaffTests.world()
    world.send("op", "ban 203.0.113.0/24 1h")
    #expect(world.connect("eva", from: "203.0.113.7").map(\.code) == ["banned"])
    #expect(!world.isConnected("eva"))
    world.wait(seconds: 3601)
    #expect(world.connect("tim", from: "203.0.113.7").first?.type == "hello")
    #expect(world.send("op", "bans").text == "Nobody is banned, muted or sent away.")
  }

  @Test("Banning a range ends its sessions and refuses new ones, but never the console")
  func range() throws {
    let world = try StaffTests.world()
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

  @Test("A guest is banned by address, and not at all if the address is unknown")
  func guests() throws {
    let world = try StaffTests.world()
    world.connect("eva", from: "203.0.113.9")
    let name = try #require(world.player("eva")?.name)
    #expect(world.send("op", "ban \(name) 1h").text.contains("ban 203.0.113.9 until"))
    #expect(!world.isConnected("eva"))
    let other = try #require(world.player("guest")?.name)
    #expect(world.send("op", "ban \(other)").text.contains("of whom no address is known"))
  }

  @Test(
    "A muted player cannot talk, share or react in public, and is told the reason and the end",
    .needs("Channel"))
  func mute() throws {
    let world = try StaffTests.world()
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

  @Test("What the operator has decided no moderator ends or shortens; the operator ends what moderators have decided")
  func ranks() throws {
    let world = try StaffTests.world()
    world.logIn("mia")
    world.send("op", "appoint mia")
    world.send("op", "send-away wordle ben 7d spam")
    for line in ["/let-back wordle ben", "/send-away wordle ben 1m"] {
      #expect(world.send("mia", line).text.contains("by those who run the server"), "\(line)")
    }
    #expect(world.send("ben", "/join wordle").text.contains("until 2026-11-27 08:00 UTC: spam"))
    #expect(world.send("op", "let-back wordle ben").text.hasPrefix("Done."))
    world.send("mia", "/send-away wordle ben 1h")
    #expect(world.send("mia", "/let-back wordle ben").text.hasPrefix("Done."))
    world.send("mia", "/send-away wordle ben 1h")
    #expect(world.send("op", "let-back wordle ben").text.hasPrefix("Done."))
    #expect(world.faults == [])
  }

  @Test("Newcomers from the address read until when a measure holds for them, and not why")
  func newcomers() throws {
    let world = try StaffTests.world()
    world.connect("max", from: "192.0.2.7")
    world.send("max", "/name max")
    world.send("op", "send-away wordle max 1d spam")
    world.connect("tom", from: "192.0.2.7")
    #expect(world.send("tom", "/join wordle").text == "You were sent away from wordle until 2026-11-20 08:05 UTC")
    #expect(world.send("max", "/join wordle").text.contains("until 2026-11-21 08:00 UTC: spam"))
    world.wait(seconds: 301)
    #expect(world.send("tom", "/join wordle").text.contains("Wordle"))
  }

  @Test("Moderators mute only in the server's own rooms, may only send away for a time, and cannot act on each other")
  func moderating() throws {
    let world = try StaffTests.world()
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

  @Test(
    "An invalid duration is refused, and the answer to a permanent act says that it is permanent",
    arguments: ["7days", "10 minutes", "0d", "-1h", "1.5h", "99999999d"])
  func terms(_ wrong: String) throws {
    let world = try StaffTests.world()
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

  @Test("A mute is not evaded as a guest or under a new name; players who were there before may talk")
  func dodging() throws {
    let world = try StaffTests.world()
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

  @Test("A guest's sanctions apply to the account that the same connection logs in to, until they end")
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

  @Test("A guest's mute applies to newcomers from the address, and is lifted by the name after the guest is gone")
  func goneGuest() throws {
    let world = try StaffTests.world()
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

  @Test("The operator is told that guests can still connect from a banned player's address")
  func bannedFrom() throws {
    let world = try StaffTests.world()
    #expect(world.send("op", "ban ana 1h").text.contains("Guests from test still come in: ban test keeps"))
  }

  @Test("Forgetting a player removes name and reason; a banned range stays")
  func forgotten() throws {
    let world = try StaffTests.world()
    world.send("op", "silence ana for ana's sake")
    world.send("op", "ban 203.0.113.0/24 ana's friends")
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    let acts = world.send("op", "audit").text
    #expect(acts.contains("mute somebody") && !acts.contains("sake"))
    let bans = world.send("op", "bans").text
    #expect(bans.contains("ban 203.0.113.0/24") && bans.contains("mute somebody"))
    #expect(!bans.contains("sake") && !bans.contains("mute ana"))
  }

  @Test("After forgetting, a mute or send-away applies to newcomers from the address, also on the same connection")
  func forgetting() throws {
    let world = try StaffTests.world()
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

  @Test("A muted player cannot choose names: to be renamed, claim a name or name a room")
  func names() throws {
    let world = try StaffTests.world()
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

  @Test("The operator is told what remains of a sanction once its player is forgotten")
  func onceForgotten() throws {
    let world = try StaffTests.world()
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
