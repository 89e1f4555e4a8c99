/// Reads what ``Deflate`` and others write (RFC 1951). Total: it terminates for any input, and never writes more than
/// the given limit.
package struct Inflate {
  private var input: BitReader
  private var output: [UInt8] = []
  private let most: Int

  private init(_ input: UnsafeBufferPointer<UInt8>, most: Int) {
    (self.input, self.most) = (BitReader(input), most)
    output.reserveCapacity(min(max(most, 0), 1 << 20))
  }

  /// The decompressed bytes; `nil` unless the input is complete blocks of at most `most` bytes and nothing else.
  package static func blocks(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    bytes.withUnsafeBufferPointer { input in
      var stream = Inflate(input, most: most)
      guard stream.readBlocks(), stream.input.isAtEnd else { return nil }
      return stream.output
    }
  }

  /// The content of a gzip member without optional fields (RFC 1952); `nil` if it is corrupt or larger than `most`.
  package static func gzip(_ bytes: [UInt8], most: Int) -> [UInt8]? {
    guard bytes.count > 18, bytes.starts(with: [0x1F, 0x8B, 8, 0]) else { return nil }
    func word(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    guard let output = blocks(Array(bytes[10..<(bytes.count - 8)]), most: most),
      word(bytes.suffix(4)) == UInt32(truncatingIfNeeded: output.count),
      word(bytes.dropLast(4).suffix(4)) == crc32(output)
    else { return nil }
    return output
  }

  /// Whether all blocks are readable. Each takes at least three bits, so this ends.
  private mutating func readBlocks() -> Bool {
    while let isLast = input.take(1), let form = input.take(2) {
      let isRead =
        switch form {
        case 0: readStored()
        case 1: readBlock(.fixed, .fixedDistances)
        case 2: readCodes().map { readBlock($0.symbols, $0.distances) } ?? false
        default: false
        }
      guard isRead else { return false }
      if isLast == 1 { return true }
    }
    return false
  }

  private mutating func readStored() -> Bool {
    input.align()
    guard let count = input.take(16), let complement = input.take(16), count == ~complement & 0xFFFF,
      output.count + count <= most
    else { return false }
    for _ in 0..<count {
      guard let byte = input.take(8) else { return false }
      output.append(UInt8(truncatingIfNeeded: byte))
    }
    return true
  }

  /// The codes in a block's header (section 3.2.7).
  private mutating func readCodes() -> (symbols: PrefixReader, distances: PrefixReader)? {
    guard let symbols = input.take(5), symbols < 30, let distances = input.take(5), distances < 30,
      let own = input.take(4)
    else { return nil }
    var ownLengths = [Int](repeating: 0, count: BlockHeader.order.count)
    for symbol in BlockHeader.order.prefix(own + 4) {
      guard let length = input.take(3) else { return nil }
      ownLengths[symbol] = length
    }
    guard let code = PrefixReader(lengths: ownLengths[...]),
      let lengths = readLengths(code, count: symbols + 257 + distances + 1), lengths[256] > 0,
      let first = PrefixReader(lengths: lengths.prefix(symbols + 257)),
      let second = PrefixReader(lengths: lengths.dropFirst(symbols + 257))
    else { return nil }
    return (first, second)
  }

  private mutating func readLengths(_ code: PrefixReader, count: Int) -> [Int]? {
    var lengths: [Int] = []
    while lengths.count < count {
      guard let symbol = code.symbol(from: &input) else { return nil }
      let run: (length: Int?, least: Int, bits: Int) =
        switch symbol {
        case 16: (lengths.last, 3, 2)
        case 17: (0, 3, 3)
        case 18: (0, 11, 7)
        default: (symbol, 1, 0)
        }
      guard let length = run.length, let more = input.take(run.bits), lengths.count + run.least + more <= count else {
        return nil
      }
      lengths += repeatElement(length, count: run.least + more)
    }
    return lengths
  }

  private mutating func readBlock(_ code: PrefixReader, _ distanceCode: PrefixReader) -> Bool {
    while let symbol = code.symbol(from: &input) {
      if symbol == 256 { return true }
      guard symbol < 256 ? append(UInt8(truncatingIfNeeded: symbol)) : appendMatch(symbol, distanceCode) else {
        return false
      }
    }
    return false
  }

  private mutating func append(_ byte: UInt8) -> Bool {
    guard output.count < most else { return false }
    output.append(byte)
    return true
  }

  private mutating func appendMatch(_ symbol: Int, _ distanceCode: PrefixReader) -> Bool {
    guard symbol < 286, let length = value(RangeSymbol.firstLength(of: symbol - 257)),
      let distanceSymbol = distanceCode.symbol(from: &input),
      let distance = value(RangeSymbol.firstDistance(of: distanceSymbol)),
      distance <= output.count, output.count + length <= most
    else { return false }
    for _ in 0..<length { output.append(output[output.count - distance]) }
    return true
  }

  private mutating func value(_ range: (value: Int, extraBits: Int)) -> Int? {
    input.take(range.extraBits).map { range.value + $0 }
  }
}
