public import WireProtocol

/// The best colour of each letter, `a` to `z`, over all guesses.
public struct LetterKeys: Sendable {
  /// A set of letters as bits, `a` the lowest.
  public struct Letters: Sendable {
    @usableFromInline var bits: UInt32 = 0

    @usableFromInline init() {}

    /// Whether the set is empty.
    @inlinable public var isEmpty: Bool { bits == 0 }

    /// Calls a body with each letter, in alphabetical order.
    @inlinable
    public func forEach(_ body: (UInt8) -> Void) {
      var rest = bits
      while rest != 0 {
        body(0x61 &+ UInt8(truncatingIfNeeded: rest.trailingZeroBitCount))
        rest &= rest &- 1
      }
    }

    fileprivate var text: String {
      String(unsafeUninitializedCapacity: bits.nonzeroBitCount) { bytes in
        var count = 0
        forEach { letter in
          bytes[count] = letter
          count += 1
        }
        return count
      }
    }
  }

  /// Letters in their place.
  public private(set) var right = Letters()
  /// Letters of the word in another place.
  public private(set) var elsewhere = Letters()
  /// Letters that are not in the word.
  public private(set) var absent = Letters()

  /// The state before the first guess.
  public init() {}

  /// Records the colour of a letter.
  public mutating func note(_ letter: UInt8, _ tile: Tile) {
    let bit: UInt32 = (1 << UInt32(letter & 31)) >> 1
    switch tile {
    case .right:
      right.bits |= bit
      elsewhere.bits &= ~bit
      absent.bits &= ~bit
    case .elsewhere:
      elsewhere.bits |= bit & ~right.bits
      absent.bits &= ~bit
    default: absent.bits |= bit & ~(right.bits | elsewhere.bits)
    }
  }

  /// The keyboard of a board, the best colour first.
  public var keys: [Board.Keys] {
    var keys: [Board.Keys] = []
    keys.reserveCapacity(3)
    func add(_ tile: Tile, _ letters: Letters) {
      if !letters.isEmpty { keys.append(Board.Keys(tile: tile, letters: letters.text)) }
    }
    add(.right, right)
    add(.elsewhere, elsewhere)
    add(.absent, absent)
    return keys
  }
}
