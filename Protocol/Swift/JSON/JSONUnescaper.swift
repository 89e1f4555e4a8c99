/// Iterates over the bytes of a string with its escapes resolved.
///
/// The string was validated by the parser; each step is bounded by the buffer nevertheless.
struct JSONUnescaper: Sequence, IteratorProtocol {
  private let content: UnsafeBufferPointer<UInt8>
  private var at = 0
  /// The remaining bytes of a scalar, the next one lowest.
  private var pending: UInt32 = 0

  /// Unescapes the content between a string's quotes.
  init(_ content: UnsafeBufferPointer<UInt8>) {
    self.content = content
  }

  mutating func next() -> UInt8? {
    if pending != 0 {
      let byte = UInt8(truncatingIfNeeded: pending)
      pending >>= 8
      return byte
    }
    guard let byte = take() else { return nil }
    guard byte == UInt8(ascii: "\\"), let escape = take() else { return byte }
    switch escape {
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u"): return unicode()
    default: return escape
    }
  }

  private mutating func take() -> UInt8? {
    guard at < content.count else { return nil }
    defer { at &+= 1 }
    return content[at]
  }

  private mutating func unit() -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 { value = value << 4 | (take().flatMap(JSONUTF8.hexadecimalDigit) ?? 0) }
    return value
  }

  private mutating func unicode() -> UInt8 {
    var scalar = unit()
    if scalar & 0xFC00 == 0xD800 {
      at &+= 2
      scalar = 0x10000 &+ ((scalar & 0x3FF) << 10 | (unit() & 0x3FF))
    }
    switch scalar {
    case 0..<0x80:
      return UInt8(truncatingIfNeeded: scalar)
    case 0x80..<0x800:
      pending = tail(scalar, 0)
      return 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
    case 0x800..<0x10000:
      pending = tail(scalar, 6) | tail(scalar, 0) << 8
      return 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
    default:
      pending = tail(scalar, 12) | tail(scalar, 6) << 8 | tail(scalar, 0) << 16
      return 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
    }
  }

  private func tail(_ scalar: UInt32, _ shift: UInt32) -> UInt32 { 0x80 | (scalar >> shift & 0x3F) }
}
