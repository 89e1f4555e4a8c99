import Addresses
import WireProtocol

/// A range of IP addresses, `203.0.113.0/24` or `2001:db8::/32`, or a single address.
///
/// A session with an IPv6 address is known by its /64 network, which usually belongs to one host, so no range is
/// smaller.
struct AddressBlock: Hashable {
  /// Four bytes or sixteen; bits after ``bits`` are 0.
  let bytes: [UInt8]
  /// The length of the prefix in bits.
  let bits: Int

  /// The longest prefix of an IPv6 range.
  private static let longestSix = 64

  /// Parses a range; `nil` for other text. IPv6 addresses with an embedded IPv4 address (`::ffff:203.0.113.7`,
  /// `64:ff9b::203.0.113.7`, `2002:cb00:7107::`) are parsed as that, as for sessions.
  init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, first.utf8.count <= 45 else { return nil }
    guard var address = Self.four(first) ?? Self.six(first) else { return nil }
    var length = address.count * 8
    if parts.count == 2 {
      guard let given = Self.number(parts[1], atMost: 128), given <= length else { return nil }
      length = given
    }
    if address.count == 16, length >= 96, address.prefix(10).allSatisfy({ $0 == 0 }), address[10...11] == [0xFF, 0xFF] {
      address = Array(address.suffix(4))
      length -= 96
    }
    // Single addresses only: a range of such networks is no range of IPv4.
    if let embedded = EmbeddedAddress(in: address), length >= embedded.prefixBits {
      (address, length) = (embedded.bytes, 32)
    }
    if address.count == 16 { length = min(length, Self.longestSix) }
    bytes = address.indices.map { index in
      let kept = min(8, max(0, length - index * 8))
      return kept == 0 ? 0 : address[index] & (0xFF << UInt8(8 - kept))
    }
    bits = length
  }

  /// Whether an invalid text was meant as a range: no name has such characters.
  static func isMeant(by text: String) -> Bool {
    text.contains("/") || text.contains(":") || text.contains(".") && text.allSatisfy { $0.isNumber || $0 == "." }
  }

  /// Whether it contains all of another range.
  func contains(_ other: AddressBlock) -> Bool {
    guard other.bytes.count == bytes.count, other.bits >= bits else { return false }
    for index in bytes.indices where index * 8 < bits {
      let kept = min(8, bits - index * 8)
      if (bytes[index] ^ other.bytes[index]) & (0xFF << UInt8(8 - kept)) != 0 { return false }
    }
    return true
  }

  /// The canonical text; IPv6 as in RFC 5952.
  var text: String {
    guard bytes.count == 16 else {
      let address = bytes.map(String.init).joined(separator: ".")
      return bits == 32 ? address : "\(address)/\(bits)"
    }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    var (start, length, index) = (0, 0, 0)
    while index < 8 {
      let run = groups[index...].prefix { $0 == 0 }.count
      if run > length { (start, length) = (index, run) }
      index += max(1, run)
    }
    func hex(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
    let address = length < 2 ? hex(groups[...]) : "\(hex(groups[..<start]))::\(hex(groups[(start + length)...]))"
    return "\(address)/\(bits)"
  }

  private static func number(_ text: Substring, atMost most: Int) -> Int? {
    guard (1...3).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text),
      number <= most
    else { return nil }
    return number
  }

  private static func four(_ text: Substring) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    // A leading zero would be octal elsewhere.
    let numbers = parts.compactMap { part in
      part.count > 1 && part.first == "0" ? nil : number(part, atMost: 255).map { UInt8($0) }
    }
    return numbers.count == 4 ? numbers : nil
  }

  private static func six(_ text: Substring) -> [UInt8]? {
    guard text.contains(":") else { return nil }
    let halves = text.components(of: "::")
    guard halves.count <= 2 else { return nil }
    let sides = halves.map { groups($0) }
    guard let head = sides.first ?? nil else { return nil }
    guard halves.count == 2 else { return head.count == 16 ? head : nil }
    guard let tail = sides[1], head.count + tail.count <= 14 else { return nil }
    return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  /// The bytes of groups between colons, of which the last two may be an IPv4 address; empty for an empty text.
  private static func groups(_ text: Substring) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let address = four(part) {
        bytes += address
      } else if (1...4).contains(part.utf8.count), let group = UInt16(part, radix: 16), part.first != "+" {
        bytes += [UInt8(group >> 8), UInt8(group & 0xFF)]
      } else {
        return nil
      }
    }
    return bytes
  }
}

extension Substring {
  /// The pieces between occurrences of a separator.
  fileprivate func components(of separator: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = self
    while let range = rest.firstRange(of: separator) {
      pieces.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return pieces + [rest]
  }
}
