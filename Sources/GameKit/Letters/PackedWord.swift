/// A word of five letters a–z in one register, so that thousands are judged quickly.
public struct PackedWord: Hashable, Sendable {
  /// The number of letters.
  @inlinable public static var length: Int { 5 }
  /// Replaces a stored word that is none. No guess equals it, and no letter of a guess is in it.
  public static let blank = PackedWord(packed: 0)

  /// The first letter in the lowest byte.
  @usableFromInline let packed: UInt64

  @usableFromInline init(packed: UInt64) { self.packed = packed }

  /// A word in lower case; `nil` for anything but five letters a–z.
  @inlinable
  public init?(_ text: String) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    self.init(bytes: text.utf8)
  }

  /// Checks a guess.
  ///
  /// - Throws: a sentence for players.
  public init(checking text: String) throws(Rejection) {
    try WordList.check(text, length: Self.length)
    self.init(bytes: text.utf8)
  }

  @usableFromInline init(bytes: String.UTF8View) {
    var packed: UInt64 = 0
    for (place, letter) in bytes.enumerated() { packed |= UInt64(letter) << UInt64(8 * place) }
    self.packed = packed
  }

  /// The letter at a place from 0.
  @inlinable
  public subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt64(8 * place)) }

  /// The word in lower case; empty for ``blank``.
  public var text: String {
    guard self != .blank else { return "" }
    return String(unsafeUninitializedCapacity: Self.length) { bytes in
      for place in 0..<Self.length { bytes[place] = self[place] }
      return Self.length
    }
  }

  /// The word with nothing at the places for which `isMeant` does not hold: nothing is in no answer.
  package func masked(_ isMeant: (Int) -> Bool) -> PackedWord { PackedWord(packed: packed & places(isMeant).mask) }

  /// How often a letter occurs.
  @inlinable
  public func count(of letter: UInt8) -> Int {
    var count = 0
    for place in 0..<Self.length where self[place] == letter { count += 1 }
    return count
  }
}

extension PackedWord {
  /// The letters at some places, for comparing many words with them.
  public struct Places: Sendable {
    @usableFromInline let mask: UInt64
    @usableFromInline let letters: UInt64

    @usableFromInline init(mask: UInt64, letters: UInt64) { (self.mask, self.letters) = (mask, letters) }
  }

  /// The letters at the places for which `isMeant` holds.
  @inlinable
  public func places(_ isMeant: (Int) -> Bool) -> Places {
    var mask: UInt64 = 0
    for place in 0..<Self.length where isMeant(place) { mask |= 0xFF << UInt64(8 * place) }
    return Places(mask: mask, letters: packed & mask)
  }

  /// The word with these letters at these places.
  func replacing(_ places: Places) -> PackedWord { PackedWord(packed: packed & ~places.mask | places.letters) }

  /// Whether the word has these letters at these places.
  @inlinable
  public func matches(_ places: Places) -> Bool { packed & places.mask == places.letters }
}

extension PackedWord: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let word = text.isEmpty ? .blank : PackedWord(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected five letters a to z")
    }
    self = word
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
