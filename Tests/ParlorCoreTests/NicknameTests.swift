import CoreHarness
import ParlorCore
import Testing
import WireProtocol

@Suite("Nicknames of guests")
struct NicknameTests {
  private static func choose(_ nickname: String) -> String { #"{"type":"login","name":"guest-\#(nickname)"}"# }

  /// A guest with a nickname, and the token.
  private func guest(_ world: World, _ nickname: String = "ben") throws -> String {
    world.connect("ben")
    return try #require(world.send("ben", Self.choose(nickname)).last?["token"]?.stringValue)
  }

  @Test("A nickname is stored and survives a reconnection by token, and its owner is still a guest")
  func returns() throws {
    let world = try World(stores: true)
    let token = try guest(world)
    world.drop("ben")
    world.connect("phone")
    #expect(world.send("phone", #"{"type":"login","token":"\#(token)"}"#).last?["you"] == "guest-ben")
    #expect(world.send("phone", #"{"type":"rename","name":"benny"}"#).last?.code == "not_named")
    let stored = try #require(try world.storedPlayers()?.first { $0.name == "guest-ben" })
    #expect(stored.isGuest && stored.tokens.count == 1)
    #expect(world.faults == [])
  }

  @Test("A nickname reserves no name: somebody may claim it, and a name is no obstacle to a nickname")
  func reservesNothing() throws {
    let world = try World()
    _ = try guest(world)
    world.connect("other")
    #expect(world.send("other", #"{"type":"login","name":"ben"}"#).last?["you"] == "ben")
    world.connect("third")
    #expect(world.send("third", Self.choose("ben")).last?["you"] == "guest-ben-2")
  }

  @Test("A nickname is free again once its guest has left without a token")
  func isFree() throws {
    let world = try World()
    world.connect("ana")
    #expect(world.send("ana", #"{"type":"login","name":"ana"}"#).last?.type == "login")
    world.connect("ben")
    #expect(world.send("ben", Self.choose("x-ray")).last?["you"] == "guest-x-ray")
    #expect(world.send("ben", #"{"type":"login","name":"ben"}"#).last?["you"] == "ben")
    world.connect("tim")
    #expect(world.send("tim", Self.choose("X-ray")).last?["you"] == "guest-X-ray")
  }

  @Test("A nickname that looks like an assigned name gets a number, so that clients can tell them apart")
  func looksAssigned() throws {
    let world = try World()
    world.connect("ben")
    #expect(world.send("ben", Self.choose("dada")).last?["you"] == "guest-dada-2")
    #expect(world.send("ben", Self.choose("abc")).last?["you"] == "guest-abc")
  }

  @Test("A nickname that looks like another guest's gets a number, and no assigned name looks like one")
  func looksAlike() throws {
    let world = try World()
    world.connect("ben", "tim", "eva")
    for (first, second) in [("bob", "b0b"), ("Bill", "BiII"), ("wim", "vvirn")] {
      #expect(world.send("ben", Self.choose(first)).last?["you"]?.stringValue == "guest-\(first)")
      #expect(world.send("tim", Self.choose(second)).last?["you"]?.stringValue == "guest-\(second)-2")
    }
    // One's own is no obstacle.
    #expect(world.send("ben", Self.choose("w1m")).last?["you"] == "guest-w1m")
    let assigned = try #require(world.player("eva")?.name)
    let nickname = String(assigned.dropFirst(6)).replacing("1", with: "l").replacing("0", with: "o")
    #expect(assigned == "guest-1445")
    #expect(world.send("ben", Self.choose(nickname)).last?["you"]?.stringValue == "guest-\(nickname)-2")
  }

  @Test("Guests from an address have so many nicknames at once, however often one of them has come back")
  func limit() throws {
    let world = try World(limits: { $0.nicknamesPerAddress = 2 })
    for number in 1...9 {
      world.connect("troll")
      for letter in ["a", "b"] {
        #expect(world.send("troll", Self.choose("\(letter)-\(number)")).last?.type == "login")
      }
      if number < 9 { world.drop("troll") }
    }
    world.connect("tim", "ben")
    #expect(world.send("tim", Self.choose("tim")).last?.type == "login")
    #expect(world.send("ben", Self.choose("ben")).last?.code == "too_many name")
    world.drop("troll")
    #expect(world.send("ben", Self.choose("ben")).last?.type == "login")
  }

  @Test("A nickname that the owner has taken away is not taken again, nor one that looks like it")
  func lost() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    _ = try guest(world, "bob")
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("ana", #"{"type":"remove_nickname","room":"lunch","player":"guest-bob"}"#)
    for nickname in ["bob", "b0b", "bob2", "bob-7"] {
      #expect(world.send("ben", Self.choose(nickname)).last?.code == "name_taken", "\(nickname)")
    }
    #expect(world.send("ben", Self.choose("ben")).last?["you"] == "guest-ben")
  }

  @Test("A guest has five nicknames a day, so that nobody escapes from being sent away by name")
  func renames() throws {
    let world = try World()
    world.connect("ben")
    for number in 1...5 { #expect(world.send("ben", Self.choose("troll\(number)")).last?.type == "login") }
    #expect(world.send("ben", Self.choose("troll6")).last?.code == "too_many name")
    #expect(world.player("ben")?.name == "guest-troll5")
    // Another guest from there still chooses one.
    world.connect("tim")
    #expect(world.send("tim", Self.choose("tim")).last?.type == "login")
  }

  @Test("Only the owner takes a nickname away, and only from a guest in the room", arguments: ["ben", "tim"])
  func owner(_ asker: String) throws {
    let world = try World()
    for name in ["ana", "ben", "tim"] {
      world.connect(name)
      world.send(name, name == "ana" ? #"{"type":"login","name":"ana"}"# : Self.choose(name))
    }
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    let answer = world.send(asker, #"{"type":"remove_nickname","room":"lunch","player":"guest-ben"}"#).last
    #expect(answer?.code == (asker == "ben" ? "not_owner" : "not_in_room"))
    #expect(world.send("ana", #"{"type":"remove_nickname","player":"guest-tim"}"#).last?.code == "not_found player")
  }

  @Test("Who is silenced in a room takes no nickname there")
  func muted() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    _ = try guest(world)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("ana", #"{"type":"mute","player":"guest-ben"}"#)
    #expect(world.send("ben", Self.choose("loud")).last?.code == "muted")
  }
}
