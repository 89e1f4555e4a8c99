import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

/// In a cluster, a connection's node may lose its link and return over another one.
@Suite("Players whose node has lost its link")
struct LostLinkTests {
  private let server: FaultyServer

  init() throws { server = try FaultyServer(FaultyServer.storage(), attachesAfter: 0) }

  /// The messages after the first `count` ones.
  private func types(_ id: SessionID, after count: Int) -> [String] {
    (server.told[id] ?? []).dropFirst(count).compactMap { $0["type"]?.stringValue }
  }

  /// The snapshots of sessions whose link is lost.
  private func detached(_ sessions: [SessionID]) throws -> [[UInt8]] {
    let snapshots = try sessions.map { try #require(server.parlor.takeSnapshot(of: $0)) }
    for session in sessions { server.detach(session) }
    server.settle()
    return snapshots
  }

  @Test("If all players of a race are guests, they keep room, boards and names, and nobody is told of their absence")
  func guests() throws {
    let (one, two, watcher) = (server.connect(), server.connect(), server.connect())
    let name = server.ask(one, "create", ["room": "lunch", "game": "wordle", "mode": "race"])["you"]
    server.ask(two, "join", ["room": "lunch"])
    server.ask(watcher, "join", ["room": "lunch", "watching": true])
    server.ask(one, "start", ["room": "lunch"])
    server.ask(one, "move", ["room": "lunch", "text": "crane"])
    let before = server.told[watcher]?.count ?? 0
    let snapshots = try detached([one, two])
    server.wait(milliseconds: 9_000)
    let back = server.attach(snapshots[0], position: 1_000)
    let other = server.attach(snapshots[1], position: 1_000)
    server.settle()
    #expect(server.told[back]?.first?["state"] == "resumed")
    let move = server.ask(back, "move", ["room": "lunch", "text": "slate"])
    #expect(move["turn"]?["tries"] == 2)
    #expect(move["player"] == name)
    #expect(server.told[other]?.last?["player"] == name)
    server.wait(milliseconds: 20_000)
    #expect(types(watcher, after: before) == ["moved"])
    #expect(server.ask(watcher, "who", ["room": "lunch"])["players"]?.arrayValue?.count == 2)
    #expect(server.faults == [])
  }

  @Test("When a node does not return its guests are gone, and its other players are away")
  func gone() throws {
    let (guest, ana, watcher) = (server.connect(), server.connect(), server.connect())
    let token = server.ask(ana, "login", ["name": "ana"])["token"] ?? .null
    server.ask(watcher, "create", ["room": "lunch", "game": "wordle", "mode": "race"])
    server.ask(ana, "join", ["room": "lunch"])
    server.ask(guest, "join", ["room": "lunch"])
    let before = server.told[watcher]?.count ?? 0
    _ = try detached([guest, ana])
    server.wait(milliseconds: 9_999)
    #expect(types(watcher, after: before) == [])
    server.wait(milliseconds: 1)
    server.settle()
    #expect(types(watcher, after: before).sorted() == ["away", "left"])
    let back = server.connect()
    server.ask(back, "login", ["token": token])
    #expect(types(watcher, after: before).last == "back")
    #expect(server.faults == [])
  }

  @Test("A player who connects to another node meanwhile is at once where the lost session was")
  func elsewhere() throws {
    let (ana, watcher) = (server.connect(), server.connect())
    let token = server.ask(ana, "login", ["name": "ana"])["token"] ?? .null
    server.ask(watcher, "create", ["room": "lunch", "game": "wordle", "mode": "race"])
    server.ask(ana, "join", ["room": "lunch"])
    let before = server.told[watcher]?.count ?? 0
    let snapshots = try detached([ana])
    let back = server.connect()
    server.ask(back, "login", ["token": token])
    #expect(types(watcher, after: before) == ["away", "back"])
    #expect(types(back, after: 0).contains("joined"))
    // The connection that was given up has no player: that player has returned already.
    let late = server.attach(snapshots[0], position: 1_000)
    server.settle()
    #expect(server.told[late]?.first?["type"] == "hello")
    server.wait(milliseconds: 20_000)
    #expect(types(watcher, after: before) == ["away", "back"])
    #expect(server.faults == [])
  }

  @Test("A connection that returns after its player was removed from a room is not in that room")
  func kicked() throws {
    let (guest, owner) = (server.connect(), server.connect())
    let name = server.ask(owner, "create", ["room": "lunch", "game": "wordle", "mode": "race"])["you"]
    let own = server.ask(guest, "join", ["room": "lunch"])["you"] ?? .null
    #expect(name != own)
    let snapshots = try detached([guest])
    server.ask(owner, "kick", ["room": "lunch", "player": own])
    let back = server.attach(snapshots[0], position: 1_000)
    server.settle()
    #expect(server.ask(back, "say", ["room": "lunch", "text": "hello"])["code"] == "not_in_room")
    #expect(server.faults == [])
  }
}
