import GameKit
import Names
import Quiz
import Storage
import TableGames
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Tables after a restart")
struct TableRestartTests {
  private static let games = [connectFour, highCard, countdown, GameModule(QuizSource(decks: [words]))]

  private static let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 60) {
    (1...60).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
  }

  @Test("Turn, clocks and hands are restored, and a repeated move gets its earlier answer")
  func goesOn() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage, games: Self.games)
    let players = [first.logIn("ana"), first.logIn("ben")]
    first.ask(players[0].id, "create", ["room": "four", "game": "connectfour", "clock": ["match_s": 600]])
    first.ask(players[0].id, "create", ["room": "deck", "game": "highcard"])
    for room in ["four", "deck"] { first.ask(players[1].id, "join", ["room": .string(room)]) }
    first.ask(players[0].id, "start", ["room": "deck"])
    first.wait(milliseconds: 30_000)
    let moved = first.ask(players[0].id, "move", ["room": "four", "text": "4", "move_id": "m1"])
    #expect(moved["type"] == "moved")
    let before = try ["four", "deck"].map {
      try #require(first.ask(players[1].id, "board", ["room": .string($0)])["board"])
    }
    first.settle()

    let second = try FaultyServer(storage, seed: 9, games: Self.games)
    let back = players.map { player in
      let id = second.connect()
      second.ask(id, "login", ["token": player.token])
      for room in ["four", "deck"] { second.ask(id, "join", ["room": .string(room)]) }
      return id
    }
    #expect(before == ["four", "deck"].map { second.ask(back[1], "board", ["room": .string($0)])["board"] ?? .null })
    let repeated = second.ask(back[0], "move", ["room": "four", "text": "4", "move_id": "m1"])
    #expect(repeated["turn"] == moved["turn"] && repeated["seq"] == moved["seq"])
    second.wait(milliseconds: 600_000)
    second.settle()
    let over = try #require(second.told[back[1]]?.last { $0["type"] == "round_over" })
    #expect(over["standings"]?.arrayValue?.first?["player"] == "ana")
    #expect(first.faults == [] && second.faults == [])
  }

  /// A rated table of two with a name, who have both moved.
  private func rated(_ server: FaultyServer, _ fields: JSONObject = [:]) -> [(id: SessionID, token: JSON)] {
    let players = ["ana", "ben"].map { server.logIn($0) }
    var create: JSONObject = ["room": "four", "game": "connectfour"]
    create.merge(fields)
    server.ask(players[0].id, "create", create)
    server.ask(players[1].id, "join", ["room": "four"])
    for player in players { #expect(server.ask(player.id, "move", ["text": "4"])["type"] == "moved") }
    return players
  }

  private func come(_ server: FaultyServer, _ token: JSON) -> SessionID {
    let id = server.connect()
    server.ask(id, "login", ["token": token])
    server.ask(id, "join", ["room": "four"])
    return id
  }

  @Test("A match to which nobody comes back after a restart counts for nobody", arguments: [nil, 0, 1])
  func abandoned(by returning: Int?) throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    let players = rated(server)
    server.settle()
    try server.restart()
    let back = returning.map { come(server, players[$0].token) }
    server.wait(milliseconds: 121_000)
    server.settle()
    let ratings = ["ana", "ben"].map { server.parlor.players.named($0)?.ratings["connectfour"]?.rating.shown }
    #expect(ratings == (returning.map { $0 == 0 ? [1662, 1338] : [1338, 1662] } ?? [nil, nil]))
    let asker = back ?? server.connect()
    if back == nil { server.ask(asker, "login", ["token": players[0].token]) }
    let history = server.ask(asker, "history")["results"]?.arrayValue ?? []
    #expect(history.map { $0["unranked"] } == [returning == nil ? true : nil])
    #expect(server.faults == [])
  }

  @Test("A match whose players have both lost their lines, one after the other, counts for nobody")
  func bothLost() throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    let players = rated(server)
    server.close(players[0].id)
    server.wait(milliseconds: 20_000)
    server.close(players[1].id)
    server.wait(milliseconds: 200_000)
    server.settle()
    for name in ["ana", "ben"] { #expect(server.parlor.players.named(name)?.ratings["connectfour"] == nil) }
    #expect(server.faults == [])
  }

  @Test(
    "The next match of a series waits for a player who is lost in the break, also by a restart",
    arguments: [false, true])
  func seriesWaits(_ isRestarted: Bool) throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    let players = rated(server, ["best_of": 5])
    server.ask(players[1].id, "resign")
    if isRestarted {
      server.settle()
      try server.restart()
    } else {
      server.close(players[1].id)
    }
    server.wait(milliseconds: 6_000)
    if isRestarted { _ = come(server, players[0].token) }
    server.wait(milliseconds: 10_000)
    #expect(server.parlor.rooms["four"]?.isPlaying == false)
    _ = come(server, players[1].token)
    server.wait(milliseconds: 1)
    let room = try #require(server.parlor.rooms["four"])
    #expect(room.isPlaying && room.rounds.number == 2 && room.shared?.players.count == 2)
    #expect(server.faults == [])
  }

  @Test(
    "A question that was open when the server was killed counts for nobody, and none is asked until a player is back",
    arguments: [false, true])
  func question(_ isAnswered: Bool) throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    var players = ["ana", "ben"].map { server.logIn($0) }
    server.ask(
      players[0].id, "create", ["room": "class", "game": "quiz", "rated": false, "settings": ["questions": 3]])
    server.ask(players[1].id, "join", ["room": "class"])
    server.ask(players[0].id, "start")
    let puzzle = try #require(try server.parlor.rooms["class"]?.table?.match.puzzle())
    func choose(_ player: Int, _ question: Int) {
      let right = (puzzle["questions"]?.arrayValue?[question - 1]["answer"]?.intValue ?? 0) + 1
      #expect(server.ask(players[player].id, "move", ["text": .string("\(right)")])["type"] == "moved")
    }
    func data() -> JSON { server.ask(players[0].id, "board")["board"]?["data"] ?? .null }
    func restart() throws {
      server.settle()
      try server.restart(setBackBy: isAnswered ? 600_000 : -600_000)
      server.wait(milliseconds: 60_000)
      for index in players.indices {
        players[index].id = server.connect()
        server.ask(players[index].id, "login", ["token": players[index].token])
        server.ask(players[index].id, "join", ["room": "class"])
      }
    }
    for player in 0...1 { choose(player, 1) }
    server.wait(milliseconds: 6_000)
    #expect(data()["question"] == 2 && data()["phase"] == "question")
    choose(0, 2)
    if isAnswered { choose(1, 2) }
    server.wait(milliseconds: 1_000)
    let (points, streak) = (data()["points"], data()["streak"])
    try restart()
    #expect(data()["question"] == 2 && data()["phase"] == "answer" && data()["points"] == points)
    #expect(data()["streak"] == streak && data()["right"] == (isAnswered ? 2 : nil))
    server.wait(milliseconds: 4_900)
    #expect(data()["phase"] == "answer")
    server.wait(milliseconds: 200)
    #expect(data()["question"] == 3 && data()["phase"] == "question")
    for player in 0...1 { choose(player, 3) }
    server.wait(milliseconds: 10)
    #expect(data()["streak"] == (isAnswered ? 3 : 2))
    // What was stored of it can be replayed.
    try restart()
    #expect(data()["phase"] == "over" && !server.log.contains { $0.contains("quarantined") })
    #expect(server.faults == [])
  }

  @Test(
    "A player's clock stands while the server is away and until a player is back, also if the server's is set back",
    arguments: [-600_000, 30_000] as [Int64])
  func clock(setBackBy milliseconds: Int64) throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    let players = [server.logIn("ana"), server.logIn("ben")]
    let create: JSONObject = ["room": "four", "game": "connectfour", "clock": ["match_s": 60]]
    server.ask(players[0].id, "create", create)
    server.ask(players[1].id, "join", ["room": "four"])
    server.wait(milliseconds: 10_000)
    server.ask(players[0].id, "move", ["text": "4"])
    server.wait(milliseconds: 5_000)
    server.settle()
    try server.restart(setBackBy: milliseconds)
    // Who watches starts no clock.
    let zoe = server.logIn("zoe")
    #expect(server.ask(zoe.id, "join", ["room": "four", "watching": true])["type"] == "joined")
    server.wait(milliseconds: 60_000)
    let ben = server.connect()
    server.ask(ben, "login", ["token": players[1].token])
    let clocks = server.ask(ben, "join", ["room": "four"])["board"]?["clocks"]?.arrayValue
    #expect(clocks?.compactMap { $0["ms"]?.intValue }.sorted() == [50_000, 60_000], "\(clocks ?? [])")
    server.wait(milliseconds: 61_000)
    server.settle()
    let first = server.told[ben]?.last { $0["type"] == "round_over" }?["standings"]?.arrayValue?.first
    #expect(first?["player"] == "ana" && first?["elapsed_ms"] == 71_000)
    #expect(server.faults == [])
  }

  @Test("Who is out does not start the clocks of those who play on, and clocks that stand are shown so")
  func out() throws {
    let server = try FaultyServer(try FaultyServer.storage(), games: Self.games)
    let players = ["ana", "ben", "cleo"].map { server.logIn($0) }
    server.ask(players[0].id, "create", ["room": "four", "game": "highcard", "clock": ["move_s": 10]])
    for player in players.dropFirst() { server.ask(player.id, "join", ["room": "four"]) }
    server.ask(players[0].id, "start")
    #expect(server.ask(players[1].id, "resign")["type"] == "moved")
    server.settle()
    try server.restart()
    func clocks(_ id: SessionID) -> [JSON?] {
      server.ask(id, "board")["board"]?["clocks"]?.arrayValue?.map { $0["runs"] } ?? []
    }
    let ben = come(server, players[1].token)
    server.wait(milliseconds: 60_000)
    #expect(server.parlor.rooms["four"]?.isUnattended == true && !clocks(ben).contains(true))
    let ana = come(server, players[0].token)
    #expect(clocks(ana).filter { $0 == true }.count == 1)
    server.wait(milliseconds: 9_900)
    #expect(server.parlor.rooms["four"]?.isPlaying == true)
    server.wait(milliseconds: 200)
    #expect(server.parlor.rooms["four"]?.isPlaying == false, "one of two is out of time")
    #expect(server.faults == [])
  }

  @Test("Guests who cannot return after a restart have resigned, which ends the match")
  func guestsAreGone() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage, games: Self.games)
    let ana = first.logIn("ana")
    let guest = first.connect()
    first.ask(ana.id, "create", ["room": "four", "game": "connectfour"])
    first.ask(guest, "join", ["room": "four"])
    first.ask(ana.id, "move", ["room": "four", "text": "4"])
    let second = try FaultyServer(storage, seed: 9, games: Self.games)
    second.settle()
    let room = try #require(second.parlor.rooms["four"])
    #expect(!room.isPlaying && room.state.wins.values.reduce(0, +) == 1)
    #expect(second.faults == [])
    // And once more: what was stored of it can be replayed.
    let third = try FaultyServer(storage, seed: 10, games: Self.games)
    third.settle()
    #expect(third.parlor.rooms["four"]?.isPlaying == false && !third.log.contains { $0.contains("quarantined") })
  }

  @Test("A restarted core equals the one before, whatever has happened at its tables", arguments: 0..<6)
  func randomWalk(_ index: Int) throws {
    let seed = TestSeed.make() &+ UInt64(index)
    var lots = SeededGenerator(seed: seed)
    let storage = try FaultyServer.storage()
    let server = try FaultyServer(storage, seed: seed, snapshotFacts: 8, games: Self.games)
    let names = ["ana", "ben", "cleo", "dan"]
    var players = names.map { server.logIn($0) }
    let rooms = ["connectfour", "highcard", "countdown", "quiz"]
    for room in rooms {
      let clock: JSONObject = ["countdown", "quiz"].contains(room) ? [:] : ["clock": ["move_s": 40]]
      var fields: JSONObject = ["room": .string(room), "game": .string(room)]
      fields.merge(clock)
      server.ask(players[0].id, "create", fields)
    }
    for step in 0..<160 {
      let who = lots.number(below: players.count)
      let room = JSON.string(rooms[lots.number(below: rooms.count)])
      switch lots.number(below: 16) {
      case 0: server.send(players[who].id, "join", ["room": room])
      case 1: server.send(players[who].id, "join", ["room": room, "watching": true])
      case 2: server.send(players[who].id, "leave", ["room": room])
      case 3: server.send(players[who].id, "resign", ["room": room])
      case 4: server.send(players[who].id, "draw", ["room": room])
      case 5: server.send(players[who].id, "start", ["room": room])
      case 6: server.wait(milliseconds: Int64(lots.number(below: 20_000)))
      case 7:
        server.close(players[who].id)
        let id = server.connect()
        server.send(id, "login", ["token": players[who].token])
        players[who].id = id
      case 8: server.send(players[0].id, "pause", ["room": room, "paused": .bool(lots.number(below: 2) == 0)])
      case 9: server.send(players[0].id, "skip", ["room": room])
      default:
        let choice = 1 + lots.number(below: lots.number(below: 2) == 0 ? 4 : 30)
        server.send(players[who].id, "move", ["room": room, "text": .string("\(choice)")])
      }
      server.settle()
      guard step.isMultiple(of: 12) else { continue }
      let ids = players.compactMap { server.parlor.sessions[$0.id]?.player.id }
      let reference = try server.reference()
      let (here, there) = (
        Snapshot.of(server.parlor, players: ids, without: []), Snapshot.of(reference, players: ids, without: [])
      )
      #expect(here == there, "seed \(seed), step \(step)")
      for room in server.parlor.rooms.all where room.mode.seats != nil {
        let other = reference.rooms[room.plan.name.folded]
        #expect(room.shared?.match.stateHash == other?.shared?.match.stateHash, "seed \(seed), step \(step)")
        let (own, others) = (room.view.tableDeadline(restingUntil: nil), other?.view.tableDeadline(restingUntil: nil))
        #expect(own == others, "seed \(seed), step \(step)")
      }
    }
    #expect(server.faults == [], "seed \(seed)")
  }
}
