public import HTTPWire

/// The names under which this server may be asked. A foreign page whose name has been made to lead here (DNS rebinding)
/// asks under that name, and is refused.
public struct AllowedHosts: Sendable {
  /// Allowed with this server's port only.
  private let own: Set<HTTPHost>
  /// Allowed as they are, and with any port where none is given: names that a proxy in front uses.
  private let further: [HTTPHost]

  /// The names of loopback, the address that is listened on, and what the operator adds.
  ///
  /// - Parameters:
  ///   - address: the address that is listened on; `nil` for all addresses.
  ///   - further: `NAME` for any port, `NAME:PORT` for one.
  public init(port: UInt16, address: String?, further: [HTTPHost] = []) {
    var names = ["localhost", "127.0.0.1", "[::1]"]
    if let address { names.append(address.contains(":") ? "[\(address)]" : address) }
    own = Set(names.map { HTTPHost(name: $0.lowercased(), port: port) })
    self.further = further
  }

  /// Whether a host is one of the names of this machine, and not one that a proxy in front uses.
  func isOwn(_ host: HTTPHost) -> Bool { own.contains(HTTPHost(name: host.name, port: host.port ?? 80)) }

  /// Whether a request for this host is meant for this server. One without a port is for port 80.
  public func permit(_ host: HTTPHost, defaultPort: UInt16 = 80) -> Bool {
    let whole = HTTPHost(name: host.name, port: host.port ?? defaultPort)
    return own.contains(whole)
      || further.contains { $0.name == host.name && ($0.port == nil || $0.port == whole.port) }
  }

  /// Whether a page of this origin may ask: `http://localhost:8080`, or `https` under a proxy's name. `null` is
  /// nobody's.
  public func permit(origin: String) -> Bool {
    guard origin.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    for (scheme, port) in [("http://", UInt16(80)), ("https://", 443)] where origin.hasPrefix(scheme) {
      guard let host = HTTPHost(String(origin.dropFirst(scheme.count))) else { return false }
      return permit(host, defaultPort: port)
    }
    return false
  }
}
