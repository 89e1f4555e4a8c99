public import GameKit

/// The words of one pair of languages, and the words that must not occur in its grids by accident.
public struct Translations: Sendable {
  /// A word and its translations, the most common one first.
  public struct Entry: Hashable, Sendable {
    public let word: String
    /// The translated meaning: `noun`, `for a drink`; `nil` if it is the only one.
    public let sense: String?
    public let translations: [Translation]

    public var targets: [String] { translations.map { $0.word } }
  }

  /// A word of the target language.
  public struct Translation: Hashable, Sendable {
    /// The hidden form: lower case, without an article.
    public let word: String
    /// The written form with article, `das Haus`; `nil` if that is the same.
    public let written: String?
  }

  public let source: String
  public let target: TargetLanguage
  /// Sorted by word.
  public let entries: [Entry]
  /// Words that may occur in a grid only inside a translation that contains them.
  public let blocked: [String]

  /// Reads `en-es.txt`, a line such as `house: la casa, el hogar` per word, sorted, and `block-es.txt`, one word per
  /// line. Throws the first line that is broken, out of order, a duplicate, or not in the language's letters.
  public init(
    from source: String, to target: TargetLanguage, words: [UInt8], blocked: [UInt8]
  ) throws(ResourceFault) {
    self.source = source
    self.target = target
    var entries: [Entry] = []
    let reader = TranslationReader(bytes: words, language: target)
    for (index, line) in TranslationReader.lines(of: words).enumerated() {
      guard let entry = reader.entry(line) else {
        throw ResourceFault(
          message: "line \(index + 1) of \(source)-\(target.code).txt is not a word with its translations")
      }
      if let last = entries.last, last.word >= entry.word {
        throw ResourceFault(
          message: "line \(index + 1) of \(source)-\(target.code).txt is out of order or a duplicate")
      }
      entries.append(entry)
    }
    guard entries.count >= Self.fewest else {
      throw ResourceFault(message: "\(source)-\(target.code).txt holds fewer than \(Self.fewest) words")
    }
    self.entries = entries
    self.blocked = TranslationReader.lines(of: blocked).map { String(decoding: blocked[$0], as: UTF8.self) }
    for (index, word) in self.blocked.enumerated() where word.isEmpty || !word.allSatisfy(\.isLetter) {
      throw ResourceFault(message: "line \(index + 1) of block-\(target.code).txt is not a word")
    }
  }

  /// The size of a daily.
  private static let fewest = 5
}
