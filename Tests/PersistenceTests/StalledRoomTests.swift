import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Rooms whose commits fail")
struct StalledRoomTests {
  private let storage: SQLiteStorage
  private let server: FaultyServer

  init() throws {
    storage = try FaultyServer.storage()
    server = try FaultyServer(storage)
  }

  @Test("Moves whose commits fail are answered in order once they are stored, and then announced to all")
  func moves() {
    let (ana, guest) = (server.connect(), server.connect())
    server.ask(ana, "login", ["name": "ana"])
    server.ask(ana, "create", ["room": "race", "game": "wordle", "mode": "race"])
    server.ask(guest, "join", ["room": "race"])
    server.ask(ana, "start")
    let before = server.told[guest]?.count { $0["type"] == "moved" }
    let first = server.send(ana, "move", ["text": "slate"])
    server.keepFailing(milliseconds: 300)
    let second = server.send(ana, "move", ["text": "crane"])
    #expect(server.answer(ana, first) == nil)
    server.settle()
    #expect(server.answer(ana, first)?["turn"]?["tries"]?.intValue == 1)
    #expect(server.answer(ana, second)?["turn"]?["tries"]?.intValue == 2)
    #expect(server.told[guest]?.count { $0["type"] == "moved" } == (before ?? 0) + 2)
    server.checkPlaces()
    #expect(server.faults == [])
  }

  @Test("Changes are accepted for a second, and then refused at once until all earlier ones are stored")
  func refusing() throws {
    let (ana, ben) = (server.connect(), server.connect())
    server.ask(ana, "join", ["room": "wordle"])
    let join = server.send(ben, "join", ["room": "wordle"])
    server.keepFailing(milliseconds: 900)
    let early = server.send(ana, "create", ["room": "talk"])
    server.keepFailing(milliseconds: 200)
    let kim = server.connect()
    let late = server.send(kim, "join", ["room": "wordle"])
    #expect(server.answer(kim, late)?["code"] == "storage_unavailable")
    #expect(server.answer(kim, late)?["retry_after_ms"] != nil)
    #expect(server.answer(ben, join) == nil)
    #expect(server.answer(ana, early) == nil)
    server.settle()
    #expect(server.answer(ben, join)?["type"] == "joined")
    #expect(server.answer(ana, early)?["type"] == "joined")
    #expect(server.ask(kim, "join", ["room": "wordle"])["type"] == "joined")
    #expect(server.log.filter { $0.hasPrefix("storage") } == ["storage_failed", "storage_works_again"])
    server.checkPlaces()
    #expect(server.faults == [])
  }

  @Test("A second in which the server was busy does not count as a storage failure: nothing is refused")
  func busy() {
    let (ana, ben) = (server.connect(), server.connect())
    server.send(ana, "join", ["room": "wordle"])
    server.beginCommit(late: 1_500)
    server.wait(milliseconds: 1_600)
    let join = server.send(ben, "join", ["room": "wordle"])
    server.succeed()
    server.settle()
    #expect(server.answer(ben, join)?["type"] == "joined")
    #expect(server.faults == [])
  }

  @Test("Pending work is bounded however long storage fails: room timers stop, and fire once it works again")
  func bounded() throws {
    let (ana, ben) = (server.connect(), server.connect())
    server.ask(ana, "login", ["name": "ana"])
    server.ask(ana, "create", ["room": "race", "game": "wordle", "mode": "race"])
    server.ask(ben, "join", ["room": "race"])
    server.ask(ana, "start")
    server.send(ana, "say", ["text": "hello"])
    server.keepFailing(milliseconds: 1_100)
    let gathered = server.parlor.hub.journal.waitingLines
    for _ in 0..<200 {
      server.wait(milliseconds: 60_000)
      server.beginCommit()
      server.fail()
      server.send(ben, "say", ["text": "again"])
    }
    #expect(server.parlor.hub.journal.waitingLines <= gathered + 2)
    #expect(server.told[ben]?.contains { $0["type"] == "round_over" } == false)
    server.settle()
    server.wait(milliseconds: 1)
    server.settle()
    #expect(server.told[ben]?.contains { $0["type"] == "round_over" } == true)
    #expect(server.faults == [])
  }

