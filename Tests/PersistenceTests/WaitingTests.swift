import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What waits for a commit, and what does not")
struct WaitingTests {
  @Test("What only a name opens is not told before the name is stored")
  func opened() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let guest = server.connect()
    server.send(guest, "login", ["name": "ana"])
    let opened = server.send(guest, "opened", ["day": "2026-11-19"])
    #expect(server.answer(guest, opened) == nil)
    server.beginCommit()
    server.fail()
    #expect(server.answer(guest, opened)?["code"] == "storage_unavailable")
    server.wait(milliseconds: 2000)
    server.settle()
    server.send(guest, "login", ["name": "ana"])
    let again = server.send(guest, "opened", ["day": "2026-11-19"])
    server.settle()
    #expect(server.answer(guest, again)?["type"] == "opened")
    #expect(server.faults == [])
  }

  @Test("Who has finished a puzzle in a commit that failed is not shown its letters before the room is read again")
  func reveal() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let (ana, ben) = (server.connect(), server.connect())
    let solution = try #require(
      server.parlor.rooms["wordle"].flatMap { room in
        room.dealDay()
        return room.template?.match.solution().first?["guess"]
      })
    for player in [ana, ben] { server.send(player, "join", ["room": "wordle"]) }
    server.send(ana, "move", ["room": "wordle", "text": solution])
    server.settle()
    server.send(ana, "share")
    server.settle()
    server.send(ben, "move", ["room": "wordle", "text": solution])
    server.beginCommit()
    server.fail()
    let reveal = server.send(ben, "reveal", ["share_id": 1])
    server.ask()
    #expect(server.answer(ben, reveal)?["code"] == "not_finished")
    server.reload()
    server.wait(milliseconds: 2000)
    server.send(ben, "move", ["room": "wordle", "text": solution])
    server.settle()
    let again = server.send(ben, "reveal", ["share_id": 1])
    server.ask()
    #expect(server.answer(ben, again)?["type"] == "reveal")
    #expect(server.faults == [])
  }

  @Test("A trial says what it refuses at once, as it counts it, whatever becomes of the disk")
  func trialRefusal() throws {
    let server = try FaultyServer(FaultyServer.storage())
    let ana = server.connect()
    server.send(ana, "trial", ["game": "wordle", "puzzles": 1, "seed": 1])
    // Something else of hers is on its way to the disk.
    server.send(ana, "join", ["room": "wordle"])
    server.beginCommit()
    let refused = server.send(ana, "move", ["room": "trial", "text": "zzzzz"])
    server.fail()
    #expect(server.answer(ana, refused)?["code"] == "not_in_word_list")
    server.reload()
    server.send(ana, "give_up", ["room": "trial"])
    #expect(server.told[ana]?.last { $0["type"] == "trial_report" }?["rejections"] == 1)
    #expect(server.faults == [])
  }
}
