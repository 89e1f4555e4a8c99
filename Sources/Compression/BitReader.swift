/// Reads bits, the least significant of each byte first.
struct BitReader {
  private let input: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var bits: UInt64 = 0
  private var count = 0

  init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  /// Whether no whole byte is left.
  var isAtEnd: Bool { place == input.count && count < 8 }

  /// The next bits, at most 16 of them; `nil` where there are not as many.
  mutating func take(_ width: Int) -> Int? {
    while count < width {
      guard place < input.count else { return nil }
      bits |= UInt64(input[place]) << UInt64(count)
      count += 8
      place += 1
    }
    defer {
      bits >>= UInt64(width)
      count -= width
    }
    return Int(bits & (1 << UInt64(width) - 1))
  }

  /// Skips the rest of the current byte.
  mutating func align() {
    bits >>= UInt64(count % 8)
    count -= count % 8
  }
}
