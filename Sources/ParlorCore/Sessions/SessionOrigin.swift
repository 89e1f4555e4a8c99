/// The origin of a session's connection. The operator is identified by the listener that accepted the connection, in
/// whatever process, and never by an address.
public enum SessionOrigin: Hashable, Sendable {
  /// A network, for limits: the IPv4 address, or the /64 network of the IPv6 address.
  case network(String)
  /// The same, over TLS.
  case encrypted(String)
  /// The console's socket, with the user of the machine.
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
