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

  @Test("In a room for talking spectators vote too")
  func watching() throws {
    let world = try Self.lunch()
    world.send("ana", Self.ask)
    world.logIn("eva")
    world.send("eva", #"{"type":"join","room":"lunch","watching":true}"#)
    #expect(world.send("eva", #"{"type":"vote","option":2}"#).last?["own"] == 2)
    #expect(world.faults == [])
  }

  @Test("A vote in a poll that does not exist yet is refused as such, and one in an earlier poll because it is closed")
  func numbered() throws {
    let world = try Self.lunch()
    world.send("ana", Self.ask)
    func refusal(_ number: Int) -> String? {
      world.send("ben", #"{"type":"vote","option":1,"n":\#(number)}"#).last?["message"]?.stringValue
    }
    #expect(refusal(2) == "There is no poll 2 in lunch yet: the last is 1")
    #expect(refusal(0) == "That poll in lunch is closed")
    #expect(refusal(1) == nil)
    #expect(world.faults == [])
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

  @Test("Polls are asked, voted in and closed by three text commands")
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
    #expect(world.send("ben", "/remove-poll").sentences.hasPrefix("Only its author, the owner of lunch or a moderator"))
    #expect(world.send("ana", "/remove-poll").text == "The poll in lunch was taken away")
  }

  @Test("A typed question ends with its question mark; an ambiguous one is refused with the form")
  func questions() throws {
    func read(_ line: String) throws -> [String] {
      let request = try #require(TextCommand(line)?.call()?.request as? Request.Poll)
      return [request.question ?? ""] + request.options
    }
    #expect(try read("poll Now? Or later? now | later") == ["Now? Or later?", "now", "later"])
    #expect(try read("poll Where?| thai | pizza?") == ["Where?", "thai", "pizza?"])
    #expect(try read("poll") == [""])
    func refusal(_ line: String) -> String? {
      do { _ = try TextCommand(line)?.call() } catch { return error.message }
      return nil
    }
    for line in ["poll lunch | thai | pizza", "poll Lunch thai | pizza | sushi"] {
      #expect(refusal(line) == "A question ends with a question mark: /poll Where to lunch? thai | pizza")
    }
    for line in ["poll lunch?", "poll Lunch? thai", "poll Lunch? thai? | pizza", "poll Lunch? thai | | pizza"] {
      #expect(refusal(line)?.hasPrefix("A poll has 2 options or more, with a bar between each two: /poll") == true)
    }
    #expect(refusal("vote 1 2") == "You have one vote: /vote and the number of one option")
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
    #expect(code("ana", #"{"type":"poll","question":"Where?","options":["To go","pizza"," TOGO "]}"#) == "bad_field")
    world.send("ana", Self.ask)
    #expect(code("ben", Self.ask) == "exists poll")
    #expect(code("ben", #"{"type":"vote","option":3}"#) == "bad_field")
    #expect(code("ben", #"{"type":"vote","option":1,"n":2}"#) == "not_found poll")
    #expect(code("ben", #"{"type":"close_poll"}"#) == "not_owner")
    #expect(code("ben", #"{"type":"remove_poll"}"#) == "not_owner")
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

  @Test("As many may vote as a room may have members, and votes may be changed")
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

  @Test("A muted player cannot ask, and a player who has blocked the asker is not told", .needs("Order"))
  func silenced() throws {
    let world = try Self.lunch()
    world.send("ben", #"{"type":"block","player":"ana"}"#)
    world.send("ana", #"{"type":"mute","player":"ben"}"#)
    world.clear()
    #expect(world.send("ben", Self.ask).last?.code == "muted")
    world.send("ana", Self.ask)
    #expect(world.take("ben").isEmpty)
  }

  @Test("A moderator in the room, or its owner, closes somebody else's poll", .needs("Order"))
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

  @Test("A new member sees the open poll after joined, and a returning one how a poll has ended")
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

  @Test("A poll ends with its room, and a new room of that name has none")
  func closed() throws {
    let world = try Self.lunch()
    world.listsLog = true
    world.send("ana", Self.ask)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"leave"}"#) }
    #expect(world.listing.contains { $0.contains(#""fact":"removed""#) })
    world.send("ben", #"{"type":"create","room":"lunch"}"#)
    #expect(world.send("ben", #"{"type":"poll"}"#).last?.code == "not_found poll")
  }

  @Test("Forgetting a player removes the vote and the player's poll, and the room is told")
  func forgotten() throws {
    let world = try Self.lunch { $0.pollSeconds = 0 }
    world.send("ana", Self.ask)
    world.send("ben", #"{"type":"vote","option":1}"#)
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    #expect(world.send("ana", #"{"type":"poll"}"#).last?["votes"] == 0)
    world.logIn("cia")
    world.send("cia", #"{"type":"join","room":"lunch"}"#)
    world.clear()
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    #expect(world.take("cia").last("poll_removed")?.text == #"{"type":"poll_removed","room":"lunch","n":1}"#)
    #expect(world.send("cia", #"{"type":"poll"}"#).last?.code == "not_found poll")
    #expect(world.send("cia", Self.ask).last?["n"] == 2)
  }

  @Test("Guests neither ask nor vote, since a new connection would be another guest")
  func guests() throws {
    let world = try Self.lunch()
    world.connect("gus")
    world.send("gus", #"{"type":"join","room":"lunch"}"#)
    // Of several reasons that one comes first.
    let lone = #"{"type":"poll","question":"Lunch?","options":["thai"]}"#
    for ask in [Self.ask, lone] { #expect(world.send("gus", ask).last?.code == "not_named") }
    world.send("ana", Self.ask)
    #expect(world.take("gus").last?["n"] == 1)
    #expect(world.send("gus", Self.ask).last?.code == "not_named")
    #expect(world.send("ben", lone).last?.code == "bad_field")
    #expect(world.send("ben", Self.ask).last?.code == "exists poll")
    #expect(world.send("gus", #"{"type":"vote","option":1}"#).last?.code == "not_named")
    #expect(world.send("ana", #"{"type":"poll"}"#).last?["votes"] == 0)
  }

  @Test("A poll that nobody closes is closed after poll_open_s, and the next one may be asked")
  func closesByItself() throws {
    let world = try Self.lunch { $0.pollOpenSeconds = 60 }
    world.send("ana", Self.ask)
    world.advance(seconds: 59)
    #expect(world.send("ben", #"{"type":"vote","option":1}"#).last?["own"] == 1)
    world.advance(seconds: 1)
    #expect(world.send("ben", #"{"type":"vote","option":2}"#).last?.code == "not_found poll")
    let poll = world.send("ben", #"{"type":"poll"}"#).last
    #expect(poll?["closed"] == true && poll?["counts"] == [1, 0])
    #expect(world.send("ben", Self.ask).last?["n"] == 2)
  }

  @Test(
    "The asker, the room's owner, a moderator and the operator can remove a poll, and the room is told",
    .needs("Order"))
  func removed() throws {
    let world = try Self.lunch { $0.pollSeconds = 0 }
    world.connectConsole("op")
    world.logIn("mia")
    world.send("mia", #"{"type":"join","room":"lunch"}"#)
    world.send("op", #"{"type":"appoint","player":"mia"}"#)
    for (number, name) in ["ben", "ana", "mia", "op"].enumerated() {
      world.send("ben", Self.ask)
      world.clear()
      let removed = #"{"type":"poll_removed","room":"lunch","n":\#(number + 1)}"#
      let line = name == "op" ? "/remove-poll" : #"{"type":"remove_poll","room":"lunch"}"#
      if name == "op" { world.send("op", "/join lunch") }
      let answer = world.send(name, line)
      #expect(answer.contains { name == "op" ? $0.text.hasPrefix("The poll in") : $0.text == removed }, "\(answer)")
      for other in ["ana", "ben", "mia"] where other != name {
        #expect(world.take(other).last("poll_removed")?.text == removed)
      }
    }
    #expect(world.send("ana", #"{"type":"poll"}"#).last?.code == "not_found poll")
    // What those did who keep order on the whole server is an act.
    #expect(world.send("op", "/audit ben").filter { $0.text.contains("hide") }.count == 2)
  }

  @Test("A poll is part of a report, and hide redacts it like talk", .needs("Order"))
  func reported() throws {
    let world = try Self.lunch()
    world.connectConsole("op")
    world.send("ana", Self.ask)
    world.send("ben", #"{"type":"report","player":"ana","reason":"insults"}"#)
    #expect(world.send("op", "/reports").text.contains("Where to lunch? thai | pizza"))
    world.clear()
    world.send("op", "/hide lunch ana")
    #expect(world.take("ben").types == ["poll_removed", "unsaid"])
    #expect(world.send("ben", #"{"type":"poll"}"#).last?.code == "not_found poll")
  }

  @Test(
    "A player who has blocked the asker neither reads the poll nor votes, and is told why; the asker is not told",
    .needs("Order"))
  func blocked() throws {
    let world = try Self.lunch()
    world.send("ben", #"{"type":"block","player":"ana"}"#)
    world.send("ana", Self.ask)
    for line in [#"{"type":"poll"}"#, #"{"type":"vote","option":1}"#] {
      let refusal = world.send("ben", line).last
      #expect(refusal?.code == "not_found poll")
      #expect(refusal?["message"] == "The poll in lunch is of somebody whom you have blocked")
    }
    #expect(
      world.send("ben", Self.ask).last?["message"]
        == "There is an open poll of somebody whom you have blocked in lunch, which has to be closed or removed first")
    world.send("ana", #"{"type":"remove_poll"}"#)
    world.advance(seconds: 10)
    world.clear()
    world.send("ben", Self.ask)
    #expect(world.take("ana").last?["question"] == "Where to lunch?")
    #expect(world.send("ana", #"{"type":"vote","option":1}"#).last?["own"] == 1)
  }

  @Test("A player's export has the player's polls and votes")
  func exported() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("ana", Self.ask)
    world.send("ana", #"{"type":"vote","option":2}"#)
    let export = world.send("ana", #"{"type":"export_me"}"#).text
    #expect(export.contains(#""room":"lunch","text":"Where to lunch? thai | pizza""#), "\(export)")
    #expect(export.contains(#""record":"vote","room":"lunch","n":1,"option":"pizza""#))
  }
}
