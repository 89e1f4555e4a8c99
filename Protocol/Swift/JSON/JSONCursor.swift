/// Writes into a buffer of a precomputed size; anything beyond it is dropped.
struct JSONCursor {
  /// The length of the longest `Int`: a sign and nineteen digits.
  static let longestInteger = 20

  private let buffer: UnsafeMutableBufferPointer<UInt8>
  /// The number of bytes written.
  private(set) var count = 0

  /// A cursor at the start of a buffer, which may be uninitialised.
  @inline(__always)
  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    self.buffer = buffer
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard count < buffer.count, let base = buffer.baseAddress else { return }
    (base + count).initialize(to: byte)
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count <= buffer.count &- count, let base = buffer.baseAddress, let source = text.baseAddress
    else {
      return
    }
    (base + count).initialize(from: source, count: text.count)
    count &+= text.count
  }

  /// Appends text that needs no escape, in quotes.
  @inline(__always)
  mutating func append(quoted text: UnsafeBufferPointer<UInt8>) {
    append(UInt8(ascii: "\""))
    append(text)
    append(UInt8(ascii: "\""))
  }

  /// Appends an integer's decimal digits.
  @inline(__always)
  mutating func append(decimal value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    guard rest >= 10 else { return append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)) }
    let length = JSONCursor.digitCount(rest)
    guard length <= buffer.count &- count, let base = buffer.baseAddress else { return }
    var at = count &+ length
    while at > count {
      at &-= 1
      (base + at).initialize(to: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    }
    count &+= length
  }

  private static func digitCount(_ value: UInt) -> Int {
    var count = 1
    var rest = value
    while rest >= 10 {
      rest /= 10
      count &+= 1
    }
    return count
  }
}
