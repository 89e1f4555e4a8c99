import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

/// What rooms are like after a commit has failed, and after a restart.
@Suite("Rebuilt rooms")
struct RebuiltRoomTests {
  private let storage: SQLiteStorage
  private let server: FaultyServer

  init() throws {
    storage = try FaultyServer.storage()
    server = try FaultyServer(storage)
  }

  private func ask(_ id: SessionID, _ type: String, _ fields: JSONObject = [:]) -> JSON {
    let request = server.send(id, type, fields)
    server.settle()
    return server.answer(id, request) ?? .null
  }

  private func loseWhatIsGathered() {
    server.beginCommit()
    server.fail()
    server.reload()
    server.wait(milliseconds: 1000)
  }

  @Test("A guest keeps the seat and the board when somebody else's move is not stored")
  func guestsStay() {
    let (ana, guest) = (server.connect(), server.connect())
    _ = ask(ana, "login", ["name": "ana"])
    _ = ask(ana, "create", ["room": "race", "game": "wordle", "mode": "race"])
    _ = ask(guest, "join", ["room": "race"])
    _ = ask(ana, "start")
    let moved = ask(guest, "move", ["text": "crane"])
    let lost = server.send(ana, "move", ["text": "slate"])
    loseWhatIsGathered()
    #expect(server.answer(ana, lost)?["code"] == "storage_unavailable")
    #expect(ask(guest, "board")["board"] == moved["board"])
    #expect(ask(guest, "move", ["text": "ponds"])["turn"]?["tries"]?.intValue == 2)
    #expect(ask(ana, "move", ["text": "slate"])["turn"]?["tries"]?.intValue == 1)
    server.checkPlaces()
    #expect(server.faults == [])
  }

  @Test("A join that was not stored is undone, in the server's own rooms as well")
  func undoneJoin() {
    let (ana, ben) = (server.connect(), server.connect())
    _ = ask(ana, "join", ["room": "wordle"])
    let join = server.send(ben, "join", ["room": "wordle"])
    let leave = server.send(ana, "leave", ["room": "wordle"])
    loseWhatIsGathered()
    #expect(server.answer(ben, join)?["code"] == "storage_unavailable")
    #expect(server.answer(ana, leave)?["code"] == "storage_unavailable")
    #expect(ask(ben, "say", ["room": "wordle", "text": "hello"])["code"] == "not_in_room")
    #expect(ask(ana, "say", ["room": "wordle", "text": "hello"])["type"] == "said")
    server.checkPlaces()
    #expect(server.faults == [])
  }

  @Test("Settings chosen for a daily outlive a commit that fails before the first move")
  func dailySettings() {
    let ana = server.connect()
    _ = ask(ana, "join", ["room": "wordle", "settings": ["hard": true]])
    server.send(ana, "say", ["room": "wordle", "text": "lost"])
    loseWhatIsGathered()
    #expect(ask(ana, "join", ["room": "wordle"])["settings"]?["hard"] == true)
  }

  @Test("Nothing can be stored from the start, and then it can: the server's own rooms are there")
  func fullFromTheStart() {
    let ana = server.connect()
    for _ in 0..<3 {
      server.send(ana, "join", ["room": "wordle"])
      loseWhatIsGathered()
    }
    #expect(server.log.count { $0 == "storage_failed" } == 1)
    #expect(ask(ana, "join", ["room": "wordle"])["type"] == "joined")
    #expect(ask(ana, "move", ["text": "crane"])["type"] == "moved")
    #expect(server.log.last == "storage_works_again")
    #expect(server.faults == [])
  }

  @Test("A room of guests that a restart has ended is gone from storage too, even if the first commit fails")
  func endedByRestart() throws {
    let guest = server.connect()
    _ = ask(guest, "create", ["room": "talk"])
    let second = try FaultyServer(storage, seed: 2)
    second.beginCommit()
    second.fail()
    second.reload()
    second.wait(milliseconds: 1000)
    let ana = second.connect()
    let create = second.send(ana, "create", ["room": "talk"])
    second.settle()
    #expect(second.answer(ana, create)?["type"] == "joined")
    #expect(try storage.load().rooms.count { $0.room.folded == "talk" } == 1)
    #expect(second.faults == [])
  }

  @Test("A digest that falls with another room's commit is sent again with all that it stood for")
  func lostDigest() throws {
    var limits = Limits()
    limits.digestMembers = 2
    let server = try FaultyServer(storage, seed: 3, limits: limits)
    let (ana, ben, carl) = (server.connect(), server.connect(), server.connect())
    for id in [ana, ben, carl] {
      server.send(id, "join", ["room": "wordle"])
      server.settle()
    }
    server.wait(milliseconds: 2000)
    server.settle()
    let dora = server.connect()
    server.send(dora, "join", ["room": "wordle"])
    server.settle()
    server.send(ana, "create", ["room": "talk"])
    server.beginCommit()
    server.wait(milliseconds: 2000)
    server.fail()
    server.reload()
    server.wait(milliseconds: 2000)
    server.settle()
    let digests = server.told[ben, default: []].filter { $0["type"] == "digest" }
    #expect(digests.last?["from"]?.intValue == 4)
    #expect(digests.last?["seq"]?.intValue == 4)
    #expect(server.faults == [])
  }

