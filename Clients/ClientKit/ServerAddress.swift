/// The address of a server: a host and a port.
public struct ServerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The default port of Parlor.
  public static let defaultPort: UInt16 = 7770

  /// The default port of a TLS proxy in front of Parlor.
  public static let defaultSecurePort: UInt16 = 7779

  /// A host name, an IPv4 address or an IPv6 address without brackets.
  public var host: String
  /// The port, from 1 on.
  public var port: UInt16
  /// Whether to use TLS, through the program `openssl`, and to require a valid certificate.
  public var isSecure: Bool

  /// A server by host and port.
  public init(host: String, port: UInt16? = nil, isSecure: Bool = false) {
    self.host = host
    self.port = port ?? (isSecure ? Self.defaultSecurePort : Self.defaultPort)
    self.isSecure = isSecure
  }

  /// Parses a typed address: `parlor.example`, `localhost:7771`, `[::1]:7770`, `::1`. An empty text means this machine;
  /// `nil` if it is invalid.
  public init?(_ text: String, isSecure: Bool = false) {
    self.init(host: "localhost", isSecure: isSecure)
    var text = Substring(text)
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return nil }
      host = String(text[text.index(after: text.startIndex)..<end])
      text = text[text.index(after: end)...]
      guard text.isEmpty || text.hasPrefix(":"), !host.isEmpty else { return nil }
    } else if text.count(where: { $0 == ":" }) > 1 {
      host = String(text)
      text = ""
    } else {
      let name = text.prefix { $0 != ":" }
      if !name.isEmpty { host = String(name) }
      text = text[name.endIndex...]
    }
    guard !host.contains(where: { $0.isWhitespace || $0 == "/" }) else { return nil }
    guard text.first == ":" else { return }
    guard let port = UInt16(text.dropFirst()), port > 0 else { return nil }
    self.port = port
  }

  /// `host:port`, with brackets around an IPv6 address: the key of a server among saved players.
  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host.lowercased()):\(port)" }
}
