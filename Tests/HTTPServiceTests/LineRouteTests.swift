import HTTPService
import ParlorCore
import Testing

@Suite("WebSocket upgrades")
struct LineRouteTests {
  private static let fields = [
    "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
  ]

  private func ask(_ world: HTTPWorld, origin: String? = nil, then more: String = "") -> SessionID {
    let id = world.connect()
    let lines =
      ["GET /line HTTP/1.1", "Host: \(HTTPWorld.host)"] + Self.fields + (origin.map { ["Origin: \($0)"] } ?? [])
    world.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + more, on: id)
    return id
  }

  @Test("A handshake is accepted, and the connection handed over with the bytes behind it")
  func accepted() {
    let world = HTTPWorld()
    let id = ask(world, origin: "http://localhost:7771", then: "frames")
    let answer = world.output.text(of: id)
    #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(!answer.contains("Content-Length"))
    #expect(world.output.webSockets == [id: Array("frames".utf8)])
    // The service has released it: its time limits do not apply any more.
    world.wait(milliseconds: 3_600_000)
    #expect(world.output.closed.isEmpty)
  }

  @Test(
    "A foreign origin is refused, and so is a foreign host name", arguments: ["http://evil.example", "null"])
  func foreign(origin: String) {
    let world = HTTPWorld()
    let id = ask(world, origin: origin)
    #expect(world.output.text(of: id).hasPrefix("HTTP/1.1 403 "))
    #expect(world.output.webSockets.isEmpty)
    #expect(world.ask("GET /line", Self.fields, host: "evil.example")?.status == 421)
  }

  @Test("A page under an allowed host name is accepted")
  func allowed() {
    let world = HTTPWorld()
    let id = ask(world, origin: "https://play.example")
    #expect(world.output.webSockets[id] != nil)
  }

  @Test("At the limit of line connections the request is told to retry")
  func full() {
    let world = HTTPWorld()
    world.output.isFull = true
    let id = ask(world)
    let answer = world.output.text(of: id)
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("Retry-After: 1\r\n"))
    #expect(world.output.webSockets.isEmpty)
  }

  @Test("A half-closed connection is not upgraded")
  func ended() {
    let world = HTTPWorld()
    let id = world.connect()
    let lines = ["GET /line HTTP/1.1", "Host: \(HTTPWorld.host)"] + Self.fields
    Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8).withUnsafeBytes {
      world.service.received($0, on: id, at: world.now)
    }
    world.service.finished(id)
    world.settle()
    #expect(world.output.text(of: id).hasPrefix("HTTP/1.1 503 "))
    #expect(world.output.webSockets.isEmpty)
    #expect(world.output.closed == [id])
  }

  @Test("A request without an upgrade gets the required one, and a bad key an error")
  func refused() {
    let world = HTTPWorld()
    let plain = world.ask("GET /line")
    #expect(plain?.status == 426)
    #expect(plain?.fields["Sec-WebSocket-Version"] == "13")
    #expect(plain?.fields["Upgrade"] == "websocket")
    for key in ["short", "dGhlIHNhbXBsZSBub25jZQ=", "dGhlIHNhbXBsZSBub25j-Q==", "dGhlIHNhbXBsZSBub25jZQA="] {
      let fields = Self.fields.map { $0.hasPrefix("Sec-WebSocket-Key") ? "Sec-WebSocket-Key: \(key)" : $0 }
      #expect(world.ask("GET /line", fields)?.status == 400, "\(key)")
    }
    #expect(world.ask("POST /line", Self.fields)?.status == 405)
    #expect(world.ask("HEAD /line", Self.fields)?.status == 426)
  }
}