  @Test("A connection that closes while its room waits to be read is gone afterwards, and no number is skipped")
  func closingWhileFrozen() {
    let (ana, ben) = (server.connect(), server.connect())
    _ = ask(ana, "login", ["name": "ana"])
    _ = ask(ben, "login", ["name": "ben"])
    _ = ask(ana, "create", ["room": "talk"])
    _ = ask(ben, "join", ["room": "talk"])
    server.send(ana, "say", ["text": "lost"])
    server.beginCommit()
    server.fail()
    server.close(ben)
    server.wait(milliseconds: 1000)
    let early = server.send(ana, "say", ["text": "too early"])
    #expect(server.answer(ana, early)?["code"] == "storage_unavailable")
    server.reload()
    #expect(ask(ana, "say", ["text": "again"])["seq"]?.intValue == 3)
    #expect(ask(ana, "who")["away"]?.arrayValue == ["ben"])
    #expect(server.faults == [])
  }

  @Test("A ping beside a failing commit is answered once, and so is a question to storage")
  func answersOnce() {
    let ana = server.connect()
    server.send(ana, "join", ["room": "wordle"])
    let ping = server.send(ana, "ping")
    let stats = server.send(ana, "stats")
    server.beginCommit()
    server.fail()
    server.settle()
    #expect(server.answer(ana, ping)?["type"] == "pong")
    #expect(server.answer(ana, stats)?["code"] == "storage_unavailable")
    #expect(server.faults == [])
  }

  @Test("forget_me leaves the match of those who shared it whole, and takes back nothing when it is not stored")
  func forgetting() throws {
    let (ana, ben) = (server.connect(), server.connect())
    _ = ask(ana, "login", ["name": "ana"])
    _ = ask(ben, "login", ["name": "ben"])
    _ = ask(ana, "create", ["room": "pair", "game": "wordle", "mode": "together"])
    _ = ask(ben, "join", ["room": "pair"])
    _ = ask(ana, "join", ["room": "wordle"])
    let daily = ask(ana, "move", ["room": "wordle", "text": "crane"])["board"]
    var moves = 0
    for word in ["crane", "slate", "ponds"]
    where ask(ana, "move", ["room": "pair", "text": .string(word)])["turn"] != nil {
      moves += 1
    }
    let lost = server.send(ana, "forget_me")
    loseWhatIsGathered()
    #expect(server.answer(ana, lost)?["code"] == "storage_unavailable")
    #expect(ask(ana, "board", ["room": "wordle"])["board"] == daily)
    #expect(ask(ana, "forget_me")["you"]?.stringValue?.hasPrefix("guest-") == true)
    for word in ["quick", "fjord", "blume"]
    where ask(ben, "move", ["room": "pair", "text": .string(word)])["turn"] != nil {
      moves += 1
    }
    let history = ask(ben, "history")["results"]?.arrayValue ?? []
    let match = try #require(history.first?["match"])
    #expect(ask(ben, "replay", ["match": match])["lines"]?.intValue == moves + 2)
    #expect(try storage.load().players.map(\.name) == ["ben"])
    #expect(ask(ben, "stats", ["player": "ana"])["code"] == "no_such_player")
    #expect(server.faults == [])
  }

  @Test("A stored match that no longer replays is named and left alone; the others are as they were")
  func quarantine() throws {
    let (ana, ben) = (server.connect(), server.connect())
    let tokens = [ask(ana, "login", ["name": "ana"]), ask(ben, "login", ["name": "ben"])].map { $0["token"] ?? .null }
    for id in [ana, ben] { _ = ask(id, "join", ["room": "wordle"]) }
    _ = ask(ana, "move", ["text": "crane"])
    let kept = ask(ben, "move", ["text": "slate"])["board"]
    let match = try #require(server.parlor.rooms["wordle"]?.seats.values.first { $0.player.name == "ana" }?.played.id)
    let foreign = StoredMove(
      match: match, index: 1, player: PlayerID(1), move: Array(#"{"guess":"slate"}"#.utf8), elapsed: .zero,
      moveID: nil, seq: 9, stateHash: 1)
    server.store([.move(foreign)])
    let second = try FaultyServer(storage, seed: 2)
    #expect(second.log.filter { $0 == "match_quarantined" }.count == 1)
    let boards = tokens.map { token in
      let id = second.connect()
      second.send(id, "login", ["token": token])
      let request = second.send(id, "join", ["room": "wordle"])
      second.settle()
      return second.answer(id, request)?["board"]
    }
    #expect(boards[1] == kept)
    #expect(boards[0] != nil && boards[0] != kept)
    let stored = try storage.load().rooms.flatMap(\.matches).first { $0.match.id == match }
    #expect(stored?.moves.count == 2)
  }

  @Test("After a restart a repeated move of the round that has just ended gets its answer, and numbers are new")
  func restart() throws {
    let ana = server.connect()
    let token = ask(ana, "login", ["name": "ana"])["token"] ?? .null
    _ = ask(ana, "create", ["room": "own", "game": "wordle", "mode": "practice"])
    for word in ["crane", "slate", "ponds", "quick", "fjord"] { _ = ask(ana, "move", ["text": .string(word)]) }
    let last = ask(ana, "move", ["text": "blume", "move_id": "last"])
    let second = try FaultyServer(storage, seed: 2)
    let back = second.connect()
    second.send(back, "login", ["token": token])
    let again = second.send(back, "move", ["room": "own", "text": "blume", "move_id": "last"])
    let start = second.send(back, "start", ["room": "own"])
    let move = second.send(back, "move", ["room": "own", "text": "crane"])
    second.settle()
    #expect(second.answer(back, again)?["turn"] == last["turn"])
    #expect(second.answer(back, again)?["seq"] == last["seq"])
    #expect(second.answer(back, again)?["player"] == "ana")
    #expect(second.answer(back, start)?["type"] == "round")
    #expect(second.answer(back, move)?["type"] == "moved")
    #expect(second.faults == [])
    #expect(
      Snapshot.of(second.parlor, players: [], without: [])
        == Snapshot.of(try second.reference(), players: [], without: []))
  }
}
