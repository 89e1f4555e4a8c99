import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Seeks")
struct SeekTests {
  private static let duel = #""game":"lastword""#
  private static let race = #""game":"wordle""#

  @Test("Two players with equal seeks are brought into a new room, where the match begins, and others may watch")
  func paired() throws {
    let world = try World.duelling("ana", "ben", "eva")
    let seek = world.ask("ana", "seek", Self.duel)
    #expect(seek.types == ["seek"] && seek.last?["window"] == 100 && seek.last?["ends_in_s"] == 900)
    let own = world.ask("ben", "seek", Self.duel)
    #expect(own.types.prefix(2) == ["seek", "joined"])
    let pairing = try #require(own.first("pairing"))
    #expect(pairing["player"] == "ana" && pairing["state"] == "playing" && pairing["rated"] == true)
    let theirs = world.take("ana")
    #expect(theirs.first?.type == "joined" && theirs.types.contains("round"))
    let room = try #require(pairing["room"]?.stringValue)
    #expect(world.rooms(theirs) == [room] && world.rooms(own) == [room] && own.first("joined")?["owner"] == "ana")
    #expect(world.ask("eva", "join", #""room":"\#(room)""#).first("joined")?["state"] == "watching")
    #expect(world.ask("eva", "seeks").last?["seek_count"] == 0)
    #expect(world.faults == [])
  }

