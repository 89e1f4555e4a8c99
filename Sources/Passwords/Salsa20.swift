/// The Salsa20 core of eight rounds (RFC 7914, 3): mixes 64 bytes.
enum Salsa20 {
  /// The words of a block.
  static let words = 16

  /// Mixes 16 little-endian words in place.
  ///
  /// The words are local variables: in an array they would be looked up 512 times.
  @inline(__always)
  static func mix(_ block: UnsafeMutablePointer<UInt32>) {
    var (x0, x1, x2, x3) = (block[0], block[1], block[2], block[3])
    var (x4, x5, x6, x7) = (block[4], block[5], block[6], block[7])
    var (x8, x9, x10, x11) = (block[8], block[9], block[10], block[11])
    var (x12, x13, x14, x15) = (block[12], block[13], block[14], block[15])
    var round = 0
    while round < 4 {
      quarter(&x0, &x4, &x8, &x12)
      quarter(&x5, &x9, &x13, &x1)
      quarter(&x10, &x14, &x2, &x6)
      quarter(&x15, &x3, &x7, &x11)
      quarter(&x0, &x1, &x2, &x3)
      quarter(&x5, &x6, &x7, &x4)
      quarter(&x10, &x11, &x8, &x9)
      quarter(&x15, &x12, &x13, &x14)
      round &+= 1
    }
    add(x0, x1, x2, x3, to: block)
    add(x4, x5, x6, x7, to: block + 4)
    add(x8, x9, x10, x11, to: block + 8)
    add(x12, x13, x14, x15, to: block + 12)
  }

  /// A column or a row, from its diagonal element on.
  @inline(__always)
  private static func quarter(_ a: inout UInt32, _ b: inout UInt32, _ c: inout UInt32, _ d: inout UInt32) {
    b ^= rotated(a &+ d, 7)
    c ^= rotated(b &+ a, 9)
    d ^= rotated(c &+ b, 13)
    a ^= rotated(d &+ c, 18)
  }

  @inline(__always)
  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value &<< count | value &>> (32 &- count)
  }

  @inline(__always)
  private static func add(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, to words: UnsafeMutablePointer<UInt32>
  ) {
    words[0] &+= a
    words[1] &+= b
    words[2] &+= c
    words[3] &+= d
  }
}
