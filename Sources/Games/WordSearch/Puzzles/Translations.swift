public import GameKit

/// The words of one pair of languages, and what must not appear in its grids by accident.
public struct Translations: Sendable {
  /// A word and its translations, the most usual one first.
  public struct Entry: Hashable, Sendable {
    public let word: String
    /// Which of its meanings are translated: `noun`, `for a drink`; `nil` where that needs no saying.
    public let sense: String?
    public let translations: [Translation]

    public var targets: [String] { translations.map { $0.word } }
  }

  /// A word of the target language.
  public struct Translation: Hashable, Sendable {
    /// As it is hidden: lower case, without an article.
    public let word: String
    /// As people write it, `das Haus`; `nil` where that is the same.
    public let written: String?
  }

  public let source: String
  public let target: Language
  /// Sorted by word.
  public let entries: [Entry]
  /// Words that a grid shows only inside a translation that has them.
  public let blocked: [String]

  /// Reads `en-es.txt`, a line such as `house: la casa, el hogar` a word, sorted, and `block-es.txt`, a word a line.
  /// Throws the first line that is broken, out of order, a duplicate, or in letters that are not the language's.
  public init(
    from source: String, to target: Language, words: [UInt8], blocked: [UInt8]
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

  /// A daily takes five.
  private static let fewest = 5
}
