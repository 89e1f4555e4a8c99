/// Escapes characters in strings.
enum JSONEscaping {
  /// Appends UTF-8 text, escaping `"`, `\`, C0 and C1 controls, DEL, U+2028 and U+2029.
  static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    var plain = 0
    var at = 0
    while true {
      at = nextToEscape(text, at)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[plain..<at]))
      guard at < text.count else { return }
      at = appendEscape(text, at, to: &bytes)
      plain = at
    }
  }

  /// Whether the text needs no escape.
  @inline(__always)
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = text.baseAddress, text.count > 0 else { return true }
    if text.count < 8, JSONWord.needsLook(in: JSONWord.load(base, fewerThanEight: text.count)) == 0 {
      return true
    }
    return nextToEscape(text, 0) == text.count
  }

  /// The index of the first byte from `start` on that needs an escape, or the end.
  static func nextToEscape(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    guard let base = text.baseAddress else { return text.count }
    var at = start
    while at < text.count {
      if at &+ 8 <= text.count {
        let mask = JSONWord.needsLook(in: JSONWord.load(base, at))
        if mask == 0 {
          at &+= 8
          continue
        }
        at &+= mask.trailingZeroBitCount >> 3
      }
      let length = plainLength(text, at)
      guard length > 0 else { return at }
      at &+= length
    }
    return text.count
  }

  /// The number of bytes at `at` that need no escape; 0 if one is needed. C1 controls are C2 80…9F, the two line
  /// separators E2 80 A8…A9.
  @inline(__always)
  private static func plainLength(_ text: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    switch text[at] {
    case 0..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F: return 0
    case 0xC2: return at &+ 1 < text.count && text[at &+ 1] < 0xA0 ? 0 : min(2, text.count &- at)
    case 0xE2:
      guard at &+ 2 < text.count else { return text.count &- at }
      return text[at &+ 1] == 0x80 && text[at &+ 2] & 0xFE == 0xA8 ? 0 : 3
    default: return 1
    }
  }

  /// Appends the escape of the character at `at`.
  ///
  /// - Returns: the index after the character.
  private static func appendEscape(_ text: UnsafeBufferPointer<UInt8>, _ at: Int, to bytes: inout [UInt8])
    -> Int
  {
    let byte = text[at]
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0xC2:
      appendUnicode(0, text[at &+ 1], to: &bytes)
      return at &+ 2
    case 0xE2:
      appendUnicode(0x20, text[at &+ 2] &- 0x80, to: &bytes)
      return at &+ 3
    default: appendUnicode(0, byte, to: &bytes)
    }
    return at &+ 1
  }

  private static func appendUnicode(_ high: UInt8, _ low: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "u"))
    for byte in [high, low] {
      bytes.append(hexadecimal(byte >> 4))
      bytes.append(hexadecimal(byte & 0x0F))
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &+ digit &- 10
  }
}
