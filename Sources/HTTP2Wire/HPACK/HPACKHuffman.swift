/// The Huffman code of RFC 7541, appendix B.
///
/// It is canonical: the codes of one length are consecutive numbers in the order of their symbols, and the first code
/// of a length follows the last of the shorter ones. So the lengths define the code.
enum HPACKHuffman {
  /// The code length of each byte in bits; the last one is of EOS, which must not appear.
  private static let lengths: [UInt8] = [
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12,
    10, 13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6, 15, 5, 6,
    5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5, 6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28, 20, 22, 20, 20, 22, 22,
    22, 23, 22, 23, 23, 23, 23, 23, 24, 23, 24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24, 22, 21, 20,
    22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23, 21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25, 19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28,
    27, 27, 27, 20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23, 26, 27, 26, 26, 27, 27, 27, 27, 27, 28,
    27, 27, 27, 27, 27, 26, 30,
  ]

  private struct Decoder {
    /// For each length: its first code, the number of shorter codes, and the number of codes.
    var first = [UInt32](repeating: 0, count: 31)
    var shorter = [Int](repeating: 0, count: 31)
    var count = [Int](repeating: 0, count: 31)
    /// All symbols, ordered by code length.
    let symbols: [Int]

    init() {
      symbols = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
      for length in lengths { count[Int(length)] += 1 }
      for length in 1..<31 {
        shorter[length] = shorter[length - 1] + count[length - 1]
        first[length] = (first[length - 1] + UInt32(count[length - 1])) << 1
      }
    }
  }

  private static let decoder = Decoder()

  static func decode(_ bytes: ArraySlice<UInt8>) throws(HTTP2Fault) -> [UInt8] {
    let decoder = decoder
    var text: [UInt8] = []
    var code: UInt32 = 0
    var length = 0
    for byte in bytes {
      for shift in (0..<8).reversed() {
        code = code << 1 | UInt32(byte >> UInt8(shift) & 1)
        length += 1
        guard length <= 30 else { throw HTTP2Fault("an invalid Huffman code") }
        let place = Int(code) - Int(decoder.first[length])
        guard place < decoder.count[length], place >= 0 else { continue }
        guard let symbol = UInt8(exactly: decoder.symbols[decoder.shorter[length] + place]) else {
          throw HTTP2Fault("a Huffman-coded string longer than stated")
        }
        text.append(symbol)
        (code, length) = (0, 0)
      }
    }
    // The last byte is padded with ones, the prefix of EOS.
    guard length < 8, code == 1 << UInt32(length) - 1 else { throw HTTP2Fault("a truncated Huffman code") }
    return text
  }
}
