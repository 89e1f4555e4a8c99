public import WireProtocol

/// The colours of a guess at a ``PackedWord`` as a number in base 3, the first letter lowest: 0 absent, 1 elsewhere,
/// 2 right.
public struct PackedColours: Hashable, Sendable {
  /// From 0 to 242.
  public let code: UInt8
  /// The number of different colours.
  @inlinable public static var count: Int { 243 }
  /// All letters right.
  public static let solved = PackedColours(unchecked: 242)
  /// All colours, in the order of their codes.
  public static let all = (0..<UInt8(count)).map { PackedColours(unchecked: $0) }

  @usableFromInline init(unchecked code: UInt8) { self.code = code }

  /// The colours of a guess, by the two-pass rule of ``LetterColours``.
  @inlinable
  public init(of guess: PackedWord, against answer: PackedWord) {
    let difference = guess.packed ^ answer.packed
    // The letters of the answer that no letter of the guess has used; used ones are 0xFF.
    var free = answer.packed
    var (code, power, shift): (UInt8, UInt8, UInt64) = (0, 1, 0)
    while shift < 40 {
      if (difference >> shift) & 0xFF == 0 {
        free |= 0xFF << shift
        code &+= 2 &* power
      }
      (shift, power) = (shift &+ 8, power &* 3)
    }
    (power, shift) = (1, 0)
    while shift < 40 {
      if (difference >> shift) & 0xFF != 0 {
        let letter = (guess.packed >> shift) & 0xFF
        var place: UInt64 = 0
        while place < 40, (free >> place) & 0xFF != letter { place &+= 8 }
        if place < 40 {
          free |= 0xFF << place
          code &+= power
        }
      }
      (shift, power) = (shift &+ 8, power &* 3)
    }
    self.code = code
  }

  /// Parses `⬛🟨⬛⬛🟩`; `nil` for anything else.
  public init?(tiles: String) {
    guard tiles.unicodeScalars.count == PackedWord.length else { return nil }
    var code: UInt8 = 0
    for tile in tiles.unicodeScalars.reversed() {
      switch tile {
      case "⬛": code = code * 3
      case "🟨": code = code * 3 + 1
      case "🟩": code = code * 3 + 2
      default: return nil
      }
    }
    self.code = code
  }

  /// The colour of the letter at a place from 0 to 4.
  public subscript(place: Int) -> Tile {
    let power: UInt8 =
      switch place {
      case ...0: 1
      case 1: 3
      case 2: 9
      case 3: 27
      default: 81
      }
    let digit = code / power % 3
    return digit == 2 ? .right : digit == 1 ? .elsewhere : .absent
  }

  /// `⬛🟨⬛⬛🟩`.
  public var tiles: String { Self.texts[Int(code)] }

  private static let texts = all.map { colours in
    String((0..<PackedWord.length).map { colours[$0].rawValue })
  }
}

extension PackedColours: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(UInt8.self)
    guard code <= Self.solved.code else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a number up to 242")
    }
    self.code = code
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }
}
