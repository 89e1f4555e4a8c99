import GameKit
import Storage
import TestSeed
import Testing
import WireProtocol
import Wordle

@testable import ParlorCore

/// An owner's decision is a fact: a restarted core has it.
@Suite("Owners' decisions after a restart")
struct DirectionRestartTests {
  private func come(_ server: FaultyServer, _ token: JSON, _ fields: JSONObject = [:]) -> (SessionID, JSON) {
    let id = server.connect()
    server.ask(id, "login", ["token": token])
    var join: JSONObject = ["room": "lunch"]
    join.merge(fields)
    return (id, server.ask(id, "join", join))
  }

  private static let race: JSONObject = ["room": "lunch", "game": "wordle", "mode": "race", "round_s": 60]

  @Test("A paused round stays paused, and continues with the time that was left", arguments: [1, 1000])
  func paused(_ snapshotFacts: Int) throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage, snapshotFacts: snapshotFacts)
    let (ana, ben) = (first.logIn("ana"), first.logIn("ben"))
    first.ask(ana.id, "create", Self.race)
    first.ask(ben.id, "join", ["room": "lunch"])
    first.ask(ana.id, "start")
    first.wait(milliseconds: 10_000)
    first.ask(ana.id, "pause")
    first.wait(milliseconds: 5_000)
    first.ask(ana.id, "pause", ["paused": false])
    first.wait(milliseconds: 1_000)
    let pause = first.ask(ana.id, "pause")
    #expect(pause["ends_in_s"] == 49)
    let seq = try #require(pause["seq"]?.intValue)
    let word = try #require((try first.parlor.rooms["lunch"]?.table?.match.puzzle())?["answer"])
    first.wait(milliseconds: 500_000)
    first.settle()

    let second = try FaultyServer(storage, seed: 9, snapshotFacts: snapshotFacts)
    second.wait(milliseconds: 60_000)
    let since: JSONObject = ["since": ["epoch": "e1", "seq": .int(seq - 1)]]
    let (anaAgain, joined) = come(second, ana.token, since)
    #expect(joined["paused"] == true && joined["ends_in_s"] == 49)
    if joined["recovered"] == true {
      #expect(second.told[anaAgain]?.contains { $0["type"] == "paused" && $0["ends_in_s"] == 49 } == true)
    }
    let (benAgain, _) = come(second, ben.token)
    #expect(second.ask(benAgain, "move", ["text": word])["code"] == "paused")
    #expect(second.ask(anaAgain, "pause", ["paused": false])["ends_in_s"] == 49)
    second.wait(milliseconds: 4_000)
    #expect(second.ask(benAgain, "move", ["text": word])["type"] == "moved")
    second.wait(milliseconds: 45_000)
    second.settle()
    let over = try #require(second.told[benAgain]?.last { $0["type"] == "round_over" })
    #expect(over["standings"]?.arrayValue?.first?["elapsed_ms"] == 15_000)
    #expect(first.faults == [] && second.faults == [])
  }

  @Test(
    "A race's clock stands while the server is away and until one of its players is back, also if it was set back",
    arguments: [-600_000, 30_000] as [Int64])
  func race(setBackBy milliseconds: Int64) throws {
    let server = try FaultyServer(try FaultyServer.storage())
    let (ana, ben) = (server.logIn("ana"), server.logIn("ben"))
    server.ask(ana.id, "create", Self.race)
    server.ask(ben.id, "join", ["room": "lunch"])
    server.ask(ana.id, "start")
    server.wait(milliseconds: 20_000)
    let word = try #require((try server.parlor.rooms["lunch"]?.table?.match.puzzle())?["answer"])
    let wrong = JSON.string(word == "train" ? "crane" : "train")
    server.ask(ben.id, "move", ["text": wrong])
    server.settle()
    try server.restart(setBackBy: milliseconds)
    #expect(server.log.contains("clock_behind") == (milliseconds > 60_000))
    let zoe = server.logIn("zoe")
    #expect(server.ask(zoe.id, "join", ["room": "lunch", "watching": true])["type"] == "joined")
    server.wait(milliseconds: 90_000)
    #expect(server.parlor.rooms["lunch"]?.rounds.isRunning == true, "who watches starts no clock")
    let (benAgain, joined) = come(server, ben.token)
    #expect(joined["ends_in_s"] == 40 && joined["state"] == "playing", "\(joined)")
    server.wait(milliseconds: 39_000)
    #expect(server.ask(benAgain, "move", ["text": word])["type"] == "moved")
    server.wait(milliseconds: 2_000)
    server.settle()
    let over = try #require(server.told[benAgain]?.last { $0["type"] == "round_over" })
    #expect(over["standings"]?.arrayValue?.first?["elapsed_ms"] == 59_000)
    #expect(server.faults == [])
  }

  @Test("A room's owner, its exclusions and what was stopped are restored", arguments: [1, 1000])
  func decided(_ snapshotFacts: Int) throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage, snapshotFacts: snapshotFacts)
    let (ana, ben, kim) = (first.logIn("ana"), first.logIn("ben"), first.logIn("kim"))
    first.ask(ana.id, "create", Self.race)
    for player in [ben, kim] { first.ask(player.id, "join", ["room": "lunch"]) }
    let zoe = first.logIn("zoe")
    first.ask(zoe.id, "join", ["room": "lunch"])
    for player in ["ben", "kim", "zoe"] { first.ask(ana.id, "kick", ["player": .string(player)]) }
    first.ask(ana.id, "kick", ["player": "ben", "kicked": false])
    first.ask(ben.id, "join", ["room": "lunch"])
    first.ask(ana.id, "change", ["round_s": 90])
    first.ask(ana.id, "start")
    first.ask(ana.id, "stop")
    #expect(first.ask(ana.id, "lock")["locked"] == true)
    #expect(first.ask(ana.id, "kick", ["player": "zoe", "kicked": false])["type"] == "unkicked")
    #expect(first.ask(ana.id, "hand_over", ["player": "ben"])["player"] == "ben")
    first.settle()

    let second = try FaultyServer(storage, seed: 9, snapshotFacts: snapshotFacts)
    second.wait(milliseconds: 60_000)
    let (benAgain, joined) = come(second, ben.token)
    #expect(joined["owner"] == "ben" && joined["round_s"] == 90 && joined["next_in_s"] == nil)
    let (anaAgain, _) = come(second, ana.token)
    #expect(come(second, kim.token).1["code"] == "kicked" && come(second, zoe.token).1["type"] == "joined")
    #expect(second.ask(second.connect(), "join", ["room": "lunch"])["code"] == "locked")
    #expect(second.ask(benAgain, "lock", ["locked": false])["locked"] == false)
    #expect(second.ask(benAgain, "who")["kicked"] == ["kim"])
    #expect(second.ask(anaAgain, "start")["code"] == "not_owner")
    #expect(second.ask(benAgain, "start")["ends_in_s"] == 90)
    #expect(first.faults == [] && second.faults == [])
  }

  @Test("The room of a guest who is gone after the restart belongs to whoever returns to it first")
  func ownerIsGone() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage)
    let ben = first.logIn("ben")
    let guest = first.connect()
    first.ask(guest, "create", Self.race)
    first.ask(ben.id, "join", ["room": "lunch"])
    first.settle()
    let second = try FaultyServer(storage, seed: 9)
    let (benAgain, joined) = come(second, ben.token)
    #expect(joined["owner"] == "ben")
    #expect(second.ask(benAgain, "start")["type"] == "round")
    #expect(second.faults == [])
  }

  @Test("A restarted core equals the one before, whatever owners have decided", arguments: 0..<4)
  func randomWalk(_ index: Int) throws {
    let seed = TestSeed.make() &+ UInt64(index)
    var lots = SeededGenerator(seed: seed)
    let server = try FaultyServer(try FaultyServer.storage(), seed: seed, snapshotFacts: 8)
    let names = ["ana", "ben", "kim"]
    let players = names.map { server.logIn($0) }
    server.ask(players[0].id, "create", Self.race)
    for step in 0..<160 {
      let who = lots.number(below: players.count)
      let owner = names.firstIndex(of: server.parlor.rooms["lunch"]?.owner?.name ?? "") ?? 0
      let name = JSON.string(names[lots.number(below: names.count)])
      switch lots.number(below: 15) {
      case 0, 1, 2: server.send(players[who].id, "join", ["room": "lunch"])
      case 3: server.send(players[owner].id, "start")
      case 4, 5: server.send(players[owner].id, "pause", ["paused": .bool(lots.number(below: 2) == 0)])
      case 6: server.send(players[owner].id, "stop")
      case 7:
        let time = 10 + lots.number(below: 60)
        server.send(players[owner].id, "change", ["round_s": .int(time), "now": .bool(lots.number(below: 2) == 0)])
      case 8: server.send(players[owner].id, "hand_over", ["player": name])
      case 9: server.send(players[owner].id, "kick", ["player": name])
      case 10: server.send(players[owner].id, "kick", ["player": name, "kicked": false])
      case 14: server.send(players[owner].id, "lock", ["locked": .bool(lots.number(below: 2) == 0)])
      case 11: server.wait(milliseconds: Int64(lots.number(below: 20_000)))
      default: server.send(players[who].id, "move", ["text": .string(["train", "crane"][lots.number(below: 2)])])
      }
      server.settle()
      guard step.isMultiple(of: 8) else { continue }
      let ids = players.compactMap { server.parlor.sessions[$0.id]?.player.id }
      let reference = try server.reference()
      #expect(
        Snapshot.of(server.parlor, players: ids, without: []) == Snapshot.of(reference, players: ids, without: []),
        "seed \(seed), step \(step)")
      #expect(server.parlor.rooms["lunch"]?.rounds == reference.rooms["lunch"]?.rounds, "seed \(seed), step \(step)")
    }
    #expect(server.faults == [], "seed \(seed)")
  }
}
