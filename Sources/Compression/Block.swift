/// A block of a deflated text (RFC 1951, section 3.2.3): its tokens, and how often each symbol occurs in them.
struct Block {
  private let tokens: ArraySlice<Token>
  /// By symbol: literals, the block's end (256) and lengths; and distances.
  private var counts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)
  /// The bits after symbols, independent of the codes.
  private var extraBits = 0

  init(_ tokens: ArraySlice<Token>) {
    self.tokens = tokens
    counts[256] = 1
    for token in tokens {
      switch token {
      case .literal(let byte): counts[Int(byte)] += 1
      case .match(let length, let distance):
        let (length, distance) = (RangeSymbol.length(Int(length)), RangeSymbol.distance(Int(distance)))
        counts[257 + length.symbol] += 1
        distanceCounts[distance.symbol] += 1
        extraBits += length.extraBits + distance.extraBits
      }
    }
  }

  /// Writes the block in the shortest form: own codes with a header, fixed codes, or stored bytes.
  func write(to output: inout BitWriter, bytes: Slice<UnsafeBufferPointer<UInt8>>, isLast: Bool) {
    let own = (
      PrefixCode(counts: counts, longest: PrefixCode.longest),
      PrefixCode(counts: distanceCounts, longest: PrefixCode.longest)
    )
    let header = BlockHeader(own.0, own.1)
    let ownBits = header.bits + own.0.bits(of: counts) + own.1.bits(of: distanceCounts)
    let fixedBits = PrefixCode.fixed.bits(of: counts) + PrefixCode.fixedDistances.bits(of: distanceCounts)
    let isStorable = bytes.count <= Int(UInt16.max)
    // Three bits before the block, at most seven to the end of their byte, and the count twice.
    if isStorable && 8 * bytes.count + 42 < min(ownBits, fixedBits) + extraBits {
      output.put(isLast ? 0b001 : 0b000, 3)
      output.align()
      output.put(bytes.count | (~bytes.count & 0xFFFF) << 16, 32)
      output.put(bytes)
    } else if ownBits < fixedBits {
      output.put(isLast ? 0b101 : 0b100, 3)
      header.write(to: &output)
      put(to: &output, own.0, own.1)
    } else {
      writeFixed(to: &output, isLast: isLast)
    }
  }

  /// Writes the block with fixed codes.
  func writeFixed(to output: inout BitWriter, isLast: Bool) {
    output.put(isLast ? 0b011 : 0b010, 3)
    put(to: &output, .fixed, .fixedDistances)
  }

  private func put(to output: inout BitWriter, _ code: PrefixCode, _ distanceCode: PrefixCode) {
    for token in tokens {
      switch token {
      case .literal(let byte): output.put(Int(byte), as: code)
      case .match(let length, let distance):
        let (length, distance) = (RangeSymbol.length(Int(length)), RangeSymbol.distance(Int(distance)))
        output.put(257 + length.symbol, as: code)
        output.put(length.extra, length.extraBits)
        output.put(distance.symbol, as: distanceCode)
        output.put(distance.extra, distance.extraBits)
      }
    }
    output.put(256, as: code)
  }
}
