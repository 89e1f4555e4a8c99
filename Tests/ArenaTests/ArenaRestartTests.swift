import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Arenas on a server process", .waiting)
final class ArenaRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-arena-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func next(_ type: String, to client: SocketClient) throws -> JSON {
    try JSON(parsing: client.line { $0.contains(#""type":"\#(type)""#) })
  }

  @Test("A game in progress continues after kill -9 and counts once, also after another kill")
  func killed() throws {
    func flags(_ minute: Int) -> [String] { ["--data", folder.path, "--clock", "2026-11-20T08:0\(minute):00Z"] }
    let first = try ServerProcess(flags(0))
    let (ana, anasToken) = try SocketClient.loggedIn(at: first, #""name":"ana""#)
    let (ben, bensToken) = try SocketClient.loggedIn(at: first, #""name":"ben""#)
    let created = try JSON(parsing: ana.ask(#"{"type":"create_arena","game":"lastword","in_minutes":0}"#))
    let code = try #require(created["code"]?.intValue)
    for client in [ana, ben] { _ = try client.ask(#"{"type":"join_arena","code":\#(code)}"#) }
    let room = try #require(next("arena_game", to: ana)["room"]?.stringValue)
    ana.send(line: #"{"type":"move","text":"crane","room":"\#(room)"}"#)
    _ = try next("moved", to: ana)
    first.killNow()

    // Late enough for giving up to count.
    let second = try ServerProcess(flags(1))
    let (anaAgain, _) = try SocketClient.loggedIn(at: second, #""token":"\#(anasToken)""#)
    let (benAgain, _) = try SocketClient.loggedIn(at: second, #""token":"\#(bensToken)""#)
    for client in [anaAgain, benAgain] {
      let game = try next("arena_game", to: client)
      // The login has taken up the place that was kept.
      #expect(game["room"]?.stringValue == room && game["waits"] == nil)
    }
    benAgain.send(line: #"{"type":"resign","room":"\#(room)"}"#)
    let score = try next("arena_score", to: anaAgain)
    #expect(score["result"] == "won" && score["points"] == 2)
    _ = try next("arena_score", to: benAgain)
    second.killNow()

    let third = try ServerProcess(flags(2) + ["--http", "0", "--limit", "arenas_per_address=1"])
    let (eva, _) = try SocketClient.loggedIn(at: third, #""name":"eva""#)
    // The arena of this address is not over.
    let refusal = try JSON(parsing: eva.ask(#"{"type":"create_arena","game":"lastword"}"#))
    #expect(refusal["code"] == "too_many" && refusal["message"]?.stringValue?.contains("your address") == true)
    let arena = try JSON(parsing: eva.ask(#"{"type":"arena","code":\#(code)}"#))
    #expect(arena["played"] == 1 && arena["playing"] == 0 && arena["state"] == "running")
    #expect(arena["rows"]?.arrayValue?.map { $0["points"] } == [2, 0])
    let http = try SocketClient(port: third.httpPort)
    func get(_ path: String, until end: (String) -> Bool) throws -> String {
      http.send(line: "GET \(path) HTTP/1.1\r\nHost: localhost:\(third.httpPort)\r\n\r")
      return try http.line(where: end)
    }
    #expect(try get("/arena/\(code)") { $0.contains("<tr><td>1</td>") }.contains("ana"))
    #expect(try get("/arena/\(code).csv") { $0.hasPrefix("1,") }.hasPrefix("1,ana,false,2,1,1,0,0,"))
    #expect(try get("/arena/999999") { $0.hasPrefix("HTTP/1.1") }.contains("404"))
  }
}
