/// A word of five letters a–z in one register, for judging ten thousand quickly.
struct PackedWord: Hashable {
  static let length = 5
  /// The first letter in the lowest byte.
  private let packed: UInt64

  /// `nil` for anything but five letters a–z.
  init?(_ text: String) {
    guard text.utf8.count == Self.length else { return nil }
    var packed: UInt64 = 0
    for (place, letter) in text.utf8.enumerated() {
      guard (0x61...0x7A).contains(letter) else { return nil }
      packed |= UInt64(letter) << UInt64(8 * place)
    }
    self.packed = packed
  }

  subscript(place: Int) -> UInt8 { UInt8(truncatingIfNeeded: packed >> UInt64(8 * place)) }

  var text: String { String(decoding: (0..<Self.length).map { self[$0] }, as: UTF8.self) }

  struct Places {
    fileprivate var mask: UInt64
    fileprivate var letters: UInt64
  }

  func places(_ isMeant: (Int) -> Bool) -> Places {
    var mask: UInt64 = 0
    for place in 0..<Self.length where isMeant(place) { mask |= 0xFF << UInt64(8 * place) }
    return Places(mask: mask, letters: packed & mask)
  }

  func matches(_ places: Places) -> Bool { packed & places.mask == places.letters }

  func count(of letter: UInt8) -> Int {
    var count = 0
    for place in 0..<Self.length where self[place] == letter { count += 1 }
    return count
  }
}
