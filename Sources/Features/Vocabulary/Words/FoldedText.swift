@_spi(_Unicode) import Swift

/// Text folded for search: lower case, without accents. Whether two words are the same is decided by ``WordIdentity``.
enum FoldedText {
  /// The folded form in UTF-8: lower case, letters without accents and points, `ß` as `ss`, and `æ`, `œ`, `ø`, `đ` and
  /// `ł` as typed without such keys. Vowel signs and voicing marks, which change the syllable, are kept; letters are
  /// decomposed, so that `が` begins with `か`, and `한` with `하`.
  static func key(of text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { bytes in
      if bytes.allSatisfy({ $0 < 0x80 }) { return bytes.map(lower) }
      return foldedLetters(String(decoding: bytes, as: UTF8.self))
    }
  }

  static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func foldedLetters(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for scalar in text.lowercased()._nfd {
      if scalar.value < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if let letters = plainLetters[scalar] {
        bytes.append(contentsOf: letters.utf8)
      } else if !isAccent(scalar) {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    return bytes
  }

  /// Marks with a combining class: accents, and the points of Hebrew and Arabic. Classes 1 to 9 are overlays, nuktas,
  /// voicing marks and viramas, which are part of their letter.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.canonicalCombiningClass.rawValue > 9
  }

  /// Letters that Unicode does not decompose.
  private static let plainLetters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h", "’": "'",
  ]
}
