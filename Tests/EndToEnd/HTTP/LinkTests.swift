import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("Pages of shared results", .waiting)
struct LinkTests {
  private func fields(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// A server on which `ana` has shared a solved Wordle, or what other lines lead to, and the path of its page.
  private func shared(
    _ lines: [String] = [
      #"{"type":"join","room":"wordle"}"#, #"{"type":"move","text":"crane"}"#, #"{"type":"move","text":"wrung"}"#,
    ]
  ) throws -> (server: ServerProcess, ana: SocketClient, path: String) {
    let server = try ServerProcess([
      "--http", "0", "--season-key", "web", "--clock", "2026-11-20T08:00:00Z", "--http-allow-host", "play.example",
    ])
    let ana = try SocketClient(port: server.port)
    for line in [#"{"type":"login","name":"ana"}"#] + lines + [#"{"type":"share","id":5}"#] { ana.send(line: line) }
    _ = try ana.line { $0.contains(#""re":5"#) }
    ana.send(line: #"{"type":"shares","id":6}"#)
    let answer = try fields(try ana.line { $0.contains(#""re":6"#) })
    let entry = try #require((answer["shares"] as? [[String: Any]])?.first)
    return (server, ana, try #require(entry["link"] as? String))
  }

  @Test("A result's page has headline and picture without letters, and is not indexed")
  func page() throws {
    let (server, _, path) = try shared()
    let web = try HTTPSocket(server)
    let page = try web.ask("GET \(path)")
    #expect(page.status == 200)
    #expect(page.fields["X-Robots-Tag"] == "noindex, nofollow")
    #expect(page.fields["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
    let host = "http://localhost:\(server.httpPort)"
    for part in [
      #"<meta property="og:title" content="Parlor Wordle 324 2/6">"#,
      #"<meta property="og:description" content="ana · solved · tries: 2">"#,
      #"<meta property="og:image" content="\#(host)\#(path).png">"#,
      #"<meta name="robots" content="noindex, nofollow">"#,
      #"<meta property="og:image:alt" content="2 rows of tiles, without letters">"#,
      ##"href="/#/room/wordle?result=1">Play today's puzzle"##, ##"href="/#/result/1">See its letters"##,
    ] { #expect(page.body.contains(part), "\(part)") }
    for word in ["crane", "wrung"] { #expect(!page.body.lowercased().contains(word)) }
    let head = try web.ask("HEAD \(path).png")
    #expect(head.status == 200)
    #expect(head.fields["Content-Type"] == "image/png")
    let size = try #require(head.fields["Content-Length"].flatMap { Int($0) })
    #expect((100..<4000).contains(size))
  }

  @Test("The page of a result that a feature has recorded leads to no room")
  func recorded() throws {
    let (server, _, path) = try shared([
      #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#,
      #"{"type":"cards","section":"all"}"#, #"{"type":"move","room":"cards","text":"house"}"#,
    ])
    let page = try HTTPSocket(server).ask("GET \(path)").body
    #expect(page.contains("Parlor Cards 324 1/1") && page.contains(#"href="/">Play today's puzzle"#))
    #expect(!page.contains("/#/room/") && !page.contains("/#/result/"))
  }

  @Test("Behind a TLS proxy the picture's URL is the proxy's")
  func proxied() throws {
    let (server, _, path) = try shared()
    let web = try HTTPSocket(server)
    web.send("GET \(path) HTTP/1.1\r\nHost: play.example\r\nX-Forwarded-Proto: https\r\n\r\n")
    #expect(try web.answer().body.contains("content=\"https://play.example\(path).png\""))
  }

  @Test("After unshare page and picture are not found, like any invented path")
  func gone() throws {
    let (server, ana, path) = try shared()
    let web = try HTTPSocket(server)
    let forged = path.dropLast() + (path.hasSuffix("A") ? "B" : "A")
    for made in ["\(forged)", "\(forged).png", "/s/1", "/s/1-", "/s/", "/s/2\(path.dropFirst(4))"] {
      #expect(try web.ask("GET \(made)").status == 404, "\(made)")
    }
    #expect(try web.ask("POST \(path)", body: "x").status == 405)
    #expect(try web.ask("GET \(path)").status == 200)
    ana.send(line: #"{"type":"unshare","share_id":1,"id":7}"#)
    _ = try ana.line { $0.contains(#""re":7"#) }
    let gone = try web.ask("GET \(path)")
    #expect(gone.status == 404)
    #expect(gone.body.contains("This result is not here") && gone.body.contains("Play today's puzzles"))
    #expect(gone.fields["X-Robots-Tag"] == "noindex, nofollow")
    // The response does not reveal whether there was a result.
    #expect(try web.ask("GET \(forged)").body == gone.body)
    #expect(try web.ask("GET \(path).png").status == 404)
  }
}
