/// Where a connection comes from, as the listener that accepted it knows it. No address makes a connection the
/// console's.
public enum ConnectionOrigin: Hashable, Sendable {
  /// Of a network: the peer's IPv4 address, or the /64 network of its IPv6 address, since one host commonly owns all of
  /// that.
  case network(String)
  /// Likewise, over TLS that ends at a balancer, which has said so.
  case encrypted(String)
  /// Of the local socket: the name of the user, who is the server's own or root.
  case console(user: String)
}

/// Whom limits count connections for, and who takes turns with whom: the same for a peer however its address is
/// written.
enum PeerKey: Hashable {
  case ipv4(UInt32)
  /// The first eight bytes of the address: its /64 network.
  case ipv6(UInt64)
  /// A user at the local socket.
  case user(UInt32)

  /// The address, the network or the user's name.
  var text: String {
    switch self {
    case .ipv4(let bits): PeerAddress(bits, family: 4).text
    case .ipv6(let bits): PeerAddress(bits, family: 6).text + "/64"
    case .user(let user): LocalUser.name(of: user)
    }
  }
}
