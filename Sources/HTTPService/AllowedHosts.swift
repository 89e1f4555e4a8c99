public import HTTPWire

/// The host names under which this server answers. A foreign page whose name resolves to this server (DNS rebinding)
/// requests under that name and is refused.
public struct AllowedHosts: Sendable {
  /// Allowed with this server's port only.
  private let own: Set<HTTPHost>
  /// Allowed as given, or with any port if none is given: names of a proxy in front.
  private let further: [HTTPHost]
  /// Whether the server listens on all of the machine's addresses, so that any address may be one of its own: no name
  /// resolves to an address other than the one it says.
  private let permitsAddresses: Bool

  /// The names of loopback, the listening address, and the operator's additions.
  ///
  /// - Parameters:
  ///   - address: the listening address; `nil` for all addresses.
  ///   - further: `NAME` for any port, `NAME:PORT` for one.
  public init(port: UInt16, address: String?, further: [HTTPHost] = []) {
    var names = ["localhost", "127.0.0.1", "[::1]"]
    if let address { names.append(address.contains(":") ? "[\(address)]" : address) }
    own = Set(names.map { HTTPHost(name: $0.lowercased(), port: port) })
    self.further = further
    permitsAddresses = address == nil
  }

  /// Whether a host is a name of this machine, not of a proxy in front.
  func isOwn(_ host: HTTPHost) -> Bool { own.contains(HTTPHost(name: host.name, port: host.port ?? 80)) }

  /// Whether this server answers for a host.
  public func permit(_ host: HTTPHost) -> Bool { isNamed(host) || (permitsAddresses && host.isAddress) }

  private func isNamed(_ host: HTTPHost, defaultPort: UInt16 = 80) -> Bool {
    let whole = HTTPHost(name: host.name, port: host.port ?? defaultPort)
    return own.contains(whole)
      || further.contains { $0.name == host.name && ($0.port == nil || $0.port == whole.port) }
  }

  /// Whether a page of this origin may send requests: `http://localhost:8080`, or `https` with a proxy's name; one at
  /// an address only to that address. `null` is refused.
  public func permit(origin: String, to asked: HTTPHost?) -> Bool {
    guard origin.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    for (scheme, port) in [("http://", UInt16(80)), ("https://", 443)] where origin.hasPrefix(scheme) {
      guard let host = HTTPHost(String(origin.dropFirst(scheme.count))) else { return false }
      return isNamed(host, defaultPort: port) || (permitsAddresses && host.isAddress && host == asked)
    }
    return false
  }
}
