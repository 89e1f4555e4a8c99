import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("HTTP", .waiting)
struct HTTPTests {
  private static let watch = #"{"id":265,"date":"2022-03-11","word":"watch","tries":["stair","match","watch"]}"#
  private static let token = "X-Authorization: open-sesame-open"
  private static let flags = ["--http", "0", "--http-token", "open-sesame-open"]

  @Test("Lines and HTTP share one list of scores")
  func oneList() throws {
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    let ana = try SocketClient.greeted(port: server.port)
    #expect(try http.ask("POST /scores", [Self.token], body: Self.watch).status == 201)
    let tiles = ["⬛🟨🟨⬛⬛", "⬛🟩🟩🟩🟩", "🟩🟩🟩🟩🟩"]
    let rows = zip(["stair", "match", "watch"], tiles).map { #"{"letters":"\#($0)","tiles":"\#($1)"}"# }
    let shown =
      #"{"type":"score","score_id":265,"date":"2022-03-11","word":"watch","rows":[\#(rows.joined(separator: ","))]}"#
    #expect(try ana.ask(#"{"type":"score","score_id":265}"#) == shown)
    _ = try ana.ask(#"{"type":"delete_score","score_id":265,"token":"open-sesame-open"}"#)
    #expect(try http.ask("GET /scores/265").status == 404)
    #expect(try http.ask("HEAD /scores").body == "")
  }

  @Test("A server's metrics have the text format, and count clients' requests")
  func metrics() throws {
    let server = try ServerProcess(Self.flags)
    let ana = try SocketClient.greeted(port: server.port)
    _ = try ana.ask(#"{"type":"join","room":"wordle"}"#)
    _ = try ana.ask(#"{"type":"move","text":"crane"}"#)
    _ = try ana.ask(#"{"type":"move","text":"xxxxx"}"#)
    _ = try ana.ask("{")
    let answer = try HTTPSocket(server).ask("GET /metrics")
    #expect(answer.fields["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
    let lines = answer.body.split(separator: "\n").map(String.init)
    for expected in [
      "parlor_connections{protocol=\"line\"} 1", "parlor_connections{protocol=\"http\"} 1", "parlor_moves_total 1",
      "parlor_matches_total 1", "parlor_refused_total{code=\"not_in_word_list\"} 1",
      "parlor_refused_total{code=\"bad_json\"} 1", "parlor_received_lines_total 4", "parlor_sessions 1",
      "parlor_players{kind=\"guest\"} 1", "parlor_storage_up 1", "parlor_commits_failed_total 0", "parlor_scores 3",
    ] {
      #expect(lines.contains(expected), "\(expected)")
    }
    for name in ["parlor_commit_seconds", "parlor_turn_seconds"] {
      #expect(lines.contains { $0.hasPrefix("\(name)_count ") && !$0.hasSuffix(" 0") })
    }
  }

  @Test("Without --http-token one is created once, readable by the owner only, and reused")
  func token() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-token-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("http-token")
    var tokens: [String] = []
    for _ in 0..<2 {
      let server = try ServerProcess(["--http", "0", "--data", folder.path])
      guard case .line(let notice) = server.logLine() else { throw SocketClient.Failure(description: "no notice") }
      let token = try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .newlines)
      tokens.append(token)
      #expect(notice.hasSuffix(tokens.count == 1 ? "\(file.path), made now" : file.path))
      #expect(!notice.contains(token))
      #expect(try HTTPSocket(server).ask("DELETE /scores", ["X-Authorization: \(token)"]).status == 200)
      #expect(try HTTPSocket(server).ask("DELETE /scores", ["X-Authorization: \(token)0"]).status == 401)
    }
    #expect(tokens[0] == tokens[1])
    #expect(tokens[0].wholeMatch(of: #/h1_[0-9a-f]{48}/#) != nil)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try Data("two words\n".utf8).write(to: file)
    let ending = try ServerProcess.run(["--port", "0", "--http", "0", "--data", folder.path])
    #expect(ending.status == 74)
    #expect(ending.errors.first?.contains("http-token does not contain a token") == true)
  }

  @Test(
    "Invalid HTTP flags are an error with status 64",
    arguments: [
      ["--http", "many"], ["--http", "65536"], ["--http-token", ""], ["--http-token", "a b"],
      ["--http-token", "open-sesame-ope"],
      ["--http-allow-host", "a/b"], ["--http-allow-host", "http://a"],
    ])
  func flags(arguments: [String]) throws {
    let ending = try ServerProcess.run(arguments)
    #expect(ending.status == 64)
    #expect(ending.errors.count == 1)
  }

  @Test("Without --http there is no HTTP listener; a stopping server closes HTTP clients")
  func stopping() throws {
    #expect(try ServerProcess().httpPort == 0)
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    #expect(try http.ask("GET /health").status == 200)
    server.terminate()
    #expect(http.isClosed())
    #expect(server.exitStatus() == 0)
  }
}
