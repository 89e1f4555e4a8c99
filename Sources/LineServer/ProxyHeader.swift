internal import CSystem

/// Parses the header of the PROXY protocol, version 1 or 2, with which a balancer names the client of a connection
/// (https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt).
///
/// It accepts input in pieces of any size, and keeps at most the longest header.
struct ProxyHeader {
  enum Step: Equatable {
    /// The header is incomplete.
    case more
    /// The header is complete: the client's address (`nil` for the balancer itself), and how many of the bytes just fed
    /// belong to the header.
    case done(PeerAddress?, used: Int)
    /// Not a valid header.
    case invalid
  }

  private var bytes: [UInt8] = []
  /// Whether the complete header says that the client uses TLS.
  private(set) var isEncrypted = false

  /// The longest line of version 1, its ending included, and the most bytes of version 2, of which 16 are the fixed
  /// part.
  private static let (longestLine, longest) = (107, 4096)
  private static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  private static let word = [UInt8]("PROXY ".utf8)

  /// Parses further bytes.
  mutating func feed(_ new: UnsafeRawBufferPointer) -> Step {
    let before = bytes.count
    bytes.append(contentsOf: new.prefix(Self.longest - before))
    let (length, peer): (Int, PeerAddress?)
    switch bytes.first {
    case nil: return .more
    case Self.signature[0]: (length, peer) = second()
    case Self.word[0]: (length, peer) = first()
    default: return .invalid
    }
    switch length {
    case Self.incomplete: return bytes.count < Self.longest ? .more : .invalid
    case Self.broken: return .invalid
    default: return .done(peer, used: length - before)
    }
  }

  /// Returned in place of a header's length.
  private static let (incomplete, broken) = (-1, -2)

  // MARK: - Version 1: a line

  private func first() -> (length: Int, PeerAddress?) {
    guard zip(bytes, Self.word).allSatisfy({ $0 == $1 }) else { return (Self.broken, nil) }
    let line = bytes.prefix(Self.longestLine)
    guard let end = line.firstIndex(of: 0x0A) else {
      return (line.count < Self.longestLine ? Self.incomplete : Self.broken, nil)
    }
    guard end > Self.word.count, line[end - 1] == 0x0D else { return (Self.broken, nil) }
    let parts = line[Self.word.count..<end - 1].split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if parts[0] == "UNKNOWN" { return (end + 1, nil) }
    guard parts.count == 5, let family = ["TCP4": 4, "TCP6": 6][parts[0]],
      let source = PeerAddress(text: parts[1]), PeerAddress(text: parts[2]) != nil,
      parts[1].contains(":") == (family == 6), parts[2].contains(":") == (family == 6),
      let port = UInt16(parts[3]), UInt16(parts[4]) != nil
    else { return (Self.broken, nil) }
    var peer = source
    peer.raw.port = port
    return (end + 1, peer)
  }

  // MARK: - Version 2: binary

  private mutating func second() -> (length: Int, PeerAddress?) {
    guard zip(bytes, Self.signature).allSatisfy({ $0 == $1 }) else { return (Self.broken, nil) }
    guard bytes.count >= 16 else { return (Self.incomplete, nil) }
    let length = 16 + Int(bytes[14]) << 8 + Int(bytes[15])
    let (command, family) = (bytes[12], bytes[13])
    guard command == 0x20 || command == 0x21, length <= Self.longest else { return (Self.broken, nil) }
    guard bytes.count >= length else { return (Self.incomplete, nil) }
    // A `LOCAL` command: the balancer's own health check.
    if command == 0x20 { return (length, nil) }
    let peer: PeerAddress?
    let end: Int
    switch family {
    case 0x11 where length >= 16 + 12: (peer, end) = (PeerAddress(bytes: bytes[16..<20], port: bytes[24..<26]), 28)
    case 0x21 where length >= 16 + 36: (peer, end) = (PeerAddress(bytes: bytes[16..<32], port: bytes[48..<50]), 52)
    case 0x00: return (length, nil)
    default: return (Self.broken, nil)
    }
    guard let isEncrypted = Self.saysTLS(bytes[end..<length]) else { return (Self.broken, nil) }
    self.isEncrypted = isEncrypted
    return (length, peer)
  }

  /// `PP2_TYPE_SSL`, and of its first byte the bit `PP2_CLIENT_SSL`; `PP2_TYPE_NOOP` pads.
  private static let (sslType, clientSSL): (UInt8, UInt8) = (0x20, 0x01)

  /// Reads the TLVs behind the addresses: type, length in two bytes, value. TLS counts only if every TLS value says
  /// that the client uses it.
  ///
  /// - Returns: `nil` if a value goes beyond the end.
  private static func saysTLS(_ bytes: ArraySlice<UInt8>) -> Bool? {
    var rest = bytes
    var isSaid: Bool?
    while !rest.isEmpty {
      let head = rest.prefix(3)
      guard head.count == 3, let type = head.first else { return nil }
      let count = Int(head[head.startIndex + 1]) << 8 + Int(head[head.startIndex + 2])
      rest = rest.dropFirst(3)
      guard rest.count >= count else { return nil }
      if type == sslType {
        // At least one byte of flags and four of the verification result.
        guard count >= 5, let flags = rest.first else { return nil }
        isSaid = isSaid != false && flags & clientSSL != 0
      }
      rest = rest.dropFirst(count)
    }
    return isSaid ?? false
  }
}

/// An address range: `10.0.0.0/8`, `2001:db8::/32`, or one address.
public struct AddressRange: Sendable, Equatable {
  private let family: UInt8
  private let bytes: [UInt8]
  private let bits: Int

  /// Parses a range in an operator's notation; `nil` if it is invalid.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let address = PeerAddress(text: parts[0]) else { return nil }
    family = address.raw.family
    bytes = address.bytes
    let most = bytes.count * 8
    guard parts.count == 2 else {
      bits = most
      return
    }
    guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
    self.bits = bits
  }

  func contains(_ address: PeerAddress) -> Bool {
    guard address.raw.family == family else { return false }
    let other = address.bytes
    for index in 0..<bits / 8 where bytes[index] != other[index] { return false }
    let rest = bits % 8
    return rest == 0 || (bytes[bits / 8] ^ other[bits / 8]) >> UInt8(8 - rest) == 0
  }
}
