/// Reads what ``Deflate`` writes: one block with fixed codes (RFC 1951, section 3.2.6). Total: it terminates for any
/// input, and never writes more than the given limit.
package struct Inflate {
  private let input: UnsafeBufferPointer<UInt8>
  private var place = 0
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  private init(_ input: UnsafeBufferPointer<UInt8>) { self.input = input }

  /// The decompressed bytes; `nil` unless the input is one complete block of at most `most` bytes.
  package static func block(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { input in
      var stream = Inflate(input)
      guard let output = stream.readBlock(most: most), stream.place == input.count else { return nil }
      return output
    }
  }

  /// The content of a gzip member without optional fields (RFC 1952); `nil` if it is corrupt or larger than `most`.
  package static func gzip(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    guard bytes.count > 18, bytes.starts(with: [0x1F, 0x8B, 8, 0]) else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    guard let output = block(Array(bytes[10..<(bytes.count - 8)]), most: most),
      word(bytes.suffix(4)) == UInt32(truncatingIfNeeded: output.count),
      word(bytes.dropLast(4).suffix(4)) == crc32(output)
    else { return nil }
    return output
  }

  private mutating func readBlock(most: Int) -> [UInt8]? {
    guard take(3) == 0b011 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(min(max(most, 0), 1 << 20))
    while let symbol = literal() {
      if symbol < 256 {
        guard output.count < most else { return nil }
        output.append(UInt8(truncatingIfNeeded: symbol))
      } else if symbol == 256 {
        return output
      } else {
        guard let (length, distance) = match(symbol), distance <= output.count, output.count + length <= most else {
          return nil
        }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
    return nil
  }

  /// A literal, the end of block (256), or the symbol of a length.
  private mutating func literal() -> Int? {
    guard let start = takeCode(7) else { return nil }
    if start < 0x18 { return 256 + start }
    guard let eight = takeCode(1).map({ start << 1 | $0 }) else { return nil }
    if eight < 0xC0 { return eight - 0x30 }
    if eight < 0xC8 { return 280 + eight - 0xC0 }
    return takeCode(1).map { 144 + (eight << 1 | $0) - 0x190 }
  }

  private mutating func match(_ symbol: Int) -> (length: Int, distance: Int)? {
    var length = 258
    if symbol < 285 {
      guard let value = value(of: symbol - 257, least: 4) else { return nil }
      length = value + 3
    } else if symbol > 285 {
      return nil
    }
    guard let code = takeCode(5), code < 30, let value = value(of: code, least: 2) else { return nil }
    return (length, value + 1)
  }

  /// Section 3.2.5: `least` symbols for each number of extra bits, and twice as many for zero.
  private mutating func value(of symbol: Int, least: Int) -> Int? {
    guard symbol >= 2 * least else { return symbol }
    let extra = symbol / least - 1
    return take(UInt64(extra)).map { (least + symbol % least) << extra + Int($0) }
  }

  /// Codes begin with their most significant bit.
  private mutating func takeCode(_ width: Int) -> Int? {
    guard var bits = take(UInt64(width)) else { return nil }
    var code = 0
    for _ in 0..<width {
      code = code << 1 | Int(bits & 1)
      bits >>= 1
    }
    return code
  }

  private mutating func take(_ width: UInt64) -> UInt64? {
    while count < width {
      guard place < input.count else { return nil }
      bits |= UInt64(input[place]) << count
      count += 8
      place += 1
    }
    defer {
      bits >>= width
      count -= width
    }
    return bits & (1 << width - 1)
  }
}
