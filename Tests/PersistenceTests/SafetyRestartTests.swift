import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Blocks and reports on storage")
struct SafetyRestartTests {
  /// A server with two players, one of whom has blocked and reported the other, and everything stored.
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

  @Test("A start finds what was blocked and reported, in the same order and under the same numbers")
  func restarts() throws {
    let (server, ana, ben) = try disturbed()
    let cia = server.connect()
    server.send(cia, "login", ["name": "cia"])
    server.send(ana, "block", ["player": "cia"])
    server.send(ben, "block", ["player": "ana"])
    server.send(ben, "block", ["player": "ana", "blocked": false])
    server.send(cia, "report", ["player": "ben", "reason": "other", "text": "he shouts"])
    server.settle()
    let before = server.parlor.hub.safety
    #expect(before.reports.count == 2 && before.blocks.values.map(\.count) == [2])
    try server.restart()
    #expect(server.parlor.hub.safety == before)
    #expect(server.faults == [])
  }

  @Test("A start counts the reports of the day that are kept")
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

  @Test("With who is forgotten go blocks and reports for good")
  func forgotten() throws {
    let (server, ana, _) = try disturbed()
    server.send(ana, "forget_me", ["name": "ana"])
    server.settle()
    #expect(server.parlor.hub.safety == SafetyState())
    try server.restart()
    #expect(server.parlor.hub.safety == SafetyState())
    #expect(server.faults == [])
  }

  @Test("A guest's blocks end with a restart, and what the guest has reported waits on")
  func guests() throws {
    let (server, _, _) = try disturbed()
    let guest = server.connect()
    server.send(guest, "block", ["player": "ben"])
    server.send(guest, "report", ["player": "ben", "reason": "insults"])
    server.settle()
    #expect(server.parlor.hub.safety.blocks.count == 2)
    try server.restart()
    #expect(server.parlor.hub.safety.blocks.count == 1 && server.parlor.hub.safety.reports.count == 2)
    #expect(server.faults == [])
  }
}
