/// The classes of bytes in the grammar of RFC 9110 and RFC 3986.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let colon = UInt8(ascii: ":")
  static let comma = UInt8(ascii: ",")
  static let semicolon = UInt8(ascii: ";")
  static let percent = UInt8(ascii: "%")
  static let slash = UInt8(ascii: "/")

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == tab }

  /// `tchar`: the characters of methods and header names.
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  /// `pchar` without the percent sign: the characters of a path segment.
  static func isPath(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "-._~!$&'()*+,;=:@".utf8.contains(byte)
  }

  /// The value of a hexadecimal digit.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension Collection where Element == UInt8, SubSequence: BidirectionalCollection {
  /// Without leading and trailing spaces and tabs.
  var trimmed: SubSequence {
    var rest = drop(while: Byte.isBlank)
    while let last = rest.last, Byte.isBlank(last) { rest = rest.dropLast() }
    return rest
  }
}
