import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

/// The state from which rooms start: a snapshot and the facts after it.
@Suite("Snapshots of rooms")
struct SnapshotTests {
  private let server: FaultyServer

  init() throws { server = try FaultyServer(FaultyServer.storage()) }

  /// Connections of players with names.
  private func players(_ names: String...) -> [SessionID] {
    names.map { name in
      let id = server.connect()
      server.ask(id, "login", ["name": .string(name)])
      return id
    }
  }

  private func room(_ name: String) throws -> Room { try #require(server.parlor.rooms[name]) }

  private func solve(_ id: SessionID, _ name: String) throws {
    let solution = try #require(try room(name).table?.match.solution().first?["guess"])
    server.ask(id, "move", ["room": .string(name), "text": solution])
  }

  /// Two rounds of a race, a shared board, and players who have left, were excluded and were silenced.
  private func play() throws {
    let ids = players("ana", "ben", "cia", "dan")
    server.ask(ids[0], "create", ["room": "race", "game": "wordle", "mode": "race"])
    for id in ids.dropFirst() { server.ask(id, "join", ["room": "race"]) }
    server.ask(ids[0], "start", ["room": "race"])
    for id in ids { server.ask(id, "move", ["room": "race", "text": "train"]) }
    for id in ids.prefix(2) { try solve(id, "race") }
    server.wait(milliseconds: 10_000_000)
    server.settle()
    server.wait(milliseconds: 5000)
    server.settle()
    #expect(try room("race").rounds.number == 2)
    for id in ids { server.ask(id, "move", ["room": "race", "text": "train"]) }
    server.ask(ids[1], "leave", ["room": "race"])
    server.ask(ids[0], "mute", ["room": "race", "player": "cia"])
    server.ask(ids[0], "kick", ["room": "race", "player": "dan"])
    server.ask(ids[0], "create", ["room": "pair", "game": "wordle", "mode": "together"])
    server.ask(ids[1], "join", ["room": "pair"])
    server.ask(ids[1], "move", ["room": "pair", "text": "train"])
  }

  private func snapshots(_ parlor: Parlor) -> [DocumentLine] {
    parlor.rooms.inOrder.filter { !$0.mode.isPermanent }.map { $0.snapshot(isRewritten: true) }
  }

  @Test("Facts, a snapshot with facts, and a snapshot alone restore the same rooms", arguments: [1, 8, 1_000_000])
  func anySnapshots(_ facts: Int) throws {
    let server = try FaultyServer(FaultyServer.storage(), snapshotFacts: facts)
    try SnapshotTests(server).play()
    #expect(snapshots(try server.reference()) == snapshots(server.parlor))
    #expect(server.faults == [])
  }

  private init(_ server: FaultyServer) { self.server = server }

  @Test("A shared board is one board after a start, also before its first move")
  func sharedBoard() throws {
    let ids = players("ana", "ben")
    server.ask(ids[0], "create", ["room": "pair", "game": "wordle", "mode": "together"])
    server.ask(ids[1], "join", ["room": "pair"])
    let pair = try #require(try server.reference().rooms["pair"])
    #expect(pair.seats.count == 2)
    #expect(pair.seats.values.allSatisfy { $0.played === pair.shared })
  }

  @Test("Neither a join nor a practice round writes a snapshot")
  func seldom() throws {
    let ids = players("ana", "ben")
    server.ask(ids[0], "create", ["room": "own", "game": "wordle", "mode": "practice"])
    server.ask(ids[0], "create", ["room": "talk"])
    func snapshots(_ id: SessionID, _ type: String, _ fields: JSONObject) -> Int {
      server.send(id, type, fields)
      server.beginCommit()
      let count = server.inFlight?.lines.count(where: RoomDocument.isSnapshot)
      server.settle()
      return count ?? -1
    }
    #expect(snapshots(ids[1], "join", ["room": "talk"]) == 0)
    try solve(ids[0], "own")
    #expect(snapshots(ids[0], "start", ["room": "own"]) == 0)
    #expect(server.faults == [])
  }
}
