/// scrypt (RFC 7914): derives a key from a password at a given cost in time and memory, so that guessing is expensive
/// for an attacker who has the keys.
public struct Scrypt: Hashable, Sendable {
  /// The base-2 logarithm of RFC 7914's N.
  public let costLog2: Int
  /// RFC 7914's r: a block has 128 bytes times this.
  public let blockSize: Int
  /// RFC 7914's p: the number of independent mixes. They run one after another.
  public let parallelization: Int

  /// A cost; `nil` outside the bounds of RFC 7914, of 16 mixes, and of ``maximumMemory``.
  public init?(costLog2: Int, blockSize: Int = 8, parallelization: Int = 1) {
    guard (1...24).contains(costLog2), (1...64).contains(blockSize), (1...16).contains(parallelization),
      costLog2 < 16 * blockSize, (128 * blockSize) << costLog2 <= Self.maximumMemory
    else { return nil }
    self.init(validCostLog2: costLog2, blockSize: blockSize, parallelization: parallelization)
  }

  /// 16 MiB, and about 50 ms of processor time.
  public static let recommended = Scrypt(validCostLog2: 14, blockSize: 8, parallelization: 1)

  private init(validCostLog2 costLog2: Int, blockSize: Int, parallelization: Int) {
    self.costLog2 = costLog2
    self.blockSize = blockSize
    self.parallelization = parallelization
  }

  /// The most memory of a derivation, in bytes.
  public static let maximumMemory = 1 << 28

  /// The memory of a derivation, in bytes.
  public var memory: Int { (128 * blockSize) << costLog2 }

  /// Derives a key.
  ///
  /// - Parameter bytes: the key's length; less than 0 counts as 0.
  public func key(password: some Collection<UInt8>, salt: some Sequence<UInt8>, bytes: Int) -> [UInt8] {
    let size = 128 * blockSize
    let mixed = PBKDF2.key(password: password, salt: salt, iterations: 1, bytes: parallelization * size)
    var words = Self.words(of: mixed)
    var table = [UInt32](repeating: 0, count: (size / 4) << costLog2)
    var spare = [UInt32](repeating: 0, count: size / 4)
    words.withUnsafeMutableBufferPointer { words in
      table.withUnsafeMutableBufferPointer { table in
        spare.withUnsafeMutableBufferPointer { spare in
          guard let words = words.baseAddress, let table = table.baseAddress, let spare = spare.baseAddress else {
            return
          }
          for index in 0..<parallelization { mix(words + index * size / 4, table, spare) }
        }
      }
    }
    return PBKDF2.key(password: password, salt: Self.bytes(of: words), iterations: 1, bytes: bytes)
  }

  // MARK: - Mixing

  private typealias Words = UnsafeMutablePointer<UInt32>

  /// `scryptROMix`: fills the table with successive blocks, then looks blocks up in an order that depends on the
  /// password.
  ///
  /// - Parameters:
  ///   - block: 32 r words.
  ///   - table: N times as many.
  ///   - spare: as many as a block.
  private func mix(_ block: Words, _ table: Words, _ spare: Words) {
    let count = 32 * blockSize
    let entries = 1 << costLog2
    for index in 0..<entries {
      (table + index * count).update(from: block, count: count)
      mixBlock(block, spare)
    }
    for _ in 0..<entries {
      // Integerify: the last 64 bytes as a number modulo N, a power of two.
      let index = Int(block[count - 16]) & (entries - 1)
      Self.add(table + index * count, to: block, count: count)
      mixBlock(block, spare)
    }
  }

  /// `scryptBlockMix`: mixes each 64 bytes into the next, and reorders them by even and odd positions.
  private func mixBlock(_ block: Words, _ spare: Words) {
    let pairs = blockSize
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Salsa20.words) { buffer in
      guard let chain = buffer.baseAddress else { return }
      chain.initialize(from: block + (2 * pairs - 1) * Salsa20.words, count: Salsa20.words)
      for place in 0..<2 * pairs {
        Self.add(block + place * Salsa20.words, to: chain, count: Salsa20.words)
        Salsa20.mix(chain)
        let target = place / 2 + (place.isMultiple(of: 2) ? 0 : pairs)
        (spare + target * Salsa20.words).update(from: chain, count: Salsa20.words)
      }
    }
    block.update(from: spare, count: 2 * pairs * Salsa20.words)
  }

  @inline(__always)
  private static func add(_ other: Words, to words: Words, count: Int) {
    var place = 0
    while place < count {
      words[place] ^= other[place]
      place &+= 1
    }
  }

  // MARK: - Bytes

  private static func words(of bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { start in
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  private static func bytes(of words: [UInt32]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(words.count * 4)
    for word in words {
      for shift in [UInt32(0), 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    return bytes
  }
}