  @Test("A commit without an answer delays only outputs that depend on it, and then all leave in order")
  func neverAnswered() throws {
    let (ana, ben, kim) = (server.connect(), server.connect(), server.connect())
    server.ask(ana, "login", ["name": "ana"])
    server.ask(ana, "create", ["room": "talk"])
    server.ask(ben, "join", ["room": "talk"])
    func heard() -> [String] { server.told[ben, default: []].compactMap { $0["text"]?.stringValue } }
    let texts = ["first", "second", "third"]
    var said = [server.send(ana, "say", ["text": .string(texts[0])])]
    server.beginCommit()
    let ticket = try #require(server.inFlight?.ticket)
    for text in texts.dropFirst() {
      server.wait(milliseconds: 400)
      said.append(server.send(ana, "say", ["text": .string(text)]))
    }
    server.wait(milliseconds: 300)
    let late = server.send(kim, "join", ["room": "talk"])
    #expect(server.answer(kim, late)?["code"] == "storage_unavailable")
    // Durable state is sent: from storage, and of other rooms.
    let stats = server.send(kim, "stats", ["player": "ana"])
    server.answerQueries()
    #expect(server.answer(kim, stats)?["type"] == "stats")
    let who = server.send(kim, "who", ["room": "wordle"])
    #expect(server.answer(kim, who) != nil)
    let journal = server.parlor.hub.journal
    let gathered = journal.waitingLines
    for _ in 0..<200 {
      server.wait(milliseconds: 60_000)
      server.beginCommit()
      server.send(ben, "say", ["text": "again"])
    }
    #expect(journal.waitingLines <= gathered + 2)
    // Storage still has it: it is not submitted again.
    #expect(server.inFlight?.ticket == ticket && !journal.isFailing)
    #expect(said.allSatisfy { server.answer(ana, $0) == nil } && heard() == [])
    server.settle()
    #expect(said.map { server.answer(ana, $0)?["text"]?.stringValue } == texts)
    #expect(heard() == texts)
    server.checkPlaces()
    #expect(server.faults == [])
  }

  @Test("A duplicate or unexpected answer of storage releases and stores nothing more")
  func answersTwice() throws {
    let ana = server.connect()
    server.ask(ana, "create", ["room": "talk"])
    let first = server.send(ana, "say", ["text": "first"])
    server.beginCommit()
    let ticket = try #require(server.inFlight?.ticket)
    server.succeed()
    #expect(server.answer(ana, first)?["text"] == "first")
    let second = server.send(ana, "say", ["text": "second"])
    server.beginCommit()
    // A duplicate answer, which does not belong to the commit in flight.
    server.parlor.succeeded(ticket, at: server.now)
    server.parlor.failed(ticket, StorageFailure(message: "late"), at: server.now)
    server.parlor.succeeded(ticket + 2, at: server.now)
    #expect(!server.parlor.hub.journal.isFailing && server.parlor.hub.journal.pending(ticket + 1) == ticket + 1)
    #expect(server.answer(ana, second) == nil)
    server.settle()
    #expect(server.answer(ana, second)?["text"] == "second")
    #expect(server.faults == [])
  }

  @Test("If storage fails from the start and then works, the server's own rooms are there")
  func fullFromTheStart() {
    let ana = server.connect()
    let join = server.send(ana, "join", ["room": "wordle"])
    server.keepFailing(milliseconds: 5_000)
    #expect(server.log.count { $0 == "storage_failed" } == 1)
    server.settle()
    #expect(server.answer(ana, join)?["type"] == "joined")
    #expect(server.ask(ana, "move", ["text": "crane"])["type"] == "moved")
    #expect(server.log.last == "storage_works_again")
    #expect(server.faults == [])
  }

  @Test("A guests' room that a restart has ended is removed from storage, even if the first commit fails")
  func endedByRestart() throws {
    let guest = server.connect()
    server.ask(guest, "create", ["room": "talk"])
    let second = try FaultyServer(storage, seed: 2)
    second.keepFailing(milliseconds: 500)
    let ana = second.connect()
    let create = second.send(ana, "create", ["room": "talk"])
    second.settle()
    #expect(second.answer(ana, create)?["type"] == "joined")
    #expect(try storage.load().rooms.count { RoomLines.name(in: $0.lines) == "talk" } == 1)
    #expect(second.faults == [])
  }

  @Test("A digest waits for the commits of its events, and is sent once")
  func digest() throws {
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
    server.keepFailing(milliseconds: 800)
    #expect(server.told[ben]?.last?["seq"]?.intValue == 3)
    server.settle()
    server.wait(milliseconds: 2000)
    server.settle()
    let digests = server.told[ben, default: []].filter { $0["type"] == "digest" }
    #expect(digests.last?["from"]?.intValue == 4)
    #expect(digests.last?["seq"]?.intValue == 4)
    #expect(server.faults == [])
  }

