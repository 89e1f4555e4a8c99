import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Challenges")
struct ChallengeTests {
  private static let race = #""player":"ben","game":"wordle","mode":"race""#

  @Test("A challenge that is accepted opens a room for both, which the one who has challenged owns")
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

  @Test("Who has challenged is not asked again for boards that wait, and is in the middle of a round or a match")
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

  @Test("Who accepts while the other is in a match reads that, and not that the other is asked for a match")
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

  @Test("Typed, a challenge takes one line, and its answer one word")
  func typed() throws {
    let world = try World.duelling("ana", "ben")
    #expect(world.send("ana", "/challenge ben wordle race hard").text == "ben is asked: wordle race hard (60 s)")
    #expect(world.take("ben").last?["settings"]?["hard"] == true)
    #expect(world.send("ben", "/decline").text == "ana: declined")
    #expect(world.take("ana").text == "ben: declined")
    world.send("ana", "/challenge ben lastword 3+2 unrated")
    #expect(world.take("ben").text == "ana challenges you: lastword together 3+2. /accept or /decline (60 s)")
    let begun = world.send("ben", "/accept").text
    #expect(begun.contains("You play ana: lastword together 3+2") && !begun.contains("/start"))
    #expect(world.send("ana", "/challenge ben").text.contains("Say which game: /challenge ben wordle race"))
    #expect(world.faults == [])
  }

  @Test("A blocked player's challenge looks like one that is not answered, whatever becomes of it", .needs("Order"))
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

  @Test("Who is blocked while a challenge waits is not accepted, and keeps nobody else out", .needs("Order"))
  func blockedMeanwhile() throws {
    let world = try World.duelling("ana", "ben", "eva", limits: { $0.challengesToPlayer = 1 })
    world.ask("ana", "challenge", Self.race)
    #expect(world.ask("eva", "challenge", Self.race).last?.code == "too_many challenge")
    world.ask("ben", "block", #""player":"ana""#)
    #expect(world.ask("ben", "accept").last?.code == "not_found challenge")
    #expect(world.ask("eva", "challenge", Self.race).last?["state"] == "waiting")
    #expect(world.ask("ben", "accept").text.contains("eva"))
    #expect(world.faults == [])
  }

  @Test("A challenge ends after a minute, when it is taken back, and when the other leaves")
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

  @Test("Challenges are bounded by player, by pair and by minute, and refused to oneself and to who is not here")
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

  @Test("One player is asked by so many at a time and so often in a minute, whoever they are")
  func flooded() throws {
    let world = try World.duelling(
      "ben", limits: { ($0.challengesToPlayer, $0.challengesToPlayerPerMinute) = (3, 5) })
    func codes(_ guests: Range<Int>) -> [String?] {
      guests.map { number in
        world.connect("guest\(number)", from: "192.0.2.\(number)")
        return world.ask("guest\(number)", "challenge", Self.race).last?.code
      }
    }
    #expect(codes(0..<40).filter { $0 == nil }.count == 3)
    #expect(world.take("ben").types.count { $0 == "pairing" } == 3)
    for number in 0..<3 { world.ask("guest\(number)", "decline") }
    #expect(codes(40..<44) == [nil, nil, "too_fast", "too_fast"])
    #expect(
      world.send("guest43", "/challenge ben wordle").text.contains("ben has been challenged too often: try again in"))
    world.wait(seconds: 60)
    #expect(codes(44..<45) == [nil])
    #expect(world.faults == [])
  }

  @Test("Who takes no challenges gets none, be it from somebody blocked, and may challenge; others go on")
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

  @Test("A person meets a bot after agreeing twice, sees each time that it is one, and is never challenged by one")
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
