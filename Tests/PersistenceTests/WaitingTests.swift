import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What waits for a commit")
struct WaitingTests {
  @Test("What only a name permits is not sent before the name is durable")
  func opened() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let guest = server.connect()
    server.send(guest, "login", ["name": "ana"])
    let opened = server.send(guest, "opened", ["day": "2026-11-19"])
    #expect(server.answer(guest, opened) == nil)
    server.keepFailing(milliseconds: 500)
    #expect(server.answer(guest, opened) == nil)
    server.settle()
    #expect(server.answer(guest, opened)?["type"] == "opened")
    #expect(server.faults == [])
  }

  @Test("A player who finishes in a failed commit is not shown the letters before it is stored")
  func reveal() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let (ana, ben) = (server.connect(), server.connect())
    let solution = try #require(
      server.parlor.rooms["wordle"].flatMap { room in
        room.daily?.dealDay()
        return room.table?.match.solution().first?["guess"]
      })
    for player in [ana, ben] { server.send(player, "join", ["room": "wordle"]) }
    server.send(ana, "move", ["room": "wordle", "text": solution])
    server.settle()
    server.send(ana, "share")
    server.settle()
    server.send(ben, "move", ["room": "wordle", "text": solution])
    server.keepFailing(milliseconds: 2000)
    let reveal = server.send(ben, "reveal", ["share_id": 1])
    server.answerQueries()
    #expect(server.answer(ben, reveal) == nil)
    server.settle()
    #expect(server.answer(ben, reveal)?["type"] == "reveal")
    #expect(server.faults == [])
  }

  @Test("Unchanged state of a room is sent while another room's changes are not durable; changed state is not")
  func ownRoom() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let (ana, ben, kim) = (server.connect(), server.connect(), server.connect())
    server.send(ana, "create", ["room": "busy"])
    server.send(ben, "create", ["room": "quiet"])
    server.send(kim, "join", ["room": "busy"])
    server.settle()
    server.send(ana, "say", ["text": "hello"])
    server.keepFailing(milliseconds: 200)
    let quiet = server.send(ben, "who", ["room": "quiet"])
    let board = server.send(ben, "board", ["room": "quiet"])
    let busy = server.send(kim, "who", ["room": "busy"])
    #expect(server.answer(ben, quiet)?["type"] == "who")
    #expect(server.answer(ben, board)?["code"] == "not_playing")
    #expect(server.answer(kim, busy) == nil)
    // Lists of all rooms depend on all of them.
    let list = server.send(ben, "rooms")
    #expect(server.answer(ben, list) == nil)
    server.settle()
    #expect(server.answer(kim, busy)?["type"] == "who")
    #expect(server.answer(ben, list)?["type"] == "rooms")
    #expect(server.faults == [])
  }

  @Test("Queries to storage read durable data, once nothing more is becoming durable")
  func questions() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let (ana, ben) = (server.connect(), server.connect())
    server.send(ana, "login", ["name": "ana"])
    server.beginCommit()
    let early = server.send(ben, "stats")
    server.answerQueries()
    #expect(server.answer(ben, early) == nil)
    server.keepFailing(milliseconds: 1200)
    server.answerQueries()
    #expect(server.answer(ben, early)?["type"] == "stats")
    let late = server.send(ben, "stats")
    server.answerQueries()
    #expect(server.answer(ben, late)?["type"] == "stats")
    server.settle()
    #expect(server.faults == [])
  }
}
