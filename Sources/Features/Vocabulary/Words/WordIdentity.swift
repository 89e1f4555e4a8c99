import GameKit

/// Decides which originals of a language are the same word. Accents distinguish words (`año` and `ano`), and in German
/// case does too (`essen` and `das Essen`, `weise` and `Weise`); in other languages case depends on the position in a
/// sentence.
struct WordIdentity {
  private let isCaseSensitive: Bool

  /// - Parameter language: the owner's name for it: `German`, `Deutsch A2`.
  init(language: String) { isCaseSensitive = LanguageNames.capitalizesNouns(language) }

  /// Equal for originals that are the same word only.
  func key(of original: String) -> [UInt8] {
    isCaseSensitive ? Self.exactKey(of: original) : Self.caselessKey(of: original)
  }

  /// Hashes of an original, valid for any name of the language.
  struct Hashes {
    fileprivate let exact: Int
    fileprivate let caseless: Int

    init(of original: String) {
      exact = exactKey(of: original).hashValue
      caseless = caselessKey(of: original).hashValue
    }
  }

  /// Whether two originals may be the same word: different words have equal hashes only by chance, whoever writes them.
  func mayBeEqual(_ one: Hashes, _ other: Hashes) -> Bool {
    isCaseSensitive ? one.exact == other.exact : one.caseless == other.caseless
  }

  private static func exactKey(of text: String) -> [UInt8] { plain(text.composed.utf8) }

  /// The key in lower case.
  static func caselessKey(of text: String) -> [UInt8] {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    return isASCII ? text.utf8.map(FoldedText.lower) : plain(text.composed.lowercased().utf8)
  }

  /// Normalises apostrophes: `l’eau` becomes `l'eau`.
  private static func plain(_ bytes: String.UTF8View) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    for byte in bytes {
      plain.append(byte)
      guard byte == 0x99, plain.count >= 3, plain[plain.count - 2] == 0x80, plain[plain.count - 3] == 0xE2 else {
        continue
      }
      plain.removeLast(3)
      plain.append(UInt8(ascii: "'"))
    }
    return plain
  }
}
