import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Matches between players on a server process", .waiting)
struct TableProcessTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-table-\(UUID().uuidString)")

  private func server() throws -> ServerProcess {
    try ServerProcess(["--data", folder.path], program: "OddGamesServer")
  }

  @Test("A player whose clock runs out loses without any request")
  func flag() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server()
    let (ana, _) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    let (ben, _) = try SocketClient.loggedIn(at: server, #""name":"ben""#)
    _ = try ana.ask(#"{"type":"create","room":"corner","game":"connectfour","clock":{"move_s":1}}"#)
    _ = try ben.ask(#"{"type":"join","room":"corner"}"#)
    let fallen = try ben.message("moved")
    #expect(fallen["turn"]?["event"] == "flag" && fallen["player"] == "ana")
    #expect(try ben.message("finished")["player"] == "ana")
    #expect(try ana.message("round_over")["standings"]?.arrayValue?.first?["player"] == "ben")
    ana.send(line: #"{"type":"history"}"#)
    let past = try #require(try ana.message("history")["results"]?.arrayValue?.first)
    ana.send(line: #"{"type":"replay","match":"\#(past["match"]?.stringValue ?? "")"}"#)
    let count = try #require(try ana.message("replay")["count"]?.intValue)
    let lines = try (0..<count).map { _ in try JSON(parsing: ana.line()) }
    #expect(lines.compactMap { $0["move"]?["$"]?.stringValue } == ["begin", "flag"])
    #expect(lines.compactMap { $0["result"]?.stringValue }.sorted() == ["lost", "won"])
  }

  @Test("A player who is out of a running match gets its replay only after the match")
  func out() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server()
    let clients = try ["ana", "ben", "cleo"].map { try SocketClient.loggedIn(at: server, #""name":"\#($0)""#).client }
    _ = try clients[0].ask(#"{"type":"create","room":"deck","game":"highcard"}"#)
    for client in clients[1...] { _ = try client.ask(#"{"type":"join","room":"deck"}"#) }
    for (client, request) in zip(clients, ["start", "board", "board"]) { client.send(line: #"{"type":"\#(request)"}"#) }
    clients[0].send(line: #"{"type":"resign"}"#)
    _ = try clients[0].message("finished")
    clients[0].send(line: #"{"type":"history"}"#)
    let past = try #require(try clients[0].message("history")["results"]?.arrayValue?.first)
    let request = #"{"type":"replay","match":"\#(past["match"]?.stringValue ?? "")"}"#
    clients[0].send(line: request)
    #expect(try clients[0].message("error")["code"] == "not_found")
    clients[1].send(line: #"{"type":"resign"}"#)
    _ = try clients[0].message("round_over")
    clients[0].send(line: request)
    #expect(try clients[0].message("replay_header")["puzzle_data"]?["key"] != nil)
  }

  @Test("Turn, hands and resignations of a match survive kill -9")
  func killed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var server = try server()
    var (ana, anasToken) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    var (ben, bensToken) = try SocketClient.loggedIn(at: server, #""name":"ben""#)
    _ = try ana.ask(#"{"type":"create","room":"deck","game":"highcard"}"#)
    _ = try ben.ask(#"{"type":"join","room":"deck"}"#)
    ana.send(line: #"{"type":"start"}"#)
    let hand = try #require(try ana.message("round")["board"]?["data"]?["hand"]?.arrayValue)
    let card = try #require(hand.first?.intValue)
    ana.send(line: #"{"type":"move","move":{"card":\#(card)},"move_id":"m1"}"#)
    let moved = try ana.message("moved")
    let held = try #require(try ben.message("moved")["board"])

    server.killNow()
    server = try self.server()
    (ana, anasToken) = try SocketClient.loggedIn(at: server, #""token":"\#(anasToken)""#)
    (ben, bensToken) = try SocketClient.loggedIn(at: server, #""token":"\#(bensToken)""#)
    for client in [ana, ben] {
      client.send(line: #"{"type":"join","room":"deck"}"#)
      #expect(try client.message("joined")["state"] == "playing")
    }
    ben.send(line: #"{"type":"board"}"#)
    let after = try #require(try ben.message("board")["board"])
    #expect(after["data"] == held["data"] && after["to_move"] == ["ben"])
    ana.send(line: #"{"type":"move","move":{"card":\#(card)},"move_id":"m1"}"#)
    let repeated = try ana.message("moved")
    #expect(repeated["seq"] == moved["seq"] && repeated["turn"] == moved["turn"])
    ben.send(line: #"{"type":"resign"}"#)
    #expect(try ana.message("finished")["outcome"]?["result"] == "won")
  }
}