  @Test("A connection that closes while storage fails is gone afterwards, and no number is skipped")
  func closing() {
    let (ana, ben) = (server.connect(), server.connect())
    server.ask(ana, "login", ["name": "ana"])
    server.ask(ben, "login", ["name": "ben"])
    server.ask(ana, "create", ["room": "talk"])
    server.ask(ben, "join", ["room": "talk"])
    let said = server.send(ana, "say", ["text": "late"])
    server.keepFailing(milliseconds: 1_100)
    server.close(ben)
    server.settle()
    #expect(server.answer(ana, said)?["seq"]?.intValue == 3)
    #expect(server.ask(ana, "say", ["text": "again"])["seq"]?.intValue == 5)
    #expect(server.ask(ana, "who")["away"]?.arrayValue == ["ben"])
    #expect(server.faults == [])
  }

  @Test("A ping during a failing commit is answered once, and so is a query to storage")
  func answersOnce() {
    let ana = server.connect()
    server.send(ana, "join", ["room": "wordle"])
    let ping = server.send(ana, "ping")
    let stats = server.send(ana, "stats")
    server.beginCommit()
    server.fail()
    server.settle()
    #expect(server.answer(ana, ping)?["type"] == "pong")
    #expect(server.answer(ana, stats)?["type"] == "stats")
    #expect(server.faults == [])
  }

  @Test("forget_me leaves the matches of other players complete, and is announced once it is stored")
  func forgetting() throws {
    let (ana, ben) = (server.connect(), server.connect())
    server.ask(ana, "login", ["name": "ana"])
    server.ask(ben, "login", ["name": "ben"])
    server.ask(ana, "create", ["room": "pair", "game": "wordle", "mode": "together"])
    server.ask(ben, "join", ["room": "pair"])
    server.ask(ana, "join", ["room": "wordle"])
    server.ask(ana, "move", ["room": "wordle", "text": "crane"])
    var moves = 0
    for word in ["crane", "slate", "ponds"]
    where server.ask(ana, "move", ["room": "pair", "text": .string(word)])["turn"] != nil {
      moves += 1
    }
    let forgotten = server.send(ana, "forget_me", ["name": "ana"])
    server.keepFailing(milliseconds: 500)
    #expect(server.answer(ana, forgotten) == nil)
    server.settle()
    #expect(server.answer(ana, forgotten)?["you"]?.stringValue?.hasPrefix("guest-") == true)
    for word in ["quick", "fjord", "blume"]
    where server.ask(ben, "move", ["room": "pair", "text": .string(word)])["turn"] != nil {
      moves += 1
    }
    let history = server.ask(ben, "history")["results"]?.arrayValue ?? []
    let match = try #require(history.first?["match"])
    #expect(server.ask(ben, "replay", ["match": match])["count"]?.intValue == moves + 2)
    #expect(try storage.load().players.map(\.name) == ["ben"])
    #expect(server.ask(ben, "stats", ["player": "ana"])["code"] == "not_found")
    #expect(server.faults == [])
  }

  @Test("A stored match that cannot be replayed is reported and left unchanged; others are restored")
  func quarantine() throws {
    let (ana, ben) = (server.connect(), server.connect())
    let tokens = [server.ask(ana, "login", ["name": "ana"]), server.ask(ben, "login", ["name": "ben"])].map {
      $0["token"] ?? .null
    }
    for id in [ana, ben] { server.ask(id, "join", ["room": "wordle"]) }
    server.ask(ana, "move", ["text": "crane"])
    let kept = server.ask(ben, "move", ["text": "slate"])["board"]
    let match = try #require(server.parlor.rooms["wordle"]?.seats.values.first { $0.player.name == "ana" }?.played.id)
    let foreign = StoredMove(
      match: match, index: 1, player: PlayerID(1), move: Array(#"{"guess":"slate"}"#.utf8), elapsed: .zero,
      moveID: nil, seq: 9, stateHash: 1)
    server.store([MatchDocument.line(.moved(foreign, told: nil), of: match)])
    let second = try FaultyServer(storage, seed: 2)
    let boards = tokens.map { token in
      let id = second.connect()
      second.send(id, "login", ["token": token])
      let request = second.send(id, "join", ["room": "wordle"])
      second.settle()
      return second.answer(id, request)?["board"]
    }
    #expect(second.log.filter { $0 == "match_quarantined" }.count == 1)
    #expect(boards[1] == kept)
    #expect(boards[0] != nil && boards[0] != kept)
    #expect(try FaultyServer.histories(of: [match], in: storage).map(\.moves.count) == [2])
  }

  @Test("After a restart a repeated move of the last round gets its answer, and numbers are not reused")
  func restart() throws {
    let ana = server.connect()
    let token = server.ask(ana, "login", ["name": "ana"])["token"] ?? .null
    server.ask(ana, "create", ["room": "own", "game": "wordle", "mode": "practice"])
    for word in ["crane", "slate", "ponds", "quick", "fjord"] { server.ask(ana, "move", ["text": .string(word)]) }
    let last = server.ask(ana, "move", ["text": "blume", "move_id": "last"])
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
