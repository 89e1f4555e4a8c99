import Foundation
import HTTPService
import Testing

@Suite("The client for browsers is served from memory")
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

  @Test("The first page and its files have their types, and headers that let in nothing of anybody else's")
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

  @Test("What a browser has is still good until the file is another")
  func tags() throws {
    let world = world()
    let tag = try #require(world.ask("GET /")?.fields["ETag"])
    let again = world.ask("GET /", ["If-None-Match: \(tag)"])
    #expect(again?.status == 304)
    #expect(again?.body == "")
    #expect(again?.fields["Content-Length"] == nil)
    #expect(world.ask("GET /web/main.js", ["If-None-Match: \(tag)"])?.status == 200)
  }

  @Test(
    "Only files of pages are there, and nothing beside them",
    arguments: ["/web/README.md", "/web", "/web/", "/web/other.js", "/web/web/main.js", "/index.html", "/main.js"])
  func others(path: String) { #expect(world().ask("GET \(path)")?.status == 404) }

  @Test("Pages are only read") func methods() { #expect(world().ask("POST /", body: "x")?.status == 405) }

  @Test("A server without the files says so to browsers, and is not asked for the first page in vain")
  func missing() {
    #expect(WebPages().isEmpty)
    #expect(HTTPWorld().ask("GET /")?.status == 404)
  }

  /// A script in a page would need the policy to be weaker, and one from elsewhere would be somebody else's.
  @Test("The client's own files have no script or style inside pages, and name no other host")
  func own() throws {
    let files = try Self.own()
    #expect(files["index.html"] != nil)
    for (name, text) in files {
      let plain = text.replacing("http://www.w3.org/2000/svg", with: "")
      #expect(!plain.contains("http://") && !plain.contains("https://"), "\(name) names another host")
      #expect(!text.contains("innerHTML") && !text.contains("eval("), "\(name) makes markup or code of texts")
      if name.hasSuffix(".html") {
        #expect(!text.contains("style=") && !text.contains("<style") && !text.contains("onclick"))
      }
    }
  }

  @Test("The first page weighs less than 100 KB with all that it fetches, and all pages together less than 128 KB")
  func weight() throws {
    let files = try Self.own()
    var fetched = Set(files.keys.filter { [".html", ".css", ".svg"].contains(where: $0.hasSuffix) })
    var next = ["main.js"]
    while let name = next.popLast() {
      guard fetched.insert(name).inserted else { continue }
      let text = try #require(files[name], "\(name) is imported and is not there")
      next += text.matches(of: /(?m)^import .* from "\.\/(.+?)"$/).map { String($0.1) }
    }
    #expect(fetched.contains("today.js") && !fetched.contains("room.js"))
    #expect(fetched.reduce(0) { $0 + (files[$1]?.utf8.count ?? 0) } < 100_000)
    #expect(files.values.reduce(0) { $0 + $1.utf8.count } < 128_000)
  }

  /// The files that browsers fetch, by name.
  private static func own() throws -> [String: String] {
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
