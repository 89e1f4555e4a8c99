import GameKit

/// The visible form of a word: the right answer must not be the only one of its form.
struct WordForm: Hashable, Sendable {
  /// The part of speech as in the deck; empty if unknown.
  let part: String
  /// The index of the article in ``articles``; `nil` for a word without one.
  let article: Int?
  /// The index of the ending among those of the language's infinitives; `nil` for a word with another ending, or with
  /// an article.
  let ending: Int?
  /// The number of meanings, three for more.
  let meanings: Int

  init(_ word: WordDeck.Word, language: String) {
    part = word.part.lowercased()
    article = Self.article(of: word.original)
    let endings = article == nil ? Self.infinitives[language] ?? [] : []
    ending = endings.firstIndex { word.original.utf8.reversed().starts(with: $0.utf8.reversed()) }
    meanings = min(3, Self.parts(of: word.translation).count)
  }

  /// How similar two words have to be, the strictest first.
  enum Likeness: CaseIterable {
    /// The whole visible form is equal.
    case all
    /// Equal except for the number of meanings.
    case form
    /// Both have an article, or neither has.
    case kind
    /// Any two words.
    case none
  }

  func isLike(_ other: WordForm, _ likeness: Likeness) -> Bool {
    switch likeness {
    case .all: self == other
    case .form: part == other.part && article == other.article && ending == other.ending
    case .kind: part == other.part && (article == nil) == (other.article == nil)
    case .none: true
    }
  }

  /// The lengths of the listed translations in letters, without parentheses and surrounding spaces, which are not shown
  /// in an answer.
  static func parts(of translation: String) -> [Int] {
    var lengths = [0]
    var (depth, spaces) = (0, 0)
    for byte in translation.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case _ where depth > 0: break
      case UInt8(ascii: ","):
        lengths.append(0)
        spaces = 0
      case UInt8(ascii: " "): spaces = 1
      // A letter of several bytes counts by its first one.
      case _ where byte & 0xC0 != 0x80:
        let length = lengths[lengths.count - 1]
        lengths[lengths.count - 1] = length + (length > 0 ? spaces : 0) + 1
        spaces = 0
      default: break
      }
    }
    return lengths
  }

  private static func article(of original: String) -> Int? {
    guard let first = original.split(maxSplits: 1, whereSeparator: { $0 == " " }).first, first.count < 5 else {
      return elisions.first { original.hasPrefix($0) }.map { _ in articles.count }
    }
    if first.endIndex < original.endIndex, let place = articles.firstIndex(of: first.lowercased()) { return place }
    return elisions.first { original.hasPrefix($0) }.map { _ in articles.count }
  }

  private static let articles = [
    "der", "die", "das", "el", "la", "los", "las", "le", "les", "il", "lo", "i", "gli", "o", "a", "os", "as", "de",
    "het", "the", "an",
  ]
  private static let elisions = ["l'", "l’", "L'", "L’"]

  /// The endings of infinitives, the form of verbs in word lists.
  private static let infinitives = [
    "French": ["er", "ir", "re"],
    "German": ["en", "eln", "ern"],
    "Italian": ["are", "ere", "ire", "rsi"],
    "Portuguese": ["ar", "er", "ir"],
    "Spanish": ["ar", "er", "ir", "rse"],
  ]
}
