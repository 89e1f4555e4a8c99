import Compression
import Foundation
import Testing

@testable import HTTPService

@Suite("Serving the client for browsers from memory")
struct WebPagesTests {
  private static let files: [(name: String, bytes: [UInt8])] = [
    ("index.html", Array("<!doctype html>".utf8)), ("main.js", Array("export {}".utf8)), ("README.md", Array("#".utf8)),
  ]

  private func world() -> HTTPWorld {
    HTTPWorld { _ in
    } service: {
      $0.pages = WebPages(files: Self.files)
    }
  }

  @Test("Files have their types, and headers that forbid foreign content")
  func served() throws {
    let world = world()
    let page = try #require(world.ask("GET /"))
    #expect(page.status == 200)
    #expect(page.body == "<!doctype html>")
    #expect(page.fields["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.fields["X-Content-Type-Options"] == "nosniff")
    #expect(page.fields["Referrer-Policy"] == "no-referrer")
    let policy = try #require(page.fields["Content-Security-Policy"])
    #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; "))
    #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
    #expect(world.ask("GET /web/main.js")?.fields["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(world.ask("HEAD /")?.fields["Content-Length"] == "15")
  }

  @Test("A browser's copy is valid until the file changes")
  func tags() throws {
    let world = world()
    let tag = try #require(world.ask("GET /")?.fields["ETag"])
    let again = world.ask("GET /", ["If-None-Match: \(tag)"])
    #expect(again?.status == 304)
    #expect(again?.body == "")
    #expect(again?.fields["Content-Length"] == nil)
    #expect(world.ask("GET /web/main.js", ["If-None-Match: \(tag)"])?.status == 200)
  }

  @Test("Gzip is used with its own tag if accepted, otherwise the plain file")
  func compressed() throws {
    let world = world()
    for taken in ["gzip", "br, gzip;q=0.5", "deflate , GZIP"] {
      let answer = try #require(world.ask("GET /web/main.js", ["Accept-Encoding: \(taken)"]))
      #expect(answer.fields["Content-Encoding"] == "gzip", "\(taken)")
      #expect(answer.fields["Vary"] == "Accept-Encoding")
      let tag = try #require(answer.fields["ETag"])
      #expect(world.ask("GET /web/main.js", ["Accept-Encoding: \(taken)", "If-None-Match: \(tag)"])?.status == 304)
      #expect(world.ask("GET /web/main.js", ["If-None-Match: \(tag)"])?.status == 200)
    }
    for refused in ["br", "gzip;q=0", "gzip; q=0.000", "identity", "xgzip"] {
      let answer = try #require(world.ask("GET /web/main.js", ["Accept-Encoding: \(refused)"]))
      #expect(answer.fields["Content-Encoding"] == nil, "\(refused)")
      #expect(answer.body == "export {}")
    }
    for (name, text) in try Self.own() {
      let bytes = Deflate.gzip(Array(text.utf8))
      #expect(Inflate.gzip(bytes, most: 1 << 20) == Array(text.utf8), "\(name)")
    }
  }

