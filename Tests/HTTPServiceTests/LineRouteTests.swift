import HTTPService
import ParlorCore
import Testing

@Suite("The line's path over HTTP")
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

  @Test("A handshake is accepted, and the connection handed over with what came behind it")
  func accepted() {
    let world = HTTPWorld()
    let id = ask(world, origin: "http://localhost:7771", then: "frames")
    let answer = world.output.text(of: id)
    #expect(answer.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
    #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    #expect(!answer.contains("Content-Length"))
    #expect(world.output.webSockets == [id: Array("frames".utf8)])
    // The service has forgotten it: its time limits do not end it.
    world.wait(milliseconds: 3_600_000)
    #expect(world.output.closed.isEmpty)
  }

  @Test(
    "A foreign page is refused, and so is another name for this server", arguments: ["http://evil.example", "null"])
  func foreign(origin: String) {
    let world = HTTPWorld()
    let id = ask(world, origin: origin)
    #expect(world.output.text(of: id).hasPrefix("HTTP/1.1 403 "))
    #expect(world.output.webSockets.isEmpty)
    #expect(world.ask("GET /line", Self.fields, host: "evil.example")?.status == 421)
  }

  @Test("A page under a name that the operator allows is let in")
  func allowed() {
    let world = HTTPWorld()
    let id = ask(world, origin: "https://play.example")
    #expect(world.output.webSockets[id] != nil)
  }

  @Test("Where there are as many connections of lines as may be, the request is told to come back")
  func full() {
    let world = HTTPWorld()
    world.output.isFull = true
    let id = ask(world)
    let answer = world.output.text(of: id)
    #expect(answer.hasPrefix("HTTP/1.1 503 "))
    #expect(answer.contains("Retry-After: 1\r\n"))
    #expect(world.output.webSockets.isEmpty)
  }

  @Test("Whoever sends nothing more after the handshake is no peer to speak with: there is no WebSocket")
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

  @Test("A request without an upgrade is told which one is required, and one with a bad key what is wrong")
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
