import GameKit
import Kernel
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Blocks and reports after a restart")
struct SafetyRestartTests {
  /// A server with two players, one of whom has blocked and reported the other, with everything stored.
  private func disturbed() throws -> (server: FaultyServer, ana: SessionID, ben: SessionID) {
    let server = try FaultyServer(try FaultyServer.storage())
    let (ana, ben) = (server.connect(), server.connect())
    server.send(ana, "login", ["name": "ana"])
    server.send(ben, "login", ["name": "ben"])
    server.send(ana, "block", ["player": "ben"])
    server.send(ana, "report", ["player": "ben", "reason": "spam"])
    server.settle()
    return (server, ana, ben)
  }

  /// The shortest lines of the document.
  private func lines(_ server: FaultyServer) -> [String] {
    server.parlor.kernel.packed().filter { $0.document == DocumentID(kind: 8) }
      .map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The number of lines with a fact.
  private func count(_ fact: String, _ server: FaultyServer) -> Int {
    lines(server).count { $0.contains(#""fact":"\#(fact)""#) }
  }

  @Test("A start restores blocks and reports in their order and with their numbers")
  func restarts() throws {
    let (server, ana, ben) = try disturbed()
    let cia = server.connect()
    server.send(cia, "login", ["name": "cia"])
    server.send(ana, "block", ["player": "cia"])
    server.send(ben, "block", ["player": "ana"])
    server.send(ben, "block", ["player": "ana", "blocked": false])
    server.send(cia, "report", ["player": "ben", "reason": "other", "text": "he shouts"])
    server.settle()
    let before = lines(server)
    #expect(count("reported", server) == 2 && count("blocked", server) == 2)
    try server.restart()
    #expect(lines(server) == before)
    #expect(server.faults == [])
  }

  @Test("A start counts the day's reports")
  func counts() throws {
    var limits = Limits()
    (limits.reportsPerDay, limits.reportsPerAddress) = (2, 3)
    let server = try FaultyServer(try FaultyServer.storage(), limits: limits)
    var tokens: [JSON] = []
    for name in ["ana", "ben", "cia"] {
      let id = server.connect()
      let login = server.send(id, "login", ["name": .string(name)])
      server.settle()
      tokens.append(server.answer(id, login)?["token"] ?? .null)
    }
    func report(_ token: JSON, _ player: JSON) -> JSON? {
      let id = server.connect()
      server.send(id, "login", ["token": token])
      let report = server.send(id, "report", ["player": player, "reason": "spam"])
      server.settle()
      return server.answer(id, report)?["code"]
    }
    #expect(report(tokens[0], "ben") == nil && report(tokens[0], "cia") == nil)
    try server.restart()
    #expect(report(tokens[0], "ben") == nil, "the same once more")
    #expect(report(tokens[1], "ana") == nil)
    #expect(report(tokens[1], "cia") == "too_many", "the address has sent three")
    #expect(server.faults == [])
  }

  @Test("A block that cannot be stored at first is answered once it is")
  func failed() throws {
    let (server, _, ben) = try disturbed()
    let block = server.send(ben, "block", ["player": "ana"])
    server.keepFailing(milliseconds: 500)
    #expect(server.answer(ben, block) == nil)
    server.settle()
    #expect(server.answer(ben, block)?["players"] == ["ana"])
    #expect(server.faults == [])
  }

  @Test("Forgetting a player removes the player's blocks and reports for good")
  func forgotten() throws {
    let (server, ana, _) = try disturbed()
    server.send(ana, "forget_me", ["name": "ana"])
    server.settle()
    #expect(lines(server) == [])
    try server.restart()
    #expect(lines(server) == [])
    #expect(server.faults == [])
  }

  @Test("A guest's blocks end with a restart, and the guest's reports stay open")
  func guests() throws {
    let (server, _, _) = try disturbed()
    let guest = server.connect()
    server.send(guest, "block", ["player": "ben"])
    server.send(guest, "report", ["player": "ben", "reason": "insults"])
    server.settle()
    #expect(count("blocked", server) == 2)
    try server.restart()
    #expect(count("blocked", server) == 1 && count("reported", server) == 2)
    #expect(server.faults == [])
  }
}
