import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Matches against others, with a real server", .waiting)
struct TableProcessTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-table-\(UUID().uuidString)")

  private func server() throws -> ServerProcess {
    try ServerProcess(["--data", folder.path], program: "OddGamesServer")
  }

  private func message(_ client: SocketClient, _ type: String) throws -> JSON {
    try JSON(parsing: client.line { $0.hasPrefix(#"{"type":"\#(type)""#) })
  }

  private func logIn(_ server: ServerProcess, _ fields: String) throws -> (client: SocketClient, token: String) {
    let client = try SocketClient(port: server.port)
    try client.greeting()
    let answer = try JSON(parsing: client.ask(#"{"type":"login",\#(fields)}"#))
    return (client, answer["token"]?.stringValue ?? "")
  }

  @Test("Who lets time run out has lost while nobody sends anything")
  func flag() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server()
    let (ana, _) = try logIn(server, #""name":"ana""#)
    let (ben, _) = try logIn(server, #""name":"ben""#)
    _ = try ana.ask(#"{"type":"create","room":"corner","game":"connectfour","clock":{"move_s":1}}"#)
    _ = try ben.ask(#"{"type":"join","room":"corner"}"#)
    let fallen = try message(ben, "moved")
    #expect(fallen["turn"]?["event"] == "flag" && fallen["player"] == "ana")
    #expect(try message(ben, "finished")["player"] == "ana")
    #expect(try message(ana, "round_over")["standings"]?.arrayValue?.first?["player"] == "ben")
    ana.send(line: #"{"type":"history"}"#)
    let past = try #require(try message(ana, "history")["results"]?.arrayValue?.first)
    ana.send(line: #"{"type":"replay","match":"\#(past["match"]?.stringValue ?? "")"}"#)
    let count = try #require(try message(ana, "replay")["lines"]?.intValue)
    let lines = try (0..<count).map { _ in try JSON(parsing: ana.line()) }
    #expect(lines.compactMap { $0["move"]?["$"]?.stringValue } == ["begin", "flag"])
    #expect(lines.compactMap { $0["result"]?.stringValue }.sorted() == ["lost", "won"])
  }

  @Test("Who is out of a match that others still play is shown no replay of it before it is over")
  func out() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = try server()
    let clients = try ["ana", "ben", "cleo"].map { try logIn(server, #""name":"\#($0)""#).client }
    _ = try clients[0].ask(#"{"type":"create","room":"cards","game":"highcard"}"#)
    for client in clients[1...] { _ = try client.ask(#"{"type":"join","room":"cards"}"#) }
    for (client, request) in zip(clients, ["start", "board", "board"]) { client.send(line: #"{"type":"\#(request)"}"#) }
    clients[0].send(line: #"{"type":"resign"}"#)
    _ = try message(clients[0], "finished")
    clients[0].send(line: #"{"type":"history"}"#)
    let past = try #require(try message(clients[0], "history")["results"]?.arrayValue?.first)
    let request = #"{"type":"replay","match":"\#(past["match"]?.stringValue ?? "")"}"#
    clients[0].send(line: request)
    #expect(try message(clients[0], "error")["code"] == "no_such_match")
    clients[1].send(line: #"{"type":"resign"}"#)
    _ = try message(clients[0], "round_over")
    clients[0].send(line: request)
    #expect(try message(clients[0], "replay_header")["puzzle_data"]?["key"] != nil)
  }

  @Test("A match goes on over kill -9: whose turn it is, what each holds, and who has resigned")
  func killed() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var server = try server()
    var (ana, anasToken) = try logIn(server, #""name":"ana""#)
    var (ben, bensToken) = try logIn(server, #""name":"ben""#)
    _ = try ana.ask(#"{"type":"create","room":"cards","game":"highcard"}"#)
    _ = try ben.ask(#"{"type":"join","room":"cards"}"#)
    ana.send(line: #"{"type":"start"}"#)
    let hand = try #require(try message(ana, "round")["board"]?["data"]?["hand"]?.arrayValue)
    let card = try #require(hand.first?.intValue)
    ana.send(line: #"{"type":"move","move":{"card":\#(card)},"move_id":"m1"}"#)
    let moved = try message(ana, "moved")
    let held = try #require(try message(ben, "moved")["board"])

    server.killNow()
    server = try self.server()
    (ana, anasToken) = try logIn(server, #""token":"\#(anasToken)""#)
    (ben, bensToken) = try logIn(server, #""token":"\#(bensToken)""#)
    for client in [ana, ben] {
      client.send(line: #"{"type":"join","room":"cards"}"#)
      #expect(try message(client, "joined")["state"] == "playing")
    }
    ben.send(line: #"{"type":"board"}"#)
    let after = try #require(try message(ben, "board")["board"])
    #expect(after["data"] == held["data"] && after["to_move"] == ["ben"])
    ana.send(line: #"{"type":"move","move":{"card":\#(card)},"move_id":"m1"}"#)
    let repeated = try message(ana, "moved")
    #expect(repeated["seq"] == moved["seq"] && repeated["turn"] == moved["turn"])
    ben.send(line: #"{"type":"resign"}"#)
    #expect(try message(ana, "finished")["outcome"]?["result"] == "won")
  }
}
