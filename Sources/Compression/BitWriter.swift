/// Bytes of bits, the least significant first, as deflate has them (RFC 1951, section 3.1.1).
struct BitWriter {
  private(set) var bytes: [UInt8]
  private var bits: UInt64 = 0
  private var count = 0

  init(after header: [UInt8]) { bytes = header }

  /// - Parameter width: at most 32 bits.
  mutating func put(_ value: Int, _ width: Int) {
    bits |= UInt64(value) << UInt64(count)
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  mutating func put(_ symbol: Int, as code: PrefixCode) { put(code.codes[symbol], code.lengths[symbol]) }

  /// Pads the current byte.
  mutating func align() {
    if count > 0 { put(0, 8 - count) }
  }

  /// Appends whole bytes; the current byte must be complete.
  mutating func put(_ more: Slice<UnsafeBufferPointer<UInt8>>) { bytes += more }

  consuming func finished() -> [UInt8] {
    align()
    return bytes
  }
}
