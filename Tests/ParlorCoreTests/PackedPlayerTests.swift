import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Packed players")
struct PackedPlayerTests {
  private static let morning = World.morning

  private static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(text.utf8) }

  /// Players with everything, with nothing, and with numbers at the ends of their ranges.
  private static var examples: [Player] {
    var full = StoredPlayer(
      id: PlayerID(.max), name: "Änne-😀\u{301}", isGuest: false, isBot: true,
      tokens: (0..<8).map { digest("\($0)") }, createdAt: Instant(milliseconds: .min),
      seenAt: Instant(milliseconds: .max), theme: .contrast, verifier: "scrypt$4$8$1$aa$bb",
      ratings: PlayerRatings("wordle 1512345 210200 60000 20661 4 1500000\nquiz 1600000 100000 60000 20661 9 1500000"))
    full.isDamaged = true
    let known = Player(full, address: "198.51.100.7")
    (known.cameAt, known.namedAt, known.visited) = (morning, nil, [1, .max, 700])
    var visits = VisitCounter()
    for _ in 0..<9 { _ = visits.count(Visit(.came, at: morning, from: "198.51.100.7"), at: morning) }
    known.visits = visits
    let plain = Player(
      StoredPlayer(
        id: PlayerID(5), name: "guest-1234", isGuest: true, isBot: false, tokens: [digest("a")], createdAt: morning,
        seenAt: morning))
    let empty = Player(
      StoredPlayer(id: PlayerID(-1), name: "", isGuest: false, isBot: false, createdAt: morning, seenAt: morning),
      address: "")
    empty.namedAt = morning.adding(milliseconds: 12_345)
    return [known, plain, empty]
  }

  @Test("A player survives packing")
  func roundTrip() {
    for player in Self.examples {
      let packed = PackedPlayer(player)
      let back = packed.player
      #expect(back.kept == player.kept && packed.kept == player.kept)
      #expect(packed.id == player.id && packed.seenAt == player.kept.seenAt)
      #expect(packed.isRated == !player.ratings.isEmpty && packed.canReturn == player.canReturn)
      #expect(back.address == player.address && back.visited == player.visited)
      #expect(back.cameAt == player.cameAt && back.namedAt == player.namedAt)
      #expect(back.isStored)
      #expect(back.visits?.kept == player.visits?.kept && back.visits?.hour == player.visits?.hour)
    }
  }

  @Test("An index finds what was added and not removed, also for equal keys and hashes")
  func index() {
    var generator = SeededGenerator(seed: TestSeed.make())
    var index = SlotIndex()
    var model: [Int: String] = [:]
    for step in 0..<20_000 {
      let key = "key \(generator.number(below: 300))"
      // It grows at first, and shrinks to nothing in the end.
      if let (slot, known) = model.randomElement(using: &generator), generator.number(below: 20_000) < step {
        index.remove(slot, known)
        model[slot] = nil
      } else if model[step] == nil {
        index.insert(step, key)
        model[step] = key
      }
      index.remove(step + 1, key)
      #expect(index.count == model.count)
      let found = index.first(key) { model[$0] == key }
      #expect((found != nil) == model.values.contains(key))
      if step % 500 == 0 {
        for (slot, known) in model { #expect(index.first(known) { $0 == slot } == slot) }
      }
    }
  }

  private func isPresent(_ world: World, _ name: String) -> Bool {
    world.parlor.players.present.contains { $0.name == name }
  }

  /// The answer to a login of a new connection.
  private func logIn(_ world: World, _ session: String, _ fields: String) throws -> Line {
    world.connect(session)
    let lines = world.send(session, #"{"type":"login",\#(fields)}"#)
    return try #require(lines.first("login") ?? lines.first("error"), "\(lines)")
  }

  @Test("A player is packed a minute after disconnecting, and restored unchanged")
  func comesBack() throws {
    let world = try World(stores: true)
    let token = try #require(logIn(world, "ana", #""name":"Alan""#)["token"]?.stringValue)
    world.send("ana", #"{"type":"theme","theme":"contrast"}"#)
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","room":"wordle","text":"crane"}"#)
    world.logIn("ben")
    world.drop("ana")
    world.wait(seconds: 60)
    #expect(isPresent(world, "Alan"))
    world.wait(seconds: 75)
    #expect(!isPresent(world, "Alan") && isPresent(world, "ben"))
    #expect(world.parlor.players.count == 2 && world.parlor.players.namedCount == 2)

    // The name is still taken, and so is one that looks like it.
    for name in ["alan", "A1an", "AIan"] {
      #expect(try logIn(world, "cat", #""name":"\#(name)""#)["code"] == "name_taken")
      world.drop("cat")
    }
    #expect(try logIn(world, "ana2", #""token":"\#(token)""#)["you"] == "Alan")
    #expect(world.send("ana2", #"{"type":"theme"}"#).first("theme")?["theme"] == "contrast")
    #expect(world.send("ana2", #"{"type":"join","room":"wordle"}"#).first("joined")?["state"] == "playing")
    world.wait(seconds: 600)
    #expect(isPresent(world, "Alan"))
    #expect(world.faults == [])
  }

  @Test("A packed player's name is free after a change of name or a deletion")
  func names() throws {
    let world = try World(stores: true)
    let token = try #require(logIn(world, "ana", #""name":"ana""#)["token"]?.stringValue)
    for (name, request) in [("bea", #"{"type":"rename","name":"bea"}"#), ("", #"{"type":"forget_me","name":"bea"}"#)] {
      world.drop("ana")
      world.wait(seconds: 140)
      #expect(world.parlor.players.present.allSatisfy { $0.session != nil })
      _ = try logIn(world, "ana", #""token":"\#(token)""#)
      world.send("ana", request)
      #expect((world.parlor.players.named("bea") != nil) == (name == "bea"))
      #expect(world.parlor.players.named("ana") == nil)
    }
    _ = try logIn(world, "cat", #""name":"bea""#)
    #expect(world.parlor.players.named("BEA")?.name == "bea")
    #expect(try logIn(world, "ana2", #""token":"\#(token)""#)["code"] == "bad_token")
  }

  @Test("A player who owns a room, has a seat reserved or is referenced otherwise stays the same object")
  func referredTo() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"create","room":"den","game":"wordle","mode":"race"}"#)
    world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"den"}"#)
    let ana = try #require(world.parlor.players.named("ana"))
    world.drop("ana")
    world.wait(seconds: 140)
    #expect(world.parlor.players.named("ana") === ana)
  }
}
