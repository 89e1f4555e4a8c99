import GameKit
import Names
import WireProtocol

extension Score {
  /// The most letters of a word, and the most tries.
  static let most = 32

  /// The score in stored form, with its words in NFC.
  ///
  /// - Throws: a fault for an invalid date, and for texts that are not words.
  func checked() throws(Fault) -> Score {
    guard Day(date) != nil else { throw Fault("date must be a day such as 2022-03-08") }
    guard let word = Self.word(word) else { throw Fault("word must be 1 to \(Self.most) letters") }
    // The bound comes before the work.
    let words = tries.count <= Self.most ? tries.compactMap(Self.word) : []
    guard words.count == tries.count, (1...Self.most).contains(words.count) else {
      throw Fault("tries must be 1 to \(Self.most) words of 1 to \(Self.most) letters")
    }
    let name = player.map { try? PlayerName($0, as: .player, maximum: Self.most) }
    if player != nil, name == .some(nil) {
      throw Fault("player must be a name: a letter, then letters, digits, - _ . up to \(Self.most)")
    }
    return Score(id: id, date: date, word: word, tries: words, player: (name ?? nil)?.text)
  }

  /// Letters of any script with their marks: nothing that a terminal or a page interprets.
  private static func word(_ text: String) -> String? {
    // The bound comes before the work: it covers marks too.
    guard !text.isEmpty, text.utf8.count <= most * 8 else { return nil }
    let word = text.composed
    guard word.count <= most, word.unicodeScalars.count <= most * 2, word.allSatisfy(\.isLetter),
      word.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || $0.properties.generalCategory.isMark })
    else { return nil }
    return word
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark }
}
