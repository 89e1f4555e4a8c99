import CoreHarness
import GameKit
import Kernel
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Documents of players' accounts")
struct PlayerDocumentTests {
  private static let ana = StoredPlayer(
    id: PlayerID(7), name: "guest-1234", isGuest: true, isBot: false, createdAt: World.morning, seenAt: World.morning)

  private static func fact(_ generator: inout SeededGenerator) -> PlayerFact {
    let number = generator.number(below: 30)
    switch generator.number(below: 9) {
    case 0: return number.isMultiple(of: 2) ? .named("Änne \(number)") : .nicknamed("guest-Änne-\(number)")
    case 1: return .markedAsBot
    case 2: return .visited(World.morning.adding(milliseconds: Int64(number)))
    case 3, 4: return .tokenGiven(SHA256.hash("\(number)".utf8))
    case 5: return .tokenEnded(SHA256.hash("\(number)".utf8))
    case 6: return number < 5 ? .tokensEnded : .themeChosen(Theme.allCases[number % 3])
    case 7: return .passwordSet("scrypt$4$8$1$\(number)$bb")
    default: return .rated(PlayerRatings("game\(number % 3) 15\(number)0345 210200 60000 20661 4 1500000"))
    }
  }

  @Test("Lines and their snapshot fold to the same player, whatever has happened")
  func snapshots() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let form = DocumentForm(PlayerDocument.self)
    var (live, facts): (StoredPlayer?, [PlayerFact]) = (Self.ana, [.kept(Self.ana)])
    var mostTokens = 0
    for step in 0..<300 {
      let fact = Self.fact(&generator)
      PlayerDocument.apply(fact, to: &live)
      mostTokens = max(mostTokens, live?.tokens.count ?? 0)
      facts.append(fact)
      guard step % 10 == 0 else { continue }
      let lines = facts.map { PlayerDocument.line($0, of: 7).bytes }
      let folded = PlayerDocument.fold(lines, of: 7)
      #expect(folded.isWhole && folded.state == live, "seed \(seed), step \(step)")
      let packed = try #require(form.pack(lines, 7, nil))
      #expect(packed.count == 1 && PlayerDocument.fold(packed, of: 7).state == live, "seed \(seed), step \(step)")
    }
    #expect(mostTokens > 1 && mostTokens <= PlayerDocument.mostTokens, "seed \(seed)")
  }

  @Test("Credentials are only in the sealed part of a line")
  func sealed() throws {
    var player = Self.ana
    player.tokens = [SHA256.hash("token".utf8)]
    player.verifier = "scrypt$4$8$1$aa$bb"
    let secrets = [player.tokens[0].hex, "scrypt"]
    let facts: [PlayerFact] = [
      .kept(player), .tokenGiven(player.tokens[0]), .tokenEnded(player.tokens[0]), .passwordSet("scrypt$4$8$1$aa$bb"),
    ]
    for fact in facts {
      let line = PlayerDocument.line(fact, of: 7)
      var fields = try #require(JSON(parsing: line.bytes).objectValue)
      let sealed = try #require(fields["sealed"]).text
      fields["sealed"] = nil
      #expect(secrets.contains { sealed.contains($0) })
      #expect(!secrets.contains { JSON.object(fields).text.contains($0) })
      #expect(!line.bytes.isEmpty && PlayerDocument.fact(of: line.bytes, with: JSONDocument()) == fact)
    }
  }

  @Test("Stored players equal those in memory, after everything that an account can do")
  func foldEqualsLive() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.connect("guest", "ben", "other")
    world.connectConsole("console")
    let script = [
      ("ana", #"{"type":"theme","theme":"light"}"#), ("ana", #"{"type":"rename","name":"Anna"}"#),
      ("ben", #"{"type":"register","name":"ben","password":"correct horse battery","token":true}"#),
      ("ana", #"{"type":"password","new":"a long enough one","token":true}"#),
      ("ana", #"{"type":"password","old":"a long enough one","new":"another long enough one"}"#),
      ("guest", #"{"type":"login"}"#), ("guest", #"{"type":"theme","theme":"contrast"}"#),
      ("console", #"{"type":"rename_player","player":"ben","name":"Benno"}"#),
      ("console", #"{"type":"reset_tokens","player":"Anna"}"#),
      ("console", #"{"type":"reset_tokens","password":true,"player":"Benno"}"#),
      ("other", #"{"type":"login","token":"\#(token)"}"#), ("other", #"{"type":"login","name":"robot","bot":true}"#),
    ]
    for (index, (name, line)) in script.enumerated() {
      world.send(name, line.replacing("}", with: #","id":\#(index)}"#, maxReplacements: 1))
    }
    let stored = try #require(try world.storedPlayers())
    let live = world.parlor.players.present.filter(\.isStored).map(\.kept).sorted { $0.id < $1.id }
    #expect(stored == live)
    #expect(stored.count == 4 && stored.count { $0.verifier != nil } == 2 && stored.count(where: \.isBot) == 1)
    #expect(stored.map(\.name).sorted().contains("Benno") && world.faults == [])
  }

  @Test("A damaged player is found by name, unless another player has it")
  func namedAndDamaged() {
    let never = Instant(milliseconds: 0)
    var damaged = StoredPlayer(
      id: PlayerID(1), name: "ana", isGuest: false, isBot: false, createdAt: never, seenAt: never)
    damaged.isDamaged = true
    var state = StoredState()
    state.players = [damaged]
    #expect(state.player(named: "Ana")?.id == PlayerID(1) && state.player(named: "ben") == nil)
    var sound = damaged
    (sound.id, sound.isDamaged) = (PlayerID(2), false)
    state.players.append(sound)
    #expect(state.player(named: "Ana")?.id == PlayerID(2))
  }
}
