import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Polls")
struct PollTests {
  private static let ask = #"{"type":"poll","question":"Where to lunch?","options":["thai","pizza"]}"#

  /// Ana's room for talking, with Ben in it.
  private static func lunch(limits change: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(limits: change)
    world.logIn("ana")
    world.logIn("ben")
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.clear()
    return world
  }

  @Test("Everybody in the room sees the question at once, votes in secret, and sees the counts at the end")
  func whole() throws {
    let world = try Self.lunch()
    let open =
      #""room":"lunch","n":1,"player":"ana","question":"Where to lunch?","options":["thai","pizza"],"votes":"#
    #expect(world.send("ana", Self.ask).map(\.text) == [#"{"type":"poll",\#(open)0}"#])
    #expect(world.take("ben").map(\.text) == [#"{"type":"poll",\#(open)0}"#])
    #expect(world.send("ben", #"{"type":"vote","option":1}"#).map(\.text) == [#"{"type":"poll",\#(open)1,"own":1}"#])
    #expect(world.send("ben", #"{"type":"vote","option":2}"#).map(\.text) == [#"{"type":"poll",\#(open)1,"own":2}"#])
    world.send("ana", #"{"type":"vote","option":2}"#)
    #expect(world.take("ana").isEmpty && world.take("ben").isEmpty)
    let end = #"{"type":"poll",\#(open)2,"counts":[0,2],"closed":true}"#
    #expect(
      world.send("ana", #"{"type":"close_poll"}"#).map(\.text)
        == [end.replacing(#","counts""#, with: #","own":2,"counts""#)])
    #expect(world.take("ben").map(\.text) == [end])
    #expect(world.faults == [])
  }

  @Test("Whoever types plain words asks, votes and closes with three commands")
  func typed() throws {
    let world = try Self.lunch()
    world.send("ben", "/join lunch")
    world.clear()
    #expect(
      world.send("ana", "/poll Where to lunch? thai | pizza").text
        == "Poll by ana: Where to lunch?\n  1 thai\n  2 pizza\n/vote NUMBER votes; 0 votes so far")
    #expect(world.take("ben").text.hasPrefix("Poll by ana: Where to lunch?\n"))
    #expect(
      world.send("ben", "/vote 2").text
        == "Poll by ana: Where to lunch?\n  1 thai\n  2 pizza (your vote)\n/vote NUMBER votes; 1 vote so far")
    world.send("ana", "/close-poll")
    #expect(
      world.take("ben").text == "Poll by ana (closed): Where to lunch?\n  1 thai: 0 votes\n  2 pizza: 1 vote")
    #expect(world.send("ben", "/poll").text.hasPrefix("Poll by ana (closed)"))
    #expect(world.send("ben", "/poll lunch").sentences == "Type it like this: /poll Where to lunch? thai | pizza")
  }

  @Test("A question ends at its question mark or, without one, at the first bar")
  func questions() throws {
    func read(_ line: String) throws -> [String] {
      let request = try #require(TextCommand(line)?.call()?.request as? Request.Poll)
      return [request.question ?? ""] + request.options
    }
    #expect(try read("poll Now? Or later? now | later") == ["Now? Or later?", "now", "later"])
    #expect(try read("poll lunch | thai|pizza") == ["lunch", "thai", "pizza"])
    #expect(try read("poll Where?| thai | pizza?") == ["Where?", "thai", "pizza?"])
    #expect(try read("poll") == [""])
  }

  @Test("Requests that the room, its poll or its rules do not allow are refused, and change nothing")
  func refusals() throws {
    let world = try Self.lunch()
    func code(_ name: String, _ line: String) -> String? { world.send(name, line).last?.code }
    #expect(code("ana", #"{"type":"poll"}"#) == "not_found poll")
    #expect(code("ana", #"{"type":"vote","option":1}"#) == "not_found poll")
    #expect(code("ana", #"{"type":"poll","question":"Where?","options":["thai"]}"#) == "bad_field")
    let long = String(repeating: "x", count: 201)
    #expect(code("ana", #"{"type":"poll","question":"\#(long)","options":["thai","pizza"]}"#) == "bad_text")
    world.send("ana", Self.ask)
    #expect(code("ben", Self.ask) == "exists poll")
    #expect(code("ben", #"{"type":"vote","option":3}"#) == "bad_field")
    #expect(code("ben", #"{"type":"vote","option":1,"n":2}"#) == "not_found poll")
    #expect(code("ben", #"{"type":"close_poll"}"#) == "not_owner")
    world.send("ana", #"{"type":"close_poll"}"#)
    #expect(code("ben", #"{"type":"vote","option":1}"#) == "not_found poll")
    let early = world.send("ben", Self.ask).last
    #expect(early?.code == "too_fast" && early?["retry_after_ms"] == 10_000)
    world.advance(seconds: 10)
    #expect(world.send("ben", Self.ask).last?["n"] == 2)
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    #expect(code("ben", #"{"type":"poll","room":"wordle"}"#) == "no_talk")
    #expect(world.send("ana", #"{"type":"poll"}"#).last?["votes"] == 0)
  }

  @Test("As many vote as a room may have members, and may change their votes")
  func bounded() throws {
    let world = try Self.lunch { $0.roomMembers = 2 }
    world.send("ana", Self.ask)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"vote","option":1}"#) }
    world.send("ben", #"{"type":"leave"}"#)
    world.logIn("cia")
    world.send("cia", #"{"type":"join","room":"lunch"}"#)
    #expect(world.send("cia", #"{"type":"vote","option":1}"#).last?.code == "too_many vote")
    #expect(world.send("ana", #"{"type":"vote","option":2}"#).last?["votes"] == 2)
  }

  @Test("Who is silenced asks nothing, and who has blocked the asker is not told")
  func silenced() throws {
    let world = try Self.lunch()
    world.send("ben", #"{"type":"block","player":"ana"}"#)
    world.send("ana", #"{"type":"mute","player":"ben"}"#)
    world.clear()
    #expect(world.send("ben", Self.ask).last?.code == "muted")
    world.send("ana", Self.ask)
    #expect(world.take("ben").isEmpty)
  }

  @Test("A moderator in the room, and its owner, close a poll that somebody else has asked")
  func closers() throws {
    let world = try Self.lunch { $0.pollSeconds = 0 }
    world.connectConsole("op")
    world.logIn("mia")
    world.send("mia", #"{"type":"join","room":"lunch"}"#)
    world.send("op", #"{"type":"appoint","player":"mia"}"#)
    for name in ["ana", "mia"] {
      world.send("ben", Self.ask)
      #expect(world.send(name, #"{"type":"close_poll"}"#).last("poll")?["closed"] == true)
    }
  }

  @Test("Who comes sees the open poll after joined; who comes back sees how a poll has ended")
  func coming() throws {
    let world = try Self.lunch()
    world.send("ana", Self.ask)
    world.logIn("cia")
    #expect(world.send("cia", #"{"type":"join","room":"lunch"}"#).types == ["joined", "poll"])
    world.send("ana", #"{"type":"close_poll"}"#)
    world.logIn("dan")
    #expect(world.send("dan", #"{"type":"join","room":"lunch"}"#).types == ["joined"])
    let since = #"{"epoch":"e1","seq":1}"#
    let back = world.send("cia", #"{"type":"join","room":"lunch","since":\#(since)}"#)
    #expect(back.last?.type == "poll" && back.last?["closed"] == true)
  }

  @Test("A poll is gone with its room, and a room of the same name has none")
  func closed() throws {
    let world = try Self.lunch()
    world.listsLog = true
    world.send("ana", Self.ask)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"leave"}"#) }
    #expect(world.listing.contains { $0.contains(#""fact":"ended""#) })
    world.send("ben", #"{"type":"create","room":"lunch"}"#)
    #expect(world.send("ben", #"{"type":"poll"}"#).last?.code == "not_found poll")
  }

  @Test("With a player who is forgotten goes the vote, and the poll that the player has asked")
  func forgotten() throws {
    let world = try Self.lunch { $0.pollSeconds = 0 }
    world.send("ana", Self.ask)
    world.send("ben", #"{"type":"vote","option":1}"#)
    world.send("ben", #"{"type":"forget_me"}"#)
    #expect(world.send("ana", #"{"type":"poll"}"#).last?["votes"] == 0)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("ana", #"{"type":"forget_me"}"#)
    #expect(world.send("ben", #"{"type":"poll"}"#).last?.code == "not_found poll")
  }
}
