import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Watchers see boards")
struct WatcherTests {
  /// Ana has opened a room, Ben is in it, Eve watches.
  private func room(_ mode: String, limits: (inout Limits) -> Void = { _ in }) throws -> World {
    let world = try World(limits: limits)
    world.connect("ana", "ben", "eve")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"\#(mode)"}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    if mode == "race" { world.send("ana", #"{"type":"start","room":"lunch"}"#) }
    world.clear()
    return world
  }

  @discardableResult
  private func move(_ name: String, _ word: String, in world: World) -> [Line] {
    world.send(name, #"{"type":"move","room":"lunch","text":"\#(word)"}"#)
  }

  private func tiles(_ board: JSON?) -> [String] {
    (board?["rows"]?.arrayValue ?? []).compactMap { $0["tiles"]?.stringValue }.filter { $0 != "⬜⬜⬜⬜⬜" }
  }

  private func letters(_ board: JSON?) -> String {
    (board?["rows"]?.arrayValue ?? []).compactMap { $0["letters"]?.stringValue }.joined()
  }

  @Test("Each move in a race sends watchers the mover's board, and other players none")
  func race() throws {
    let world = try room("race")
    move("ana", "train", in: world)
    move("ana", "ponds", in: world)
    move("ben", "slate", in: world)
    let told = world.take("eve")
    #expect(told.types == ["moved", "moved", "moved"])
    #expect(told.map { tiles($0["board"]).count } == [1, 2, 1])
    #expect(told.allSatisfy { letters($0["board"]).allSatisfy { $0 == " " } })
    #expect(told.allSatisfy { $0["board"]?["prompt"] == nil && $0["board"]?["gestures"] == nil })
    #expect(world.take("ben").filter { $0["board"] != nil }.count == 0)
    #expect(world.faults == [])
  }

  @Test("Each move at a shared board sends watchers the board without its letters")
  func together() throws {
    let world = try room("together")
    move("ana", "train", in: world)
    move("ben", "ponds", in: world)
    let told = world.take("eve")
    #expect(told.map { tiles($0["board"]).count } == [1, 2])
    #expect(told.allSatisfy { letters($0["board"]).allSatisfy { $0 == " " } && $0["board"]?["keys"] == nil })
  }

  @Test("A watcher who leaves is announced without a seat, by members that the schemas name")
  func away() throws {
    let world = try World()
    world.connect("ana")
    world.logIn("eve")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    world.clear()
    world.send("eve", #"{"type":"bye"}"#)
    #expect(world.take("ana").first("away")?["watching"] == true)
    #expect(world.faults == [])
  }

  @Test("Solo practice can be watched with its board")
  func practice() throws {
    let world = try World()
    world.connect("ana", "eve")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"practice"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"lunch"}"#)
    move("ana", "train", in: world)
    #expect(tiles(world.take("eve").last?["board"]).count == 1)
  }

  @Test("A watcher who asks for the board gets everybody's in a race, one player's by name, and the shared one")
  func asking() throws {
    let world = try room("race")
    move("ana", "train", in: world)
    let all = try #require(world.send("eve", #"{"type":"board","id":1}"#).last)
    #expect(all["board"] == nil)
    #expect(all["boards"]?.arrayValue?.map { tiles($0["board"]).count } == [1, 0])
    let name = try #require(world.player("ana")?.name)
    let one = try #require(world.send("eve", #"{"type":"board","player":"\#(name)","id":2}"#).last)
    #expect(one["player"]?.stringValue == name)
    #expect(tiles(one["board"]).count == 1)
    #expect(!one.text.contains("train"))
    #expect(world.send("eve", #"{"type":"board","player":"nobody","id":3}"#).last?.code == "not_found player")
    let shared = try room("together")
    move("ana", "train", in: shared)
    #expect(tiles(shared.send("eve", #"{"type":"board","id":1}"#).last?["board"]).count == 1)
  }

  @Test("A player's own board is sent to the player, and another's without its letters")
  func players() throws {
    let world = try room("race")
    move("ana", "train", in: world)
    let own = try #require(world.send("ana", #"{"type":"board","id":1}"#).last)
    let ownLetters = letters(own["board"])
    #expect(ownLetters.hasPrefix("train"))
    #expect(own["boards"] == nil)
    let name = try #require(world.player("ana")?.name)
    let seen = world.send("ben", #"{"type":"board","player":"\#(name)","id":2}"#).last
    #expect(tiles(seen?["board"]).count == 1)
    #expect(letters(seen?["board"]).allSatisfy { $0 == " " })
  }

  @Test("Before the first round there is no board, and a watcher is told so")
  func nothing() throws {
    let world = try World()
    world.connect("ana", "eve")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race"}"#)
    let joined = world.send("eve", "/watch lunch")
    #expect(joined.text.contains("Nothing is played yet"))
    #expect(world.send("eve", "/board").text == "Nobody has a board in lunch at the moment")
  }

  @Test("At a round's start watchers get the common initial board, without a player's prompt")
  func rounds() throws {
    let world = try room("race")
    world.connect("tom")
    world.send("tom", "/watch lunch")
    let answer = try #require(world.answer(in: "lunch"))
    move("ana", answer, in: world)
    move("ben", answer, in: world)
    world.clear()
    world.wait(seconds: 6)
    let told = try #require(world.take("eve").first("round"))
    #expect(told["n"] == 2)
    #expect(told["board"]?["title"] == "Wordle round 2")
    #expect(told["board"]?["prompt"] == nil)
    #expect(world.take("tom").text == "Round 2 has begun: it lasts 3 min at most.")
  }

  @Test("In text a watcher reads everybody's board with its player's name, or one by name")
  func text() throws {
    let world = try room("race")
    let name = try #require(world.player("ana")?.name)
    let other = try #require(world.player("ben")?.name)
    move("ana", "train", in: world)
    world.connect("tom")
    let joined = world.send("tom", "/watch lunch")
    #expect(joined.text.contains("\(name) (2/6):\n"))
    let all = world.send("tom", "/board").map(\.text)
    #expect(all.count == 4)
    #expect(all.first == "Wordle round 1")
    #expect(all.contains("\(name) (2/6):") && all.contains("\(other) (1/6):"))
    let one = world.send("tom", "/board \(name)").map(\.text)
    #expect(one.first == "Wordle round 1 · \(name)")
    #expect(one.last == "2/6")
  }

  @Test("Moves sent to a resuming watcher have no boards, since joined has them")
  func resuming() throws {
    let world = try room("race")
    let seq = try #require(move("ana", "train", in: world).last?["seq"]?.intValue)
    move("ana", "ponds", in: world)
    let told = world.send(
      "eve", #"{"type":"join","watching":true,"room":"lunch","since":{"epoch":"e1","seq":\#(seq - 1)}}"#)
    let missed = told.drop { $0.type != "joined" }
    #expect(missed.first?["boards"]?.arrayValue?.count == 2)
    #expect(missed.filter { $0.type == "moved" }.map { $0["board"] == nil } == [true, true])
  }

  @Test("In a large room players of a shared board get each move, and watchers get the board with the digest")
  func largeTogether() throws {
    let world = try room("together") { $0.digestMembers = 4 }
    for name in ["w1", "w2", "w3"] {
      world.connect(name)
      world.send(name, #"{"type":"join","watching":true,"room":"lunch"}"#)
    }
    world.wait(seconds: 3)
    world.clear()
    move("ana", "train", in: world)
    let seen = world.take("ben")
    #expect(seen.types == ["moved"])
    let shared = letters(seen.last?["board"])
    #expect(shared.hasPrefix("train"))
    #expect(world.take("w1") == [])
    world.wait(seconds: 2)
    let digest = try #require(world.take("w1").last)
    #expect(digest.type == "digest")
    #expect(tiles(digest["board"]).count == 1)
    #expect(letters(digest["board"]).allSatisfy { $0 == " " })
    #expect(world.take("ben").last?["board"] == nil, "who plays has been told")
    // Somebody comes, nobody moves: the board is not sent again.
    world.connect("w4")
    world.send("w4", #"{"type":"join","watching":true,"room":"lunch"}"#)
    world.wait(seconds: 2)
    #expect(world.take("w1").last?.type == "digest")
    #expect(world.take("w1").last?["board"] == nil)
    #expect(world.faults == [])
  }

  @Test("In a large room with many boards a watcher asks for one player's")
  func largeRace() throws {
    let world = try room("race") { $0.digestMembers = 2 }
    #expect(world.send("eve", "/board").sentences.contains("/board PLAYER"))
    let name = try #require(world.player("ana")?.name)
    #expect(world.send("eve", "/board \(name)").first?.text == "Wordle round 1 · \(name)")
  }

  @Test("What a daily with many watchers sends grows with the number of players, not with its square")
  func cost() throws {
    var bytes: [Int] = []
    for count in [80, 320] {
      let world = try World()
      let names = (0..<count).map { "p\($0)" }
      for (index, name) in names.enumerated() {
        world.connect(name)
        world.send(name, #"{"type":"join","watching":\#(index % 2 != 0),"room":"wordle"}"#)
      }
      world.wait(seconds: 3)
      let before = world.effectBytes
      for name in names { world.post(name, #"{"type":"move","room":"wordle","text":"train"}"#) }
      world.wait(seconds: 3)
      bytes.append(world.effectBytes - before)
    }
    #expect(Double(bytes[1]) / Double(bytes[0]) < 4.5, "\(bytes)")
  }

  @Test("A room's player count has only those present with a seat, whatever watchers do")
  func presentPlayers() throws {
    let world = try World()
    for name in ["ana", "ben", "cleo"] { world.logIn(name) }
    func count() -> Int? {
      world.connect("asker")
      defer { world.drop("asker") }
      let rooms = world.send("asker", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue
      return rooms?.first { $0["room"] == "den" }?["player_count"]?.intValue
    }
    world.send("ana", #"{"type":"create","room":"den","game":"wordle","mode":"race"}"#)
    for name in ["ben", "cleo"] { world.send(name, #"{"type":"join","watching":true,"room":"den"}"#) }
    #expect(count() == 1)
    world.drop("ben")
    #expect(count() == 1)
    world.drop("ana")
    #expect(count() == 0)
    world.drop("cleo")
    let back = world.logIn("dora")
    #expect(back.isEmpty == false)
    world.send("dora", #"{"type":"join","room":"den"}"#)
    #expect(count() == 1)
  }
}