  @Test("A player who is in another game is asked for half a minute; then the other player's seek continues")
  func busy() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.keepBusy("ana")
    world.ask("ana", "seek", Self.duel)
    world.clear()
    #expect(world.ask("ben", "seek", Self.duel).last("pairing")?["state"] == "waiting")
    let asked = world.take("ana").last("pairing")
    #expect(asked?["state"] == "asked" && asked?["player"] == "ben" && asked?["expires_in_s"] == 30)
    world.wait(seconds: 30)
    #expect(world.take("ben").last("pairing")?["state"] == "expired")
    #expect(world.take("ana").types == ["pairing", "seek"])
    #expect(world.ask("ana", "cancel_seek").last?.code == "not_found seek")
    #expect(world.ask("eva", "seek", Self.duel).last("pairing")?["player"] == "ben")
    #expect(world.faults == [])
  }

  @Test("A player in another game accepts with one word, and plays both")
  func accepted() throws {
    let world = try World.duelling("ana", "ben")
    world.keepBusy("ana")
    world.ask("ana", "seek", Self.duel)
    world.ask("ben", "seek", Self.duel)
    world.clear()
    let lines = world.ask("ana", "accept")
    #expect(lines.types.first == "joined" && lines.last("pairing")?["state"] == "playing")
    #expect(world.rooms(world.take("ben")).count == 1)
    #expect(world.faults == [])
  }

  @Test("At a terminal a match in progress goes on, and the pairing can be accepted after it")
  func terminal() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.send("ana", "/seek lastword")
    world.send("ben", "/seek lastword")
    #expect(world.take("ana").text.contains("You play ben: lastword together, rated"))
    world.send("ana", "/seek wordle race")
    world.clear()
    #expect(world.send("eva", "/seek wordle race").text.contains("ana is found for you and has to accept"))
    #expect(world.take("ana").sentences.contains("eva is found for you: wordle race (30 s): /accept or /decline"))
    #expect(world.send("ana", "/accept").sentences.contains("which going elsewhere would give up"))
    world.send("ana", "/resign")
    #expect(world.send("ana", "/accept").text.contains("You play eva: wordle race"))
    #expect(world.faults == [])
  }

  @Test("Declining a pairing keeps both seeks, which are not paired again; others are")
  func declined() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.keepBusy("ana")
    world.ask("ana", "seek", Self.duel)
    world.ask("ben", "seek", Self.duel)
    #expect(world.ask("ana", "decline").last("pairing")?["state"] == "declined")
    world.clear()
    world.wait(seconds: 70)
    #expect(world.take("ana").isEmpty && world.take("ben").isEmpty)
    #expect(world.ask("eva", "seek", Self.duel).last("pairing")?["player"] == "ana")
  }

  @Test("Deleting an account ends its seek and its challenge")
  func forgotten() throws {
    let world = try World.duelling("ana", "ben")
    world.ask("ana", "seek", Self.duel)
    world.ask("ana", "challenge", #""player":"ben","game":"wordle""#)
    world.clear()
    world.ask("ana", "forget_me", #""name":"ana""#)
    #expect(world.take("ben").last("pairing")?["state"] == "gone")
    #expect(world.ask("ben", "seeks").last?["seek_count"] == 0)
    #expect(world.faults == [])
  }

  @Test("A seek ends with its session, after its time, and when it is withdrawn; a guest's is not rated")
  func ends() throws {
    let world = try World.duelling("ana", "ben", limits: { $0.seekSeconds = 20 })
    world.connect("guest", from: "192.0.2.77")
    #expect(world.ask("guest", "seek", Self.duel + #","rated":true"#).last?.code == "not_named")
    world.ask("guest", "seek", Self.duel)
    #expect(world.ask("ben", "seeks").last?["seeks"]?.arrayValue?.first?["unrated"] == true)
    world.drop("guest")
    #expect(world.ask("ben", "seeks").last?["seek_count"] == 0)
    world.ask("ana", "seek", Self.duel)
    #expect(world.ask("ana", "cancel_seek").last?["ends_in_s"] == nil)
    world.ask("ana", "seek", Self.duel)
    world.wait(seconds: 20)
    #expect(world.take("ana").last?.type == "seek" && world.ask("ben", "seeks").last?["seek_count"] == 0)
    #expect(world.faults == [])
  }

  @Test("The lobby shows who looks for what, and what to type for the same, and who is in no room, but no console")
  func lobby() throws {
    let world = try World.duelling("ana", "ben", "eva")
    world.send("ana", "/seek lastword 3+2 rated")
    world.ask("eva", "join", #""room":"wordle""#)
    world.connectConsole("op")
    #expect(
      world.send("ben", "/seeks").text == """
        Looking for an opponent:
          ana: /seek lastword together 3+2 rated
        In the lobby: ana · 3 players in all
        """)
  }

  @Test("Seeks are limited in all and by address; another seek of the same player replaces the first")
  func bounded() throws {
    let world = try World.duelling("ana", "ben", limits: { ($0.seeks, $0.seeksPerAddress) = (2, 1) })
    world.connect("amy", from: "192.0.2.97")
    world.ask("ana", "seek", Self.duel)
    #expect(world.ask("amy", "seek", Self.race).last?.code == "too_many seek")
    #expect(world.ask("ana", "seek", Self.race).types == ["seek"])
    world.connect("zoe", from: "192.0.2.99")
    world.ask("ben", "seek", Self.duel)
    #expect(world.ask("zoe", "seek", Self.race).last?.code == "too_many seek")
  }

  @Test("Blocked players are not paired, and see nothing else than if the other looked for nobody", .needs("Order"))
  func blocked() throws {
    func seen(isBlocked: Bool) throws -> String {
      let world = try World.duelling("ana", "ben", "eva")
      world.ask("ana", "block", #""player":"\#(isBlocked ? "ben" : "eva")""#)
      if isBlocked { world.ask("ana", "seek", Self.duel) }
      world.clear()
      let lines = ["seeks", "seek", "seeks", "decline"].flatMap { type in
        world.ask("ben", type, type == "seek" ? Self.duel : "")
      }
      world.wait(seconds: 70)
      return (lines + world.take("ben") + world.send("ben", "/seeks")).text
    }
    #expect(try seen(isBlocked: true) == seen(isBlocked: false))
  }

  @Test("Who blocks the other of a pairing has declined it, as far as that one sees", .needs("Order"))
  func blockedWhilePaired() throws {
    func seen(_ act: (World) -> Void) throws -> String {
      let world = try World.duelling("ana", "ben")
      for name in ["ana", "ben"] { world.keepBusy(name) }
      for name in ["ana", "ben"] { world.ask(name, "seek", Self.duel) }
      world.clear()
      act(world)
      return (world.take("ben") + world.ask("ben", "accept") + world.ask("ben", "decline")).text
    }
    let blocked = try seen { $0.ask("ana", "block", #""player":"ben""#) }
    let declined = try seen { $0.ask("ana", "decline") }
    #expect(blocked == declined && blocked.contains(#""state":"declined""#))
  }

  @Test("Rated results of two names from one address are limited per day like those of an address")
  func farming() throws {
    let world = try World.duelling("ana", "amy", "ari")
    for name in ["amy", "ari"] {
      for _ in 0..<4 {
        world.ask("ana", "seek", Self.duel)
        world.ask(name, "seek", Self.duel)
        world.wait(seconds: 61)
        let room = try #require(world.take("ana").last("pairing")?["room"]?.stringValue)
        world.ask("ana", "move", #""room":"\#(room)","text":"crane""#)
        world.ask(name, "resign", #""room":"\#(room)""#)
        for player in ["ana", name] { world.ask(player, "leave", #""room":"\#(room)""#) }
      }
    }
    let rating = try #require(world.ask("ana", "ratings", Self.duel).last?["yours"]?["rating"]?.intValue)
    #expect((1650...1701).contains(rating), "\(rating)")
  }

  @Test("Of 200 players who seek a race each ends up in one room with one other")
  func many() throws {
    let world = try World.duelling()
    let names = (0..<200).map { "p\($0)" }
    for (index, name) in names.enumerated() { world.connect(name, from: "192.0.\(index / 20).7") }
    for name in names { world.post(name, #"{"type":"seek",\#(Self.race)}"#) }
    var members: [String: Int] = [:]
    for name in names {
      let rooms = world.rooms(world.take(name))
      #expect(rooms.count == 1)
      for room in rooms { members[room, default: 0] += 1 }
    }
    #expect(members.count == 100 && members.values.allSatisfy { $0 == 2 })
    #expect(world.faults == [])
  }
}
