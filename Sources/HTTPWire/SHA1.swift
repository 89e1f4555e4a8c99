internal import WireProtocol

/// SHA-1 (RFC 3174), only for WebSocket's opening handshake, which does not rely on its security: SHA-1 is broken.
enum SHA1 {
  /// The 20 bytes of the digest.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += (UInt64(message.count) &* 8).bigEndianBytes
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: padded.count, by: 64) { add(padded[start..<(start + 64)], to: &state) }
    return state.flatMap(\.bigEndianBytes)
  }

  /// Section 6.1, with the schedule of 80 words written out.
  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<80 {
      words[index] = rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1)
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for (index, word) in words.enumerated() {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case 0..<20: ((b & c) | (~b & d), 0x5A82_7999)
        case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case 40..<60: ((b & c) | (b & d) | (c & d), 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      (a, b, c, d, e) = (rotate(a, by: 5) &+ mixed &+ e &+ word &+ constant, a, rotate(b, by: 30), c, d)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
