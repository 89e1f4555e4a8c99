/// The client URL of a member of etcd: `http://HOST:PORT`.
public struct EtcdEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// Why a text is not an endpoint: one sentence without a full stop.
  public struct InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    public let description: String
  }

  /// A name or an address.
  public let host: String
  /// The port.
  public let port: UInt16

  /// Creates an endpoint.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `http://HOST:PORT`, with brackets around an IPv6 address, optionally with a trailing slash.
  ///
  /// `https` is refused: a node uses the etcd of its own machine over loopback, and etcd's peers use TLS among each
  /// other.
  public init(_ text: String) throws(InvalidText) {
    guard !text.hasPrefix("https://") else {
      throw InvalidText(
        description: "\(text) asks for TLS, which is not supported: give this machine's etcd as http://127.0.0.1:2379"
      )
    }
    guard text.hasPrefix("http://") else {
      throw InvalidText(description: "an etcd is given as http://HOST:PORT, not as \(text)")
    }
    var rest = text.dropFirst("http://".count)
    if rest.hasSuffix("/") { rest = rest.dropLast() }
    guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
      throw InvalidText(description: "\(text) has no port: an etcd is given as http://HOST:PORT")
    }
    var host = rest[..<colon]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
    if isBracketed { host = host.dropFirst().dropLast() }
    let allowed = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      case UInt8(ascii: ":"): isBracketed
      default: false
      }
    }
    guard !host.isEmpty, allowed else {
      throw InvalidText(description: "\(text) has no host: an etcd is given as http://HOST:PORT")
    }
    self.init(host: String(host), port: port)
  }

  /// The value of `Host`.
  var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// `http://HOST:PORT`.
  public var description: String { "http://\(authority)" }
}
