/// Compresses (RFC 1951): into a zlib stream (RFC 1950) for pictures of few colours, into a gzip member (RFC 1952) for
/// texts, or into a bare block for ``Inflate``.
package enum Deflate {
  /// The tokens of a block. Parts of this size have similar symbol frequencies.
  private static let blockTokens = 1 << 14

  /// Searches for matches at the given distances only.
  ///
  /// - Parameter distances: the distances, the nearest first; each from 1 to 32768.
  package static func zlib(_ input: [UInt8], distances: [Int]) -> [UInt8] {
    input.withUnsafeBufferPointer { input in
      let trailer = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: adler32(input) >> $0) }
      return stream([0x78, 0x01], input, Token.all(of: input, distances: distances)) + trailer
    }
  }

  /// Searches for matches at the latest 32 positions with the same hash of three bytes, and prefers a longer match at
  /// the next position.
  package static func gzip(_ input: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
    let trailer = [crc32(input), UInt32(truncatingIfNeeded: input.count)]
    return input.withUnsafeBufferPointer { stream(header, $0, Token.all(of: $0, candidates: 32, looksAhead: true)) }
      + trailer.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// One bare block with fixed codes, for short texts that have to be compressed fast: at most four positions are
  /// searched.
  package static func block(_ input: [UInt8]) -> [UInt8] {
    var output = BitWriter(after: [])
    let tokens = input.withUnsafeBufferPointer { Token.all(of: $0, candidates: 4, looksAhead: false) }
    Block(tokens[...]).writeFixed(to: &output, isLast: true)
    return output.finished()
  }

  private static func stream(_ header: [UInt8], _ input: UnsafeBufferPointer<UInt8>, _ tokens: [Token]) -> [UInt8] {
    var output = BitWriter(after: header)
    var (first, place) = (0, 0)
    repeat {
      let part = tokens[first..<min(first + blockTokens, tokens.count)]
      let end = place + part.reduce(0) { $0 + $1.count }
      Block(part).write(to: &output, bytes: input[place..<end], isLast: part.endIndex == tokens.count)
      (first, place) = (part.endIndex, end)
    } while first < tokens.count
    return output.finished()
  }
}
