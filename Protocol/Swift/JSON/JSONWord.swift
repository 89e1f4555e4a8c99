/// Searches eight bytes at a time for the few relevant ones.
enum JSONWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The eight bytes from `at` on, the first in the lowest bits. All eight must be readable.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self))
  }

  /// One to seven bytes, the first in the lowest bits, and blanks above them.
  @inline(__always)
  static func load(_ bytes: UnsafePointer<UInt8>, fewerThanEight count: Int) -> UInt64 {
    var word = ones &* 0x20 << UInt64(truncatingIfNeeded: count &* 8)
    if count >= 4 {
      // With fewer than eight bytes the two halves overlap, and agree there.
      word |= half(bytes, 0) | half(bytes, count &- 4) << UInt64(truncatingIfNeeded: (count &- 4) &* 8)
    } else {
      for at in 0..<count { word |= UInt64(bytes[at]) << UInt64(truncatingIfNeeded: at &* 8) }
    }
    return word
  }

  @inline(__always)
  private static func half(_ bytes: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
    UInt64(UInt32(littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt32.self)))
  }

  /// Marks, in its high bit, each byte that is a quote, a backslash, below 0x20 or from 0x80 on.
  ///
  /// There may be false marks above the lowest one (a borrow propagates upwards), so only the lowest is valid.
  @inline(__always)
  static func special(in word: UInt64) -> UInt64 {
    let isControl = (word &- (ones &* 0x20)) & ~word
    return (isControl | word) & highBits | equal(word, 0x22) | equal(word, 0x5C)
  }

  /// Marks the bytes that a writer must examine: quote, backslash, below 0x20, DEL, and C2 and E2, which begin C1
  /// controls, U+2028 and U+2029. Only the lowest mark is valid.
  @inline(__always)
  static func needsLook(in word: UInt64) -> UInt64 {
    let isControl = (word &- (ones &* 0x20)) & ~word & highBits
    return isControl | equal(word, 0x22) | equal(word, 0x5C) | equal(word, 0x7F) | equal(word, 0xC2)
      | equal(word, 0xE2)
  }

  @inline(__always)
  private static func equal(_ word: UInt64, _ byte: UInt64) -> UInt64 {
    let difference = word ^ (ones &* byte)
    return (difference &- ones) & ~difference & highBits
  }
}

/// The rules of UTF-8 (RFC 3629) and of `\u` escapes.
enum JSONUTF8 {
  /// The length, 2 to 4, of the UTF-8 sequence that begins at `at`, where the byte is 0x80 or above; 0 if it is
  /// invalid.
  ///
  /// A byte is read only if all before it are valid, so a zero byte after the text stops the reading.
  @inline(__always)
  static func sequenceLength(_ bytes: UnsafePointer<UInt8>, _ at: Int) -> Int {
    let lead = bytes[at]
    switch lead {
    case 0xC2...0xDF:
      return isContinuation(bytes[at &+ 1]) ? 2 : 0
    case 0xE0...0xEF:
      let second = bytes[at &+ 1]
      // No overlong forms below U+0800, no surrogates.
      let allowed: ClosedRange<UInt8> = lead == 0xE0 ? 0xA0...0xBF : lead == 0xED ? 0x80...0x9F : 0x80...0xBF
      return allowed.contains(second) && isContinuation(bytes[at &+ 2]) ? 3 : 0
    case 0xF0...0xF4:
      let second = bytes[at &+ 1]
      // No overlong forms below U+10000, nothing above U+10FFFF.
      let allowed: ClosedRange<UInt8> = lead == 0xF0 ? 0x90...0xBF : lead == 0xF4 ? 0x80...0x8F : 0x80...0xBF
      return allowed.contains(second) && isContinuation(bytes[at &+ 2]) && isContinuation(bytes[at &+ 3])
        ? 4 : 0
    default:
      return 0
    }
  }

  /// The value of a hexadecimal digit.
  @inline(__always)
  static func hexadecimalDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte &- UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte &- UInt8(ascii: "a") &+ 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte &- UInt8(ascii: "A") &+ 10)
    default: nil
    }
  }

  @inline(__always)
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
