import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Challenges")
struct ChallengeTests {
  private static let race = #""player":"ben","game":"wordle","mode":"race""#

  @Test("Accepting a challenge opens a room for both, which the challenger owns")
  func accepted() throws {
    let world = try World.duelling("ana", "ben")
    let own = world.ask("ana", "challenge", Self.race)
    #expect(own.types == ["pairing"] && own.last?["state"] == "waiting" && own.last?["expires_in_s"] == 60)
    let asked = world.take("ben").last
    #expect(asked?["state"] == "asked" && asked?["player"] == "ana" && asked?["challenge"] == true)
    let lines = world.ask("ben", "accept")
    #expect(lines.first("joined")?["owner"] == "ana" && lines.last("pairing")?["state"] == "playing")
    #expect(world.take("ana").types.contains("round"))
    #expect(world.ask("ben", "accept").last?.code == "not_found challenge")
    #expect(world.faults == [])
  }

  @Test("In a round or a match the challenger is not asked again; boards that wait do not count")
  func elsewhere() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.ask("ana", "create", #""game":"wordle","mode":"practice","seed":1"#)
    world.ask("ana", "create", #""room":"lunch","game":"wordle","mode":"race""#)
    world.ask("ana", "start", #""room":"lunch""#)
    world.ask("ana", "join", #""room":"wordle""#)
    #expect(world.ask("ana", "move", #""room":"wordle","text":"train""#).types.contains("moved"))
    world.ask("ana", "challenge", Self.race)
    #expect(world.ask("ben", "accept").last("pairing")?["state"] == "playing")
    let room = try #require(world.rooms(world.take("ana")).last)
    world.ask("ana", "leave", #""room":"\#(room)""#)
    world.ask("ben", "leave", #""room":"\#(room)""#)
    #expect(world.ask("ana", "move", #""room":"lunch","text":"train""#).types.contains("moved"))
    world.clear()
    world.ask("ana", "challenge", Self.race)
    let accepted = world.ask("ben", "accept").last("pairing")
    #expect(accepted?["state"] == "waiting" && accepted?["own"] == nil)
    let asked = world.take("ana").last("pairing")
    #expect(asked?["state"] == "asked" && asked?["own"] == true)
    #expect(world.ask("ana", "accept").last("pairing")?["state"] == "playing")
    #expect(world.faults == [])
  }

  @Test("Accepting while the challenger is in a match says so, and not that a match begins")
  func acceptedInWords() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.keepBusy("ana")
    world.ask("ana", "challenge", Self.race)
    world.send("ben", "/lobby")
    world.clear()
    #expect(
      world.send("ben", "/accept").text == "You accept; ana plays something else and is asked: wordle race (60 s)")
    world.ask("ana", "decline")
    #expect(world.take("ben").text == "ana: taken back")
  }

  @Test("A challenge is typed in one line, and accepted by one word")
  func typed() throws {
    let world = try World.duelling("ana", "ben")
    #expect(world.send("ana", "/challenge ben wordle race hard").text == "ben is asked: wordle race hard (60 s)")
    #expect(world.take("ben").last?["settings"]?["hard"] == true)
    #expect(world.send("ben", "/decline").text == "ana: declined")
    #expect(world.take("ana").text == "ben: declined")
    world.send("ana", "/challenge ben lastword 3+2 unrated")
    #expect(world.take("ben").text == "ana challenges you: lastword together 3+2 (60 s): /accept or /decline")
    let begun = world.send("ben", "/accept").text
    #expect(begun.contains("You play ana: lastword together 3+2") && !begun.contains("/start"))
    #expect(world.send("ana", "/challenge ben").text.contains("Say which game: /challenge ben wordle race"))
    #expect(world.faults == [])
  }

  @Test("A blocked player's challenge looks like an unanswered one, whatever becomes of it", .needs("Order"))
  func blocked() throws {
    func seen(isBlocked: Bool, _ end: (World) -> Void) throws -> String {
      let world = try World.duelling("ana", "ben")
      if isBlocked { world.ask("ben", "block", #""player":"ana""#) }
      world.clear()
      var lines = world.ask("ana", "challenge", Self.race) + world.ask("ana", "challenge", Self.race)
      #expect(world.take("ben").isEmpty == isBlocked)
      if isBlocked { #expect(world.ask("ben", "accept").last?.code == "not_found challenge") }
      end(world)
      lines += world.take("ana") + world.ask("ana", "decline") + world.ask("ana", "seeks")
      #expect(world.faults == [])
      return lines.text
    }
    let ends: [(World) -> Void] = [{ _ in }, { $0.wait(seconds: 61) }, { $0.drop("ben") }]
    for end in ends { #expect(try seen(isBlocked: true, end) == seen(isBlocked: false, end)) }
  }

  @Test("A challenger who is blocked meanwhile is not accepted, and displaces nobody else", .needs("Order"))
  func blockedMeanwhile() throws {
    let world = try World.duelling("ana", "ben", "eva", limits: { $0.challengesToPlayer = 1 })
    world.ask("ana", "challenge", Self.race)
    #expect(world.ask("eva", "challenge", Self.race).last?["state"] == "waiting")
    world.clear()
    world.ask("ben", "block", #""player":"ana""#)
    #expect(world.ask("ben", "accept").last?.code == "not_found challenge")
    world.wait(seconds: 1)
    #expect(world.ask("ben", "accept").text.contains("eva"))
    #expect(world.faults == [])
  }

  @Test("A challenge ends after a minute, when it is withdrawn, and when the other player leaves")
  func ends() throws {
    let world = try World.duelling("ana", "ben")
    world.ask("ana", "challenge", Self.race)
    world.wait(seconds: 60)
    #expect(world.take("ana").last?["state"] == "expired" && world.take("ben").last?["state"] == "expired")
    world.ask("ana", "challenge", Self.race)
    #expect(world.ask("ana", "decline").last?["state"] == "cancelled")
    #expect(world.take("ben").last?["state"] == "cancelled")
    world.ask("ana", "challenge", Self.race)
    world.drop("ben")
    #expect(world.take("ana").last?["state"] == "gone")
    #expect(world.ask("ana", "challenge", Self.race).last?.code == "not_found player")
  }

  @Test("Challenges are limited by player, pair and minute, and refused to oneself and to absent players")
  func bounded() throws {
    let world = try World.duelling(
      "ana", "ben", "eva", limits: { ($0.challengesPerPlayer, $0.challengesPerMinute) = (1, 3) })
    func code(_ player: String) -> String? {
      world.ask("ana", "challenge", #""player":"\#(player)","game":"wordle""#).last?.code
    }
    #expect(code("ana") == "bad_field" && code("nobody") == "not_found player")
    #expect(code("ben") == nil && code("ben") == "too_many challenge" && code("eva") == "too_many challenge")
    for _ in 0..<2 {
      world.ask("ana", "decline")
      #expect(code("ben") == nil)
    }
    world.ask("ana", "decline")
    #expect(code("ben") == "too_fast")
    world.advance(seconds: 60)
    #expect(code("ben") == nil)
    #expect(
      world.ask("ana", "challenge", #""player":"eva","game":"wordle","mode":"daily""#).last?.code == "not_found mode")
    #expect(world.ask("ana", "challenge", #""player":"eva","game":"wordle","rated":true"#).last?.code == "bad_field")
  }

  private static func tight(_ limits: inout Limits) {
    (limits.challengesToPlayer, limits.challengesToPlayerPerMinute) = (4, 6)
  }

  /// Guests challenge ben, each from an address of its own.
  private func challenge(_ world: World, by guests: Range<Int>) -> [JSON?] {
    guests.map { number in
      world.connect("guest\(number)", from: "198.51.100.\(number)")
      return world.ask("guest\(number)", "challenge", Self.race).last?["state"]
    }
  }

  @Test("Guests may take half of the challenges that a player is shown; players with names get through")
  func flooded() throws {
    let world = try World.duelling("ben", "eva", "zoe", limits: Self.tight)
    #expect(challenge(world, by: 0..<40) == Array(repeating: "waiting", count: 40))
    let told = world.take("ben").compactMap { $0["player"]?.stringValue }
    #expect(told.count == 2)
    #expect(world.ask("eva", "challenge", Self.race).last?["state"] == "waiting")
    #expect(world.take("ben").last?["player"] == "eva")
    // Guests whose challenges were shown make place for others, up to three in a minute.
    for name in told { world.ask("ben", "decline", #""player":"\#(name)""#) }
    world.clear()
    world.wait(seconds: 2)
    let next = world.take("ben").compactMap { $0["player"]?.stringValue }
    #expect(next.count == 1 && !told.contains(next[0]))
    #expect(world.ask("zoe", "challenge", Self.race).last?["state"] == "waiting")
    #expect(world.take("ben").last?["player"] == "zoe")
    #expect(world.faults == [])
  }

  @Test("Named players from one address may take half of the challenges that a player is shown; others get through")
  func crowded() throws {
    let world = try World.duelling("ben", limits: { $0.challengesToPlayer = 4 })
    for (name, address) in [("eva", "a"), ("zoe", "a"), ("kim", "a"), ("leo", "b")] {
      world.connect(name, from: address)
      world.send(name, #"{"type":"login","name":"\#(name)"}"#)
      #expect(world.ask(name, "challenge", Self.race).last?["state"] == "waiting")
    }
    #expect(world.take("ben").compactMap { $0["player"] } == ["eva", "zoe", "leo"])
    #expect(world.faults == [])
  }

  @Test("A player who is muted after seeking or challenging is not paired until the mute is over", .needs("Order"))
  func muted() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.ask("ana", "challenge", Self.race)
    world.ask("ana", "seek", #""game":"wordle""#)
    world.connectConsole("op")
    world.send("op", "silence ana")
    #expect(world.ask("eva", "seek", #""game":"wordle""#).last?["state"] != "playing")
    #expect(world.ask("ben", "accept").last?["state"] == "cancelled")
    #expect(world.faults == [])
  }

  @Test("Of challenges not shown yet those of named players come first, and a block makes room", .needs("Order"))
  func refunded() throws {
    let world = try World.duelling("ben", "eva", "zoe", "kim", limits: { $0.challengesToPlayer = 1 })
    _ = challenge(world, by: 0..<3)
    world.ask("eva", "challenge", Self.race)
    let told = try #require(world.take("ben").last?["player"]?.stringValue)
    world.ask("ben", "block", #""player":"\#(told)""#)
    world.clear()
    world.wait(seconds: 2)
    #expect(world.take("ben").compactMap { $0["player"] } == ["eva"])
    #expect(world.ask("zoe", "challenge", Self.race).last?["state"] == "waiting")
    #expect(world.take("ben").isEmpty)
    world.ask("ben", "decline")
    world.clear()
    world.wait(seconds: 2)
    #expect(world.take("ben").compactMap { $0["player"] } == ["zoe"])
    #expect(world.faults == [])
  }

  @Test("Whether others' challenges are shown does not reveal a block", .needs("Order"))
  func uniform() throws {
    func seen(isBlocked: Bool) throws -> String {
      let world = try World.duelling("ana", "ben", limits: Self.tight)
      if isBlocked { world.ask("ben", "block", #""player":"ana""#) }
      world.clear()
      var lines = world.ask("ana", "challenge", Self.race)
      for number in 0..<12 {
        let name = "guest\(number)"
        world.connect(name, from: "198.51.100.\(number)")
        world.clear()
        lines += world.ask(name, "challenge", Self.race)
      }
      world.ask("ben", "challenges", #""allowed":false"#)
      lines += world.take("ana") + (0..<12).flatMap { world.take("guest\($0)") }
      #expect(lines.text.contains("declined"))
      #expect(world.faults == [])
      return lines.text
    }
    #expect(try seen(isBlocked: true) == seen(isBlocked: false))
  }

  @Test("One challenger, or the guests of one address, may take a third of the challenges that a player is shown")
  func insisting() throws {
    let world = try World.duelling("ana", "ben", limits: Self.tight)
    func codes(_ name: String, _ count: Int) -> [String?] {
      (0..<count).map { _ in
        defer { world.ask(name, "decline") }
        return world.ask(name, "challenge", Self.race).last?.code
      }
    }
    #expect(codes("ana", 3) == [nil, nil, "too_fast"])
    world.connect("one", from: "198.51.100.1")
    world.connect("two", from: "198.51.100.1")
    #expect(codes("one", 1) + codes("two", 2) == [nil, nil, "too_fast"])
    #expect(world.faults == [])
  }

  @Test("Three classes behind one address challenge each other within a minute, with names or as guests")
  func classes() throws {
    for named in [90, 30] {
      let world = try World.duelling(limits: { $0.newNamesPerAddress = 100 })
      let pupils = (0..<90).map { "pupil\($0)" }
      for (index, name) in pupils.enumerated() {
        world.connect(name, from: "198.51.100.1")
        if index < named { world.send(name, #"{"type":"login","name":"\#(name)"}"#) }
      }
      let waiting = pupils.indices.count { index in
        let other = pupils[(index + 1) % named]
        let answer = world.ask(pupils[index], "challenge", #""player":"\#(other)","game":"wordle""#)
        return answer.last?["state"] == "waiting"
      }
      #expect(waiting == 90)
      #expect(world.faults == [])
    }
  }

  @Test("A challenge is found by the name it was sent under after its player is renamed")
  func renamed() throws {
    let world = try World.duelling("ana", "ben")
    for told in ["ana", "nora"] {
      world.ask("ana", "challenge", Self.race)
      world.ask("ana", "rename", #""name":"\#(told == "ana" ? "nora" : "zoe")""#)
      let end = told == "ana" ? "decline" : "accept"
      #expect(world.ask("ben", end, #""player":"\#(told.uppercased())""#).last("pairing") != nil)
    }
    #expect(world.faults == [])
  }

  @Test("Turning challenges off declines those that wait, shown or not")
  func withdrawn() throws {
    let world = try World.duelling("ana", "ben", "eva", limits: { $0.challengesToPlayer = 1 })
    world.ask("ana", "challenge", Self.race)
    world.ask("eva", "challenge", Self.race)
    world.clear()
    #expect(world.send("ben", "/challenges off").text.contains("Nobody may challenge you"))
    for name in ["ana", "eva"] { #expect(world.take(name).last?["state"] == "declined") }
    #expect(world.ask("ben", "accept").last?.code == "not_found challenge")
    #expect(world.send("ben", "/challenges on").text == "Others may challenge you: /challenges-off ends that")
    #expect(world.send("ben", "/challenges maybe").text.contains("/challenges [on|off]"))
    #expect(world.faults == [])
  }

  @Test("Blocking somebody looks to that one as if the challenge were taken back, or declined", .needs("Order"))
  func blockedAfter() throws {
    /// What ben is told of a challenge by ana, or by himself, after ana has done something.
    func seen(by challenger: String, isAsked: Bool, _ act: (World) -> Void) throws -> String {
      let world = try World.duelling("ana", "ben")
      if isAsked { world.keepBusy("ben") }
      let other = challenger == "ana" ? "ben" : "ana"
      world.ask(challenger, "challenge", #""player":"\#(other)","game":"wordle""#)
      if isAsked { world.ask("ana", "accept") }
      world.clear()
      act(world)
      let lines = world.take("ben") + world.ask("ben", "accept") + world.ask("ben", "decline")
      #expect(!world.take("ana").types.contains("joined"))
      #expect(world.faults == [])
      return lines.text
    }
    for (challenger, isAsked) in [("ana", false), ("ben", true)] {
      let blocked = try seen(by: challenger, isAsked: isAsked) { $0.ask("ana", "block", #""player":"ben""#) }
      let declined = try seen(by: challenger, isAsked: isAsked) { $0.ask("ana", "decline") }
      #expect(blocked == declined && blocked.contains(#""state":"\#(isAsked ? "declined" : "cancelled")""#))
    }
    // Of a challenge that ana has not answered ben hears no more than of one that she leaves unanswered.
    let unanswered = try seen(by: "ben", isAsked: false) { $0.wait(seconds: 60) }
    let blocked = try seen(by: "ben", isAsked: false) { world in
      world.ask("ana", "block", #""player":"ben""#)
      world.wait(seconds: 60)
    }
    #expect(blocked == unanswered && blocked.contains("expired"))
  }

  @Test("Players who take no challenges receive none, also from blocked players, and may challenge others")
  func settings() throws {
    let world = try World.duelling("ana", "ben", "eva")
    #expect(world.ask("ben", "challenges").last?["allowed"] == true)
    #expect(world.ask("ben", "challenges", #""allowed":false"#).last?["allowed"] == false)
    #expect(world.ask("ana", "challenge", Self.race).last?.code == "forbidden")
    world.ask("ben", "block", #""player":"eva""#)
    world.clear()
    #expect(
      world.ask("eva", "challenge", Self.race).text == world.ask("ana", "challenge", Self.race).text)
    #expect(world.take("ben").isEmpty)
    #expect(world.ask("ben", "challenge", #""player":"ana","game":"wordle""#).last?["state"] == "waiting")
    world.ask("ben", "decline")
    #expect(world.send("ben", "/challenges").text == "Nobody may challenge you: /challenges-on allows it again")
    #expect(world.send("ben", "/challenges-on").text == "Others may challenge you: /challenges-off ends that")
    #expect(world.ask("ana", "challenge", Self.race).last?["state"] == "waiting")
    world.connect("guest")
    #expect(world.ask("guest", "challenges", #""allowed":false"#).last?.code == "not_named")
    #expect(world.faults == [])
  }

  @Test("A person plays a bot after agreeing twice, is told each time that it is one, and is never challenged by one")
  func bots() throws {
    let world = try World.duelling("ana")
    world.connect("zip", from: "192.0.2.50")
    world.send("zip", #"{"type":"login","name":"zip","bot":true}"#)
    #expect(world.ask("zip", "challenge", #""player":"ana","game":"wordle""#).last?.code == "forbidden")
    let duel = #""game":"lastword""#
    world.ask("zip", "seek", duel)
    #expect(world.ask("ana", "seek", duel).types == ["seek"])
    let found = world.ask("ana", "seek", duel + #","bots":true"#).last("pairing")
    #expect(found?["state"] == "asked" && found?["bot"] == true && found?["rated"] == nil)
    #expect(world.take("zip").last("pairing")?["state"] == "waiting")
    #expect(world.send("ana", "/accept").text.contains("You play zip (bot): lastword together"))
    let other = #""player":"zip","game":"wordle""#
    #expect(world.ask("ana", "challenge", other).last?.code == "forbidden")
    #expect(world.ask("ana", "challenge", other + #","bots":true"#).last?["state"] == "waiting")
    #expect(world.take("zip").last?["state"] == "asked")
  }
}
