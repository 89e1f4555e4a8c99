/// A host and an optional port: the value of `Host`, and part of an origin.
public struct HTTPHost: Hashable, Sendable {
  /// The name or address in lower case; an IPv6 address with its brackets.
  public let name: String
  /// The port, if given.
  public let port: UInt16?

  /// Creates a host.
  public init(name: String, port: UInt16?) {
    self.name = name
    self.port = port
  }

  /// Whether it is an address in digits, and no name.
  public var isAddress: Bool {
    if name.hasPrefix("[") { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy(Byte.isDigit) }
  }

  /// Parses `localhost:8080`, `127.0.0.1` or `[::1]:8080`; `nil` for anything else, such as user names, percent signs,
  /// or a colon without a port.
  public init?(_ text: String) {
    self.init(bytes: Array(text.utf8)[...])
  }

  init?(bytes: ArraySlice<UInt8>) {
    let end: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")), bracket > bytes.startIndex + 2,
        bytes[(bytes.startIndex + 1)..<bracket].allSatisfy({
          Byte.hexValue($0) != nil || $0 == Byte.colon || $0 == UInt8(ascii: ".")
        })
      else { return nil }
      end = bracket + 1
    } else {
      end = bytes.firstIndex(of: Byte.colon) ?? bytes.endIndex
      guard end > bytes.startIndex, end - bytes.startIndex <= 255,
        bytes[..<end].allSatisfy({ Byte.isLetter($0) || Byte.isDigit($0) || "-._".utf8.contains($0) })
      else { return nil }
    }
    if end == bytes.endIndex {
      port = nil
    } else {
      let digits = bytes[(end + 1)...]
      guard bytes[end] == Byte.colon, (1...5).contains(digits.count), digits.allSatisfy(Byte.isDigit),
        let number = UInt16(String(decoding: digits, as: UTF8.self))
      else { return nil }
      port = number
    }
    name = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
  }
}
