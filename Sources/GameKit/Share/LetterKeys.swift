public import WireProtocol

/// What the colours of guesses say about each letter, `a` to `z`: the best colour that it has had.
public struct LetterKeys: Sendable {
  /// Letters as a set of bits, `a` the lowest.
  public struct Letters: Sendable {
    @usableFromInline var bits: UInt32 = 0

    @usableFromInline init() {}

    /// Whether there are none.
    @inlinable public var isEmpty: Bool { bits == 0 }

    /// Calls a body with each letter, in the order of the alphabet.
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

  /// In their place.
  public private(set) var right = Letters()
  /// In the word, elsewhere.
  public private(set) var elsewhere = Letters()
  /// Not in the word.
  public private(set) var absent = Letters()

  /// Before the first guess.
  public init() {}

  /// A letter was shown in a colour.
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

  /// The keys of a board, the best colour first.
  public var keys: [Board.Keys] {
    [(Tile.right, right), (.elsewhere, elsewhere), (.absent, absent)].compactMap { tile, letters in
      letters.isEmpty ? nil : Board.Keys(tile: tile, letters: letters.text)
    }
  }
}
