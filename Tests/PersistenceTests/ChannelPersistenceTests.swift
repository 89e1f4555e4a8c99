import GameKit
import ParlorCore
import Storage
import Testing
import WireProtocol

@Suite("The channel on storage")
struct ChannelPersistenceTests {
  /// A server in which somebody with a name has finished the day's puzzle, everything stored.
  private func finished() throws -> (server: FaultyServer, ana: SessionID) {
    let server = try FaultyServer(try FaultyServer.storage())
    let ana = server.connect()
    server.send(ana, "login", ["name": "ana"])
    server.send(ana, "join", ["room": "wordle"])
    for word in ["train", "ponds", "blume", "brine", "crane", "fjord", "nymph", "quick", "slate", "vexes"] {
      server.send(ana, "move", ["text": .string(word)])
    }
    server.settle()
    return (server, ana)
  }

  @Test("A share that cannot be stored at first is announced once it is, and is in the channel once")
  func failed() throws {
    let (server, ana) = try finished()
    let ben = server.connect()
    server.send(ben, "join", ["room": "shares"])
    server.settle()
    let share = server.send(ana, "share")
    server.answerQueries()
    server.keepFailing(milliseconds: 500)
    #expect(server.answer(ana, share) == nil)
    #expect(server.told[ben]?.contains { $0["type"] == "shared" } == false)
    let again = server.send(ana, "share")
    server.settle()
    #expect(server.answer(ana, share)?["type"] == "shared")
    #expect(server.answer(ana, again)?["code"] == "already_shared")
    #expect(server.told[ben]?.count { $0["type"] == "shared" } == 1)
    #expect(server.faults == [])
  }

  @Test("A share that becomes due while storage fails is refused")
  func stalled() throws {
    let (server, ana) = try finished()
    let ben = server.connect()
    server.send(ben, "login", ["name": "ben"])
    let share = server.send(ana, "share")
    server.keepFailing(milliseconds: 1200)
    server.answerQueries()
    #expect(server.answer(ana, share)?["code"] == "storage_unavailable")
    server.settle()
    let again = server.send(ana, "share")
    server.settle()
    #expect(server.answer(ana, again)?["type"] == "shared")
    #expect(server.faults == [])
  }

  @Test("After a restart the channel, its numbers and its events continue, and no result can be shared twice")
  func restart() throws {
    let (server, ana) = try finished()
    server.send(ana, "share")
    server.send(ana, "share", ["text": "Wordle 1,492 3/6"])
    server.settle()
    let unshare = server.send(ana, "unshare", ["share_id": 2])
    server.send(ana, "theme", ["theme": "light"])
    server.settle()
    #expect(server.answer(ana, unshare)?["type"] == "unshared")
    let token = try #require(
      server.told[ana]?.compactMap { $0["token"]?.stringValue }.first)
    try server.restart()
    let again = server.connect()
    server.send(again, "login", ["token": .string(token)])
    let known = server.send(again, "share")
    let claim = server.send(again, "share", ["text": "Wordle 1,492 3/6"])
    let theme = server.send(again, "theme")
    server.settle()
    #expect(server.answer(again, known)?["share_id"] == 1)
    #expect(server.answer(again, known)?["code"] == "already_shared")
    #expect(server.answer(again, claim)?["share_id"] == 3, "2 was another result, and is not given again")
    #expect(server.answer(again, theme)?["theme"] == "light")
    #expect(server.faults == [])
  }
}
