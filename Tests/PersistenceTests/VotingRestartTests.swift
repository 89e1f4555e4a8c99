import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("A voting room after a restart")
struct VotingRestartTests {
  @Test("The board and its players are restored, and votes for the next move are dropped")
  func restarts() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let ids = ["ana", "ben"].map { name in
      let id = server.connect()
      server.ask(id, "login", ["name": .string(name)])
      return id
    }
    server.ask(ids[0], "create", ["room": "class", "game": "wordle", "mode": "together", "vote_s": 20])
    server.ask(ids[1], "join", ["room": "class"])
    server.ask(ids[0], "move", ["room": "class", "text": "train"])
    server.wait(milliseconds: 20_000)
    server.settle()
    server.ask(ids[0], "move", ["room": "class", "text": "train"])
    #expect(server.parlor.rooms["class"]?.ballot.count == 1)
    let room = try #require(try server.reference().rooms["class"])
    #expect(room.mode.ballotSeconds == 20 && room.shared?.moveCount == 1 && room.ballot.count == 0)
    #expect(room.seats.count == 2 && room.seats.values.allSatisfy { $0.played === room.shared })
    #expect(server.faults == [])
  }
}
