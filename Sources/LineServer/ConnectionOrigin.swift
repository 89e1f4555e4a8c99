/// Where a connection comes from, as its listener knows it. An address never makes a connection a console.
public enum ConnectionOrigin: Hashable, Sendable {
  /// From a network: the peer's IPv4 address, or its IPv6 /64 network, since one host commonly owns all of it.
  case network(String)
  /// As `network`, with TLS that ends at a balancer, which says so in its header.
  case encrypted(String)
  /// From the local socket: the name of the user, which is root or the server's own.
  case console(user: String)
}

/// The unit of limits per address and of fair scheduling: equal for one peer, however its address is written.
enum PeerKey: Hashable {
  case ipv4(UInt32)
  /// The first eight bytes of the address: its /64 network.
  case ipv6(UInt64)
  /// A user at the local socket.
  case user(UInt32)

  /// The address, the network, or the user's name.
  var text: String {
    switch self {
    case .ipv4(let bits): PeerAddress(bits, family: 4).text
    case .ipv6(let bits): PeerAddress(bits, family: 6).text + "/64"
    case .user(let user): LocalUser.name(of: user)
    }
  }
}
