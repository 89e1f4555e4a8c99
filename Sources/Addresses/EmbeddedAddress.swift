/// An address of IPv4 inside one of IPv6 that stands for it: limits and bans count the two as one.
package struct EmbeddedAddress {
  /// The four bytes of the address of IPv4.
  package let bytes: [UInt8]
  /// How many leading bits of the address of IPv6 lead to it. All that come after them are the same host's.
  package let prefixBits: Int

  /// `64:ff9b::/96`, behind which a network of IPv6 alone sees addresses of IPv4 (RFC 6052).
  private static let nat64: [UInt8] = [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
  /// `2002::/16`, in which each address of IPv4 has a network (RFC 3056).
  private static let sixToFour: [UInt8] = [0x20, 0x02]

  /// - Parameter address: the sixteen bytes of an address of IPv6.
  /// - Returns: `nil` for one that stands for none.
  package init?(in address: some Collection<UInt8>) {
    let prefix = [Self.nat64, Self.sixToFour].first { address.starts(with: $0) }
    guard address.count == 16, let prefix else { return nil }
    bytes = Array(address.dropFirst(prefix.count).prefix(4))
    prefixBits = (prefix.count + 4) * 8
    // No network carries an address of a machine's own, so that it is nobody's.
    guard bytes.first != 127 else { return nil }
  }
}
