/// An IPv4 address embedded in an IPv6 address: limits and bans treat the two as one.
package struct EmbeddedAddress {
  /// The four bytes of the IPv4 address.
  package let bytes: [UInt8]
  /// The number of leading bits of the IPv6 address up to the end of the IPv4 address. All later bits belong to the
  /// same host.
  package let prefixBits: Int

  /// `64:ff9b::/96`, through which an IPv6-only network reaches IPv4 addresses (RFC 6052).
  private static let nat64: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
  /// `2002::/16`, in which each IPv4 address has a network (RFC 3056).
  private static let sixToFour: [UInt8] = [0x20, 0x02]

  /// - Parameter address: the sixteen bytes of an IPv6 address.
  /// - Returns: `nil` if no IPv4 address is embedded.
  package init?(in address: some Collection<UInt8>) {
    let prefix = [Self.nat64, Self.sixToFour].first { address.starts(with: $0) }
    guard address.count == 16, let prefix else { return nil }
    bytes = Array(address.dropFirst(prefix.count).prefix(4))
    prefixBits = (prefix.count + 4) * 8
    // Loopback addresses never arrive from a network.
    guard bytes.first != 127 else { return nil }
  }
}
