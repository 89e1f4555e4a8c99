/// Hexadecimal text of bytes and back.
public enum Hex {
  /// Lower-case hexadecimal, two characters per byte.
  public static func text(of bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of hexadecimal text in either case; `nil` if it is invalid.
  public static func bytes(of text: String) -> [UInt8]? {
    let digits = text.utf8.compactMap { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
      default: nil
      }
    }
    guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
