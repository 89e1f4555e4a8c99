/// Writes one deflate block with fixed codes (RFC 1951): in a zlib stream (RFC 1950) for pictures of few colours, in a
/// gzip member (RFC 1952) for texts, or bare for ``Inflate``.
package struct Deflate {
  private var bytes: [UInt8]
  private var bits: UInt64 = 0
  private var count: UInt64 = 0

  private init(header: [UInt8]) {
    bytes = header
    put(0b011, 3)
  }

  /// Searches for matches at the given distances only, so its time is linear in the input's length.
  ///
  /// - Parameter distances: the distances, the nearest first; each from 1 to 32768.
  package static func zlib(_ input: [UInt8], distances: [Int]) -> [UInt8] {
    var stream = Deflate(header: [0x78, 0x01])
    return input.withUnsafeBufferPointer { input in
      stream.putBlock(input, distances)
      return stream.finished() + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: adler32(input) >> $0) }
    }
  }

  /// Searches for matches at the latest 32 positions with the same hash of three bytes, and passes over a match before
  /// a longer one.
  package static func gzip(_ input: [UInt8]) -> [UInt8] {
    var stream = Deflate(header: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    input.withUnsafeBufferPointer { stream.putText($0, candidates: 32, looksAhead: true) }
    let trailer = [crc32(input), UInt32(truncatingIfNeeded: input.count)]
    return stream.finished() + trailer.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// The bare block, for short texts that have to be compressed fast: at most four positions are searched.
  package static func block(_ input: [UInt8]) -> [UInt8] {
    var stream = Deflate(header: [])
    stream.bytes.reserveCapacity(input.count / 2)
    input.withUnsafeBufferPointer { stream.putText($0, candidates: 4) }
    return stream.finished()
  }

  /// - Parameter looksAhead: whether a match is passed over where the next position has a longer one.
  private mutating func putText(_ input: UnsafeBufferPointer<UInt8>, candidates: Int, looksAhead: Bool = false) {
    // `latest`: the last position by the hash of three bytes; `earlier`: by position, the one before with the same
    // hash.
    var latest = [Int](repeating: -1, count: 1 << 12)
    var earlier = [Int](repeating: -1, count: input.count)
    var place = 0
    func longest(at place: Int) -> (length: Int, distance: Int) {
      var best = (length: 0, distance: 0)
      guard place + 2 < input.count else { return best }
      var candidate = latest[Self.hash(input, at: place)]
      for _ in 0..<candidates where candidate >= 0 && place - candidate <= 32_768 {
        let length = Self.match(input, at: place, distance: place - candidate)
        if length > best.length { best = (length, place - candidate) }
        candidate = earlier[candidate]
      }
      return best
    }
    while place < input.count {
      let best = longest(at: place)
      let isPassedOver = looksAhead && best.length >= 3 && longest(at: place + 1).length > best.length
      let length = best.length >= 3 && !isPassedOver ? best.length : 1
      if length > 1 { putMatch(length: length, distance: best.distance) } else { putLiteral(Int(input[place])) }
      for index in place..<max(place, min(place + length, input.count - 2)) {
        let hash = Self.hash(input, at: index)
        earlier[index] = latest[hash]
        latest[hash] = index
      }
      place += length
    }
    putLiteral(256)
  }

  private static func hash(_ input: UnsafeBufferPointer<UInt8>, at place: Int) -> Int {
    (Int(input[place]) << 7 ^ Int(input[place + 1]) << 4 ^ Int(input[place + 2])) & 0xFFF
  }

  private mutating func putBlock(_ input: UnsafeBufferPointer<UInt8>, _ distances: [Int]) {
    var place = 0
    while place < input.count {
      var best = (length: 0, distance: 0)
      for distance in distances {
        let length = Self.match(input, at: place, distance: distance)
        if length > best.length { best = (length, distance) }
      }
      if best.length >= 3 {
        putMatch(length: best.length, distance: best.distance)
        place += best.length
      } else {
        putLiteral(Int(input[place]))
        place += 1
      }
    }
    putLiteral(256)
  }

  private static func match(_ input: UnsafeBufferPointer<UInt8>, at place: Int, distance: Int) -> Int {
    guard distance <= place else { return 0 }
    let most = min(258, input.count - place)
    var length = 0
    while length < most, input[place + length] == input[place + length - distance] { length += 1 }
    return length
  }

  /// Literals, the end of block and lengths have the fixed codes of section 3.2.6.
  private mutating func putLiteral(_ symbol: Int) {
    switch symbol {
    case ..<144: putCode(0x30 + symbol, 8)
    case ..<256: putCode(0x190 + symbol - 144, 9)
    case ..<280: putCode(symbol - 256, 7)
    default: putCode(0xC0 + symbol - 280, 8)
    }
  }

  /// Section 3.2.5: symbols for lengths from 3 to 258 and distances from 1 to 32768, followed by extra bits.
  private mutating func putMatch(length: Int, distance: Int) {
    if length == 258 {
      putLiteral(285)
    } else {
      let (symbol, extra, base) = Self.symbol(length - 3, least: 4)
      putLiteral(257 + symbol)
      put(UInt64(length - 3 - base), UInt64(extra))
    }
    let (symbol, extra, base) = Self.symbol(distance - 1, least: 2)
    putCode(symbol, 5)
    put(UInt64(distance - 1 - base), UInt64(extra))
  }

  /// The rule of both tables: `least` symbols for each number of extra bits, and twice as many for zero.
  private static func symbol(_ value: Int, least: Int) -> (symbol: Int, extra: Int, base: Int) {
    guard value >= 2 * least else { return (value, 0, value) }
    let width = Int.bitWidth - value.leadingZeroBitCount
    let extra = width - (least == 4 ? 3 : 2)
    return ((extra + 1) * least + (value >> extra) - least, extra, (value >> extra) << extra)
  }

  /// Codes are written most significant bit first, all else least significant bit first.
  private mutating func putCode(_ code: Int, _ width: Int) {
    var reversed: UInt64 = 0
    for bit in 0..<width where code >> bit & 1 == 1 { reversed |= 1 << UInt64(width - 1 - bit) }
    put(reversed, UInt64(width))
  }

  private mutating func put(_ value: UInt64, _ width: UInt64) {
    bits |= value << count
    count += width
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  private consuming func finished() -> [UInt8] {
    if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
    return bytes
  }
}
