/// Where a session's connection comes from. Who runs the server is known by it: the listener that accepted the
/// connection says so, in whatever process it is, and no address ever does.
public enum SessionOrigin: Hashable, Sendable {
  /// A network: the IPv4 address, or the /64 network of the IPv6 address, whom limits count.
  case network(String)
  /// The same, over TLS.
  case encrypted(String)
  /// The console's socket, as a user of the machine.
  case console(user: String)

  /// The address of a network; `nil` for the console.
  var address: String? {
    switch self {
    case .network(let address), .encrypted(let address): address
    case .console: nil
    }
  }

  /// The address, or `local:` and the user's name.
  var text: String {
    switch self {
    case .network(let address), .encrypted(let address): address
    case .console(let user): "local:\(user)"
    }
  }
}
