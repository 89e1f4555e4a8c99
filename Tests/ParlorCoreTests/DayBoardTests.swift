import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Boards of the day leave memory")
struct DayBoardTests {
  private func room(_ world: World) throws -> Room { try #require(world.parlor.rooms["wordle"]) }

  private func join(_ world: World, _ name: String, _ fields: String = "") throws -> Line {
    let lines = world.send(name, #"{"type":"join","room":"wordle"\#(fields)}"#)
    return try #require(lines.first("joined"), "\(lines)")
  }

  private func move(_ world: World, _ name: String, _ word: String, _ fields: String = "") throws -> Line {
    let lines = world.send(name, #"{"type":"move","room":"wordle","text":"\#(word)"\#(fields)}"#)
    // Where the feature of goals is there, the end of a daily may reach one.
    return try #require(lines.last { $0.type != "goal" })
  }

  private func leave(_ world: World, _ name: String) { world.send(name, #"{"type":"leave","room":"wordle"}"#) }

  @Test("A board leaves memory a minute after its player, and is unchanged when it is loaded again")
  func unloaded() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    _ = try join(world, "ana")
    let moved = try move(world, "ana", "crane", #","move_id":"m1""#)
    leave(world, "ana")
    world.wait(seconds: 59)
    #expect(try room(world).seats.count == 1)
    world.wait(seconds: 2)
    #expect(try room(world).seats.isEmpty)
    let joined = try join(world, "ana")
    #expect(joined["board"] == moved["board"] && joined["state"] == "playing")
    #expect(try room(world).seats.count == 1)
    let again = try move(world, "ana", "crane", #","move_id":"m1""#)
    #expect(again["turn"] == moved["turn"] && again["seq"] == moved["seq"])
    // Who is here keeps the board, however long nothing happens.
    world.wait(seconds: 600)
    #expect(try room(world).seats.count == 1)
    #expect(try move(world, "ana", "nymph").type == "finished")
    leave(world, "ana")
    world.wait(seconds: 61)
    #expect(try join(world, "ana")["state"] == "finished")
    #expect(try move(world, "ana", "nymph")["code"] == "game_over")
    #expect(world.faults == [])
  }

  @Test("When very many have left within a minute, the first of them leave memory at once and find all unchanged")
  func manyDepartures() throws {
    let world = try World(stores: true) { $0.newNamesPerAddress = 2000 }
    let token = world.logIn("first")
    _ = try join(world, "first")
    let moved = try move(world, "first", "crane")
    world.drop("first")
    for number in 0..<1100 {
      world.logIn("p\(number)")
      _ = try join(world, "p\(number)")
      _ = try move(world, "p\(number)", "crane")
      world.drop("p\(number)")
    }
    #expect(try room(world).seats.count == 512)
    #expect(world.parlor.players.present.count { _ in true } == 1024)
    world.connect("first")
    world.send("first", #"{"type":"login","token":"\#(token)"}"#)
    #expect(try join(world, "first")["board"] == moved["board"])
    #expect(world.faults == [])
  }

  @Test("A board without a move keeps its start time and its settings")
  func withoutMove() throws {
    let world = try World(stores: true)
    for name in ["ana", "ben"] { world.logIn(name) }
    _ = try join(world, "ana")
    _ = try join(world, "ben", #","settings":{"hard":true}"#)
    for name in ["ana", "ben"] { leave(world, name) }
    world.wait(seconds: 100)
    // Nothing is stored of either: ana's board is dealt as all are, ben's is not.
    #expect(try room(world).seats.values.map(\.player.name) == ["ben"])
    _ = try join(world, "ana")
    #expect(try join(world, "ben")["settings"]?["hard"] == true)
    #expect(try move(world, "ana", "nymph").type == "finished")
    let seat = try room(world).seats[try #require(world.player("ana")).id]
    #expect(seat?.result?.elapsed == Elapsed(milliseconds: 100_000))
  }

  @Test("The list of rooms has the own board's standing, also if it is not in memory")
  func askedFor() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    _ = try join(world, "ana")
    _ = try move(world, "ana", "crane")
    func own() -> JSON? {
      let rooms = world.send("ana", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue
      return rooms?.first { $0["room"] == "wordle" }?["yours"]
    }
    let before = own()
    leave(world, "ana")
    for _ in 0..<2 {
      world.wait(seconds: 61)
      #expect(try room(world).seats.isEmpty)
      #expect(own() == before && before != nil)
      #expect(try room(world).seats.count == 1)
    }
  }

  @Test("Two requests for one board load it once, and both are refused if it is unreadable")
  func loadedOnce() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    _ = try join(world, "ana")
    _ = try move(world, "ana", "crane")
    let player = try #require(world.player("ana"))
    leave(world, "ana")
    world.parlor.unloadDayBoards()
    let lack = try #require(try room(world).daily?.boardsLack(of: player))
    var answers: [Bool] = []
    for _ in 0..<2 { world.parlor.parts.fetcher.load(lack, from: "test") { answers.append($0) } }
    let asked = try #require(world.parlor.takeQueries())
    #expect(asked.queries.count == 1 && answers == [])
    let failure = StoredAnswer.failure(StorageFailure(message: "as asked for"))
    world.parlor.answered(asked.number, with: [failure], at: world.now)
    #expect(answers == [false, false])
    #expect(try room(world).daily?.boardsLack(of: player) == lack)
    _ = try join(world, "ana")
    #expect(try room(world).daily?.boardsLack(of: player) == nil)
    #expect(try room(world).seats.count == 1)
  }

  @Test("A board stays in memory until its last move is durable")
  func notDurable() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    _ = try join(world, "ana")
    world.stallsCommits = true
    world.post("ana", #"{"type":"move","room":"wordle","text":"crane"}"#)
    world.post("ana", #"{"type":"leave","room":"wordle"}"#)
    world.parlor.unloadDayBoards()
    #expect(try room(world).seats.count == 1)
    world.stallsCommits = false
    world.connect("ben")
    world.parlor.unloadDayBoards()
    #expect(try room(world).seats.isEmpty)
    world.take("ana")
    #expect(try join(world, "ana")["board"]?["rows"]?.arrayValue?.first?["letters"] == "crane")
  }

  @Test("Yesterday's board can be loaded and finished after midnight, and then today's begins")
  func midnight() throws {
    let world = try World(stores: true, limits: { $0.dailyGraceSeconds = 3600 })
    for name in ["ana", "ben"] { world.logIn(name) }
    for name in ["ana", "ben"] { _ = try join(world, name) }
    _ = try move(world, "ana", "crane")
    _ = try move(world, "ben", "nymph")
    for name in ["ana", "ben"] { leave(world, name) }
    world.wait(milliseconds: World.millisecondsToMidnight + 60_000)
    #expect(try room(world).seats.isEmpty)
    let late = try join(world, "ana")
    #expect(late["puzzle"] == 324 && late["board"]?["rows"]?.arrayValue?.first?["letters"] == "crane")
    let early = try join(world, "ben")
    #expect(early["puzzle"] == 325 && early["state"] == "playing")
    #expect(world.send("ana", #"{"type":"move","room":"wordle","text":"nymph"}"#).first("finished") != nil)
    leave(world, "ana")
    world.parlor.unloadDayBoards()
    #expect(try join(world, "ana")["puzzle"] == 325)
    world.wait(seconds: 86_400)
    #expect(try join(world, "ben")["puzzle"] == 326)
    #expect(world.faults == [])
  }

  @Test("A guest's results are carried into a login also if neither board is in memory")
  func guest() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.connect("visitor")
    _ = try join(world, "visitor")
    for word in ["crane", "nymph"] { world.send("visitor", #"{"type":"move","room":"wordle","text":"\#(word)"}"#) }
    leave(world, "visitor")
    world.drop("ana")
    world.parlor.unloadDayBoards()
    let answer = world.send("visitor", #"{"type":"login","token":"\#(token)"}"#).first("login")
    #expect(answer?["guest_results"]?.arrayValue?.first?["carried"] == true)
    world.parlor.unloadDayBoards()
    let rows = try join(world, "visitor")["board"]?["rows"]?.arrayValue
    #expect(rows?.prefix(2).map { $0["letters"] } == ["crane", "nymph"])
  }

  @Test("A board whose player is deleted while it is loaded is dropped")
  func forgotten() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    _ = try join(world, "ana")
    _ = try move(world, "ana", "crane")
    let player = try #require(world.player("ana"))
    leave(world, "ana")
    world.parlor.unloadDayBoards()
    var isDone = false
    let lack = try #require(try room(world).daily?.boardsLack(of: player))
    world.parlor.parts.fetcher.load(lack, from: "other") { _ in isDone = true }
    #expect(world.send("ana", #"{"type":"forget_me","name":"ana"}"#).last?.type == "forget_me")
    world.connect("ben")
    #expect(isDone)
    #expect(try room(world).seats.isEmpty && room(world).daily?.boardsLack(of: player) == nil)
    #expect(world.faults == [])
  }

  /// What clients send at random to a daily, and what makes time pass.
  private struct Play {
    var generator: SeededGenerator
    static let names = ["ana", "ben", "cid", "visitor"]

    mutating func line() -> String {
      let name = generator.pick(["ana", "ben", "cid"])
      let word = generator.pick(["crane", "nymph", "slate", "brine", "zzzzz"])
      let id = generator.oneIn(3) ? #","move_id":"m\#(generator.number(below: 4))""# : ""
      switch generator.number(below: 16) {
      case 0, 1: return #"{"type":"leave","room":"wordle"}"#
      case 2, 3: return #"{"type":"join","room":"wordle"}"#
      case 4: return #"{"type":"join","room":"wordle","watching":true}"#
      case 5: return #"{"type":"join","room":"wordle","settings":{"hard":\#(generator.oneIn(2))}}"#
      case 6: return #"{"type":"join","room":"wordle","today":true}"#
      case 7: return #"{"type":"rooms"}"#
      case 8: return #"{"type":"board","room":"wordle","player":"\#(name)"}"#
      case 9: return #"{"type":"join","room":"wordle","since":{"epoch":"e1","seq":\#(generator.number(below: 30))}}"#
      case 10: return #"{"type":"say","room":"wordle","text":"hola"}"#
      default: return #"{"type":"move","room":"wordle","text":"\#(word)"\#(id)}"#
      }
    }
  }

  @Test("Random play sends the same bytes whether boards leave memory at any moment or never", arguments: 0..<12)
  func property(_ number: Int) throws {
    let seed = TestSeed.make() &+ UInt64(number)
    var play = Play(generator: SeededGenerator(seed: seed))
    let digest = play.generator.pick([2, 64])
    let worlds = try [true, false].map { keepsBoards in
      try World(
        stores: true, keepsBoards: keepsBoards,
        limits: { limits in
          limits.dailyGraceSeconds = 3600
          limits.digestMembers = digest
        })
    }
    for world in worlds {
      for name in ["ana", "ben", "cid"] { world.logIn(name) }
      world.connect("visitor")
      world.clear()
    }
    var forgets = play.generator
    for step in 0..<300 {
      let (name, line) = (play.generator.pick(Play.names), play.line())
      let pause = play.generator.oneIn(40) ? play.generator.number(below: 30_000) : play.generator.number(below: 40)
      let isLogin = name == "visitor" && step > 250
      for world in worlds {
        if isLogin { world.post(name, #"{"type":"login","name":"dan"}"#) }
        world.post(name, line)
      }
      if forgets.oneIn(2) { worlds[1].parlor.unloadDayBoards() }
      for name in Play.names {
        let (kept, loaded) = (worlds[0].take(name), worlds[1].take(name))
        #expect(kept == loaded, "step \(step), \(name): \(line)")
        if kept != loaded { return }
      }
      for world in worlds { world.wait(seconds: pause) }
    }
    #expect(worlds.map(\.faults) == [[], []])
  }
}
