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
    let ana = try SocketClient(port: server.port)
    try ana.greeting()
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

  @Test("A request is answered however it is split into packets; requests may be pipelined")
  func splitting() throws {
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    let host = "Host: localhost:\(server.httpPort)\r\n"
    http.send(
      "POST /scores HTTP/1.1\r\n\(host)\(Self.token)\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "\(String(Self.watch.utf8.count, radix: 16))\r\n\(Self.watch)\r\n0\r\n\r\n", byByte: true)
    #expect(try http.answer().status == 201)
    http.send(String(repeating: "GET /scores/265 HTTP/1.1\r\n\(host)\r\n", count: 300))
    for _ in 0..<300 { #expect(try http.answer().body == Self.watch + "\n") }
    http.send("POST /scores HTTP/1.1\r\n\(host)\(Self.token)\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
    #expect(try http.answer().status == 100)
    http.send("{}")
    #expect(try http.answer().body == "{\"error\":\"missing id\"}\n")
  }

  @Test("A client that half-closes is answered", arguments: ["\r\n", ""])
  func halfClose(_ end: String) throws {
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    http.send("GET /scores/262 HTTP/1.1\r\nHost: localhost:\(server.httpPort)\r\n\(end)")
    http.finishSending()
    if !end.isEmpty { #expect(try http.answer().status == 200) }
    #expect(http.isClosed())
  }

  @Test(
    "An ambiguous request is refused, and nothing after it is read",
    arguments: [
      ("Content-Length: 6\r\nTransfer-Encoding: chunked", 400), ("Content-Length: 6\r\nContent-Length: 0", 400),
      ("Transfer-Encoding: xchunked", 501), ("Transfer-Encoding : chunked", 400), ("X: a\r\n b", 400),
      ("Transfer-Encoding: chunked, identity", 400), ("Content-Length: 0x6", 400), ("Content-Length: 1000000", 413),
      ("Host: evil.example", 400),
    ])
  func smuggling(fields: String, status: Int) throws {
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    let host = "Host: localhost:\(server.httpPort)\r\n"
    http.send(
      "POST /scores HTTP/1.1\r\n\(host)\(fields)\r\n\r\n0\r\n\r\nDELETE /scores/262 HTTP/1.1\r\n\(host)\(Self.token)\r\n\r\n"
    )
    #expect(try http.answer().status == status)
    #expect(http.isClosed())
    #expect(try HTTPSocket(server).ask("GET /scores/262").status == 200)
  }

  @Test("A body that is too large is refused at once, and the client can read the response")
  func largeBody() throws {
    let server = try ServerProcess(Self.flags)
    let http = try HTTPSocket(server)
    http.send("POST /scores HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n")
    http.send(String(repeating: "a", count: 3_000_000))
    #expect(try http.answer().status == 413)
    http.finishSending()
    #expect(http.isClosed())
  }

  @Test("A slow request gets 408 and is closed; an idle connection is closed")
  func slow() throws {
    let server = try ServerProcess(Self.flags + ["--limit", "http_request_s=1", "--limit", "http_idle_s=1"])
    let (slow, idle) = (try HTTPSocket(server), try HTTPSocket(server))
    slow.send("GET /scores HTTP/1.1\r\nHost: local")
    #expect(try slow.answer().status == 408)
    #expect(slow.isClosed())
    #expect(idle.isClosed())
  }

  @Test("HTTP connections per address are limited, and line clients are unaffected")
  func flood() throws {
    let server = try ServerProcess(Self.flags + ["--limit", "http_connections_per_address=8"])
    var clients: [HTTPSocket] = []
    for _ in 0..<8 {
      let http = try HTTPSocket(server)
      #expect(try http.ask("GET /health").status == 200)
      clients.append(http)
    }
    let further = try HTTPSocket(server)
    #expect(try further.answer().status == 503)
    #expect(further.isClosed())
    for http in clients {
      http.send(String(repeating: "GET /scores HTTP/1.1\r\nHost: localhost:\(server.httpPort)\r\n\r\n", count: 2_000))
    }
    let ana = try SocketClient(port: server.port)
    try ana.greeting()
    for _ in 0..<10 { #expect(try ana.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#) }
    clients[0].close()
    var status = 503
    for _ in 0..<1_000 where status == 503 { status = (try? HTTPSocket(server).ask("GET /health").status) ?? 503 }
    #expect(status == 200)
    for http in clients.dropFirst() {
      for _ in 0..<2_000 { #expect(try http.answer().status == 200) }
    }
  }

  @Test("Acknowledged changes survive kill -9")
  func durability() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-http-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let flags = Self.flags + ["--data", folder.path]
    for round in 0..<3 {
      let server = try ServerProcess(flags)
      let http = try HTTPSocket(server)
      for id in 1...20 {
        let score = "{\"id\":\(round * 1000 + id),\"date\":\"2020-01-01\",\"word\":\"a\",\"tries\":[\"a\"]}"
        #expect(try http.ask("POST /scores", [Self.token], body: score).status == 201)
      }
      if round == 1 { #expect(try http.ask("DELETE /scores/262", [Self.token]).status == 200) }
      server.killNow()
    }
    let server = try ServerProcess(flags)
    let list = try HTTPSocket(server).ask("GET /scores").body
    let ids = list.matches(of: #/"id":(\d+)/#).compactMap { Int($0.output.1) }
    #expect(ids == [264, 263] + [2000, 1000, 0].flatMap { first in (1...20).reversed().map { first + $0 } })
  }

  @Test("A server's metrics have the text format, and count clients' requests")
  func metrics() throws {
    let server = try ServerProcess(Self.flags)
    let ana = try SocketClient(port: server.port)
    try ana.greeting()
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
