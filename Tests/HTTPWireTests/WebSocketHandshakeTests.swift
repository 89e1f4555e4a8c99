import Testing

@testable import HTTPWire

@Suite("The opening handshake of WebSocket")
struct WebSocketHandshakeTests {
  @Test(
    "SHA-1 gives the digests of RFC 3174, section 7.3, and of FIPS 180's empty message",
    arguments: [
      ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
      ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
      (
        "0123456701234567012345670123456701234567012345670123456701234567", 10,
        "dea356a2cddd90c7a7ecedc5ebb563934f460452"
      ),
      ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ])
  func digests(text: String, count: Int, expected: String) {
    let digest = SHA1.digest(Array(String(repeating: text, count: count).utf8))
    let hex = digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }
    #expect(hex.joined() == expected)
  }

  private static let lines = [
    "Host: a", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
  ]

  private func read(
    _ lines: [String], version: String = "HTTP/1.1", body: String = ""
  ) throws -> WebSocketHandshake.Reading {
    var parser = HTTPRequestParser()
    Array(("GET /line \(version)\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8).withUnsafeBytes {
      parser.append($0)
    }
    guard case .request(let request) = parser.next() else { throw HTTPRefusal.bad("no request") }
    return WebSocketHandshake.read(request)
  }

  @Test("The example of RFC 6455, section 1.3, is accepted with its key's answer")
  func example() throws {
    #expect(try read(Self.lines) == .accepted("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
  }

  @Test("Protocol names are found in lists and in any case, as browsers send them")
  func lists() throws {
    let lines = Self.lines.map {
      $0.replacing("Connection: Upgrade", with: "Connection: keep-alive, UPGRADE").replacing(
        "Upgrade: websocket", with: "Upgrade: h2c, WebSocket")
    }
    #expect(try read(lines) == .accepted("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
  }

  @Test("A request without an upgrade to version 13 gets 426", arguments: [1, 2, 4])
  func missing(line: Int) throws {
    var lines = Self.lines
    lines.remove(at: line)
    #expect(try read(lines) == .upgradeRequired)
  }

  @Test("Another version, and HTTP/1.0, get the required version")
  func version() throws {
    let old = Self.lines.map { $0.replacing("13", with: "8") }
    #expect(try read(old) == .upgradeRequired)
    #expect(try read(Self.lines + ["Sec-WebSocket-Version: 8"]) == .upgradeRequired)
    #expect(try read(Self.lines, version: "HTTP/1.0") == .upgradeRequired)
  }

  @Test(
    "A key that is not 16 bytes breaks the handshake",
    arguments: ["", "Sec-WebSocket-Key: dGhlIHNhbXBsZQ==", "Sec-WebSocket-Key: the sample nonce!!", "twice"])
  func keys(line: String) throws {
    var lines = Self.lines
    if line == "twice" { lines.append(lines[3]) } else { lines[3] = line.isEmpty ? "X: y" : line }
    guard case .broken = try read(lines) else {
      Issue.record("not refused")
      return
    }
  }

  @Test("A request with a body breaks the handshake")
  func body() throws {
    #expect(try read(Self.lines + ["Content-Length: 1"], body: "x") == .broken("a request for a WebSocket has no body"))
  }
}