  @Test("The service worker names all files, and changes with any of them")
  func worker() throws {
    func script(main: String) throws -> String {
      let files =
        Self.files.filter { $0.name != "main.js" } + [
          ("main.js", Array(main.utf8)), ("worker.js", Array("const name = shell.tag".utf8)),
        ]
      let world = HTTPWorld { _ in
      } service: {
        $0.pages = WebPages(files: files)
      }
      #expect(world.ask("GET /web/worker.js")?.status == 404, "there it might answer for nothing but /web/")
      let answer = try #require(world.ask("GET /worker.js"))
      #expect(answer.fields["Content-Type"] == "text/javascript; charset=utf-8")
      return answer.body
    }
    let before = try script(main: "export {}")
    let lines = before.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasSuffix(#""files":["/","/web/main.js"]}"#), "\(before)")
    #expect(lines.last == "const name = shell.tag")
    #expect(try script(main: "export {}") == before)
    #expect(try script(main: "export { }") != before)
    #expect(world().ask("GET /worker.js")?.status == 404)
  }

  private static let title = "\(FirstPage.titleField)\(FirstPage.title)\""

  @Test("Messengers preview the first page and invitations, with absolute addresses")
  func previews() throws {
    let html = "<meta \(Self.title)><meta property=\"og:image\" content=\"/web/card.png\"><p>Hello"
    let world = HTTPWorld { _ in
    } service: {
      $0.pages = WebPages(files: [("index.html", Array(html.utf8))])
    }
    let first = try #require(world.ask("GET /"))
    #expect(first.body.contains(#"content="http://\#(HTTPWorld.host)/web/card.png""#), "\(first.body)")
    #expect(first.body.contains("Word puzzles of the day") && first.body.hasSuffix("\"><p>Hello"), "\(first.body)")
    let room = try #require(world.ask("GET /room/lunch%22%3E%3Cb%3E", ["Accept-Encoding: gzip"]))
    #expect(room.status == 200 && room.fields["ETag"] != first.fields["ETag"])
    let named = try #require(world.ask("GET /room/lunch%22%3E%3Cb%3E"))
    #expect(named.body.contains("Come and play: lunch&quot;&gt;&lt;b&gt;"), "\(named.body)")
    #expect(try #require(world.ask("GET /room/race-4f1a")).body.contains(#"content="Come and play""#))
    #expect(try #require(world.ask("GET /puzzle/k7q2m-9xw4d")).body.contains(#"content="A puzzle for you""#))
    #expect(world.ask("GET /room")?.status == 404)
    let own = try #require(Self.own()["index.html"])
    #expect(own.contains(Self.title) && own.contains(#"property="og:image" content="/web/"#))
  }

  @Test("The manifest and its icons have their types, and the service worker keeps no icons")
  func installable() throws {
    let world = HTTPWorld { _ in
    } service: {
      $0.pages = WebPages(files: [
        ("index.html", []), ("app.webmanifest", Array("{}".utf8)), ("icon-192.png", [0x89]), ("worker.js", []),
      ])
    }
    #expect(world.ask("GET /web/app.webmanifest")?.fields["Content-Type"] == "application/manifest+json")
    #expect(world.ask("GET /web/icon-192.png")?.fields["Content-Type"] == "image/png")
    let worker = try #require(world.ask("GET /worker.js"))
    #expect(worker.body.contains(#""files":["/web/app.webmanifest","/"]"#), "\(worker.body)")
    #expect(worker.fields["Content-Security-Policy"]?.contains("manifest-src 'self'") == true)
  }

  @Test(
    "Only known files are served",
    arguments: ["/web/README.md", "/web", "/web/", "/web/other.js", "/web/web/main.js", "/index.html", "/main.js"])
  func others(path: String) { #expect(world().ask("GET \(path)")?.status == 404) }

  @Test("Pages accept only reading methods") func methods() { #expect(world().ask("POST /", body: "x")?.status == 405) }

  @Test("A server without the files tells browsers so")
  func missing() {
    #expect(WebPages().isEmpty)
    #expect(HTTPWorld().ask("GET /")?.status == 404)
  }

  @Test(
    "Comments and indentation are not sent, and line numbers are kept",
    arguments: [
      ("a.js", "// about\n  /// more\n  let a = \"//\" // here\n\nlet b", "\n\nlet a = \"//\" // here\n\nlet b"),
      ("a.css", "/* one\n   two */\na {\n  color: red; /* why */\n}\n/* open", "\n\na {\ncolor: red; \n}\n"),
      ("a.svg", "<svg>\n  <!-- // -->", "<svg>\n  <!-- // -->"),
    ])
  func comments(name: String, file: String, sent: String) {
    #expect(String(decoding: WebPages.served(name, Array(file.utf8)), as: UTF8.self) == sent)
  }

  /// An inline script would need a weaker policy, and an external one would be foreign code.
  @Test("The client's files have no inline scripts or styles, and name no other host")
  func own() throws {
    let files = try Self.own()
    #expect(files["index.html"] != nil)
    for (name, text) in files {
      let plain = text.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!plain.contains("http://") && !plain.contains("https://"), "\(name) names another host")
      #expect(
        text.split(separator: "\n").allSatisfy { line in line.count { $0 == "`" }.isMultiple(of: 2) },
        "\(name) has a text over several lines, which loses its indentation when it is sent")
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name) makes markup or code of texts")
      if name.hasSuffix(".html") {
        #expect(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"))
      }
    }
  }

  @Test("What the first page takes is below 22 KB, the board with it below 54 KB, and all pages are below 95 KB")
  func weight() throws {
    let files = WebPages.bundled(try Self.own().map { ($0, WebPages.served($0, Array($1.utf8))) })
    let weights = Dictionary(uniqueKeysWithValues: files.map { ($0.name, Deflate.gzip($0.bytes).count) })
    let first = ["index.html", "shell.css", "shell.js", "style.css", "main.js", "icon.svg"]
      .reduce(0) { $0 + (weights[$1] ?? 0) }
    let board = first + ["room.js", "board.css"].reduce(0) { $0 + (weights[$1] ?? 0) }
    let all = weights.values.reduce(0, +)
    #expect(first < 22_000 && board < 54_000 && all < 95_000, "\(first), \(board) and \(all) bytes, compressed")
    #expect(try Self.own()["index.html"]?.contains("/web/wall.js") == false, "other pages come when they are asked for")
  }

  /// The files that browsers load, by name.
  static func own() throws -> [String: String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Clients/Web")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let fetched = names.filter { name in [".html", ".js", ".css", ".svg"].contains(where: name.hasSuffix) }
    return try Dictionary(
      uniqueKeysWithValues: fetched.map { name in
        (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
      })
  }
}
