import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Resuming after a restart")
struct ResumeTests {
  /// Moves and ends in a session's output, without boards and answers to requests.
  private func told(_ server: FaultyServer, _ id: SessionID) -> [String] {
    (server.told[id] ?? []).filter { ["moved", "finished"].contains($0["type"]?.stringValue) }.map { message in
      var fields = message.objectValue ?? [:]
      for key in ["board", "re"] { fields[key] = nil }
      return JSON.object(fields).text
    }
  }

  @Test("Moves and ends are sent as before the restart, with the letters that each viewer may know")
  func movesAndEnds() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage)
    let players = ["ana", "ben"].map { name in
      let id = first.connect()
      return (id: id, token: first.ask(id, "login", ["name": .string(name)])["token"] ?? .null)
    }
    first.ask(players[0].id, "create", ["room": "pair", "game": "wordle", "mode": "race"])
    first.ask(players[1].id, "join", ["room": "pair"])
    let start = try #require(first.ask(players[0].id, "start", ["room": "pair"])["seq"])
    for word in ["crane", "slate", "brine", "fjord", "nymph", "ponds"] {
      first.ask(players[1].id, "move", ["text": .string(word), "move_id": .string("to \(word)")])
      first.ask(players[0].id, "say", ["text": "go on"])
    }
    let second = try FaultyServer(storage, seed: 2)
    for (id, token) in players {
      let back = second.connect()
      second.ask(back, "login", ["token": token])
      let joined = second.ask(back, "join", ["room": "pair", "since": ["epoch": "e1", "seq": start]])
      #expect(joined["recovered"] == true)
      let expected = told(first, id)
      #expect(expected.count > 2 && expected.last?.contains("finished") == true)
      #expect(told(second, back) == expected)
    }
    #expect(told(first, players[0].id) != told(first, players[1].id))
    #expect(first.faults == [] && second.faults == [])
  }

  @Test(
    "A session restored after others gets the events in between, also if the log's last entries are empty")
  func takenBackLate() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage)
    let sessions = ["ana", "ben"].map { name in
      let id = first.connect()
      first.ask(id, "login", ["name": .string(name)])
      return id
    }
    #expect(first.ask(sessions[1], "theme", ["drawn": true])["drawn"] != nil)
    first.ask(sessions[0], "create", ["room": "lunch"])
    let joined = try #require(first.ask(sessions[1], "join", ["room": "lunch"])["seq"]?.intValue)
    let snapshots = try sessions.map { try #require(first.parlor.takeSnapshot(of: $0)) }
    let second = try FaultyServer(storage, seed: 2, attachesAfter: 7)
    let ana = second.attach(snapshots[0], position: 7)
    second.ask(ana, "say", ["text": "hello?"])
    let ben = second.attach(snapshots[1], position: 7)
    second.settle()
    let told = second.told[ben] ?? []
    #expect(told.first?["state"] == "resumed")
    #expect(told.last?["text"] == "hello?" && told.last?["drawn"]?.stringValue?.contains("hello?") == true)
    #expect(told.last?["seq"]?.intValue == joined + 1 && told.last?["from"] == nil)
    #expect(second.faults == [])
  }

  @Test("A session restored in a daily has the board that another core has stored")
  func takenBackInDaily() throws {
    let storage = try FaultyServer.storage()
    let first = try FaultyServer(storage)
    let id = first.connect()
    first.ask(id, "login", ["name": "ana"])
    first.ask(id, "join", ["room": "wordle"])
    let moved = first.ask(id, "move", ["text": "crane", "move_id": "m1"])
    let snapshot = try #require(first.parlor.takeSnapshot(of: id))
    let second = try FaultyServer(storage, seed: 2, attachesAfter: 7)
    #expect(second.parlor.rooms["wordle"]?.seats.isEmpty == true)
    let back = second.attach(snapshot, position: 7)
    second.settle()
    #expect(second.told[back]?.first?["state"] == "resumed")
    #expect(second.parlor.rooms["wordle"]?.seats.count == 1)
    #expect(second.ask(back, "board")["board"] == moved["board"] && moved["board"] != nil)
    #expect(second.ask(back, "move", ["text": "crane", "move_id": "m1"])["turn"] == moved["turn"])
    // The connection may be gone before the board is loaded.
    let third = try FaultyServer(storage, seed: 3, attachesAfter: 7)
    let gone = SessionID(slot: 90, generation: 1)
    snapshot.withUnsafeBytes {
      third.parlor.attach(gone, from: .network("test"), snapshot: $0, position: 7, at: third.now)
    }
    #expect(third.parlor.attaching == [gone])
    third.parlor.close(gone, at: third.now)
    third.settle()
    #expect(third.parlor.sessions.count == 0 && third.parlor.attaching.isEmpty)
    #expect(second.faults == [] && third.faults == [])
  }
}
