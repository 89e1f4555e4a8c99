internal import WireProtocol

/// The server's side of WebSocket's opening handshake (RFC 6455, section 4.2).
public enum WebSocketHandshake {
  /// How a request is read.
  public enum Reading: Hashable, Sendable {
    /// A valid handshake; the value of `Sec-WebSocket-Accept`.
    case accepted(String)
    /// No handshake, or one of another version: `Upgrade` and `Sec-WebSocket-Version` name the supported one.
    case upgradeRequired
    /// A handshake that breaks a rule, named in a short phrase.
    case broken(String)
  }

  /// The fields of the accepting response.
  public static func fields(accept: String) -> [HTTPField] {
    [HTTPField("Upgrade", "websocket"), HTTPField("Connection", "Upgrade"), HTTPField("Sec-WebSocket-Accept", accept)]
  }

  /// The fields of the response that requires an upgrade.
  public static let required = [
    HTTPField("Upgrade", "websocket"), HTTPField("Connection", "Upgrade"), HTTPField("Sec-WebSocket-Version", "13"),
  ]

  /// Reads a GET request. Offered subprotocols and extensions are not used.
  public static func read(_ request: HTTPRequest) -> Reading {
    guard request.version == .http11, request.list(of: "upgrade").contains("websocket"),
      request.list(of: "connection").contains("upgrade"), request.values(of: "sec-websocket-version") == ["13"]
    else { return .upgradeRequired }
    let keys = request.values(of: "sec-websocket-key")
    guard keys.count == 1, isKey(keys[0]) else {
      return .broken("Sec-WebSocket-Key must be 16 bytes in base 64")
    }
    guard request.body.isEmpty else { return .broken("a request for a WebSocket has no body") }
    return .accepted(Base64.text(of: SHA1.digest(Array((keys[0] + Self.suffix).utf8))))
  }

  /// Whether a text is 16 bytes in base 64: 22 characters and `==`.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count == 24 && text.hasSuffix("==")
      && text.utf8.dropLast(2).allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  /// The suffix that section 1.3 appends to each key.
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
}
