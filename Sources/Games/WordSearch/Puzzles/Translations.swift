public import GameKit

/// The words of one pair of languages, and what must not appear in its grids by accident.
public struct Translations: Sendable {
  /// A word and its translations, the most usual one first.
  public struct Entry: Hashable, Sendable {
    /// In the source language.
    public let word: String
    /// Which of its meanings are translated: `noun`, `for a drink`; `nil` where that needs no saying.
    public let sense: String?
    /// In the target language.
    public let translations: [Translation]

    /// The words to hide, lower case.
    public var targets: [String] { translations.map(\.word) }
  }

  /// A word of the target language.
  public struct Translation: Hashable, Sendable {
    /// As it is hidden: lower case, without an article.
    public let word: String
    /// As people write it, `das Haus`; `nil` where that is the same.
    public let written: String?
  }

  /// The language of the words.
  public let source: String
  /// The language of their translations.
  public let target: Language
  /// Sorted by word.
  public let entries: [Entry]
  /// Words that a grid shows only inside a translation that has them.
  public let blocked: [String]

  /// Reads `en-es.txt`, a line such as `house: la casa, el hogar` or `water (noun): el agua` a word, sorted, and
  /// `block-es.txt`, a word a line.
  ///
  /// - Throws: ``ResourceFault`` naming the first line that is broken, out of order or a duplicate, or has letters that
  ///   are not the language's.
  public init(
    from source: String, to target: Language, words: [UInt8], blocked: [UInt8]
  ) throws(ResourceFault) {
    self.source = source
    self.target = target
    var entries: [Entry] = []
    for (index, line) in Self.lines(words).enumerated() {
      guard let entry = Self.entry(line, target) else {
        throw ResourceFault(
          message: "line \(index + 1) of \(source)-\(target.code).txt is not a word with its translations")
      }
      if let last = entries.last, !last.word.utf8.lexicographicallyPrecedes(entry.word.utf8) {
        throw ResourceFault(
          message: "line \(index + 1) of \(source)-\(target.code).txt is out of order or a duplicate")
      }
      entries.append(entry)
    }
    guard entries.count >= Self.fewest else {
      throw ResourceFault(message: "\(source)-\(target.code).txt holds fewer than \(Self.fewest) words")
    }
    self.entries = entries
    self.blocked = Self.lines(blocked).map(String.init)
    for (index, word) in self.blocked.enumerated() where word.isEmpty || !word.allSatisfy(\.isLetter) {
      throw ResourceFault(message: "line \(index + 1) of block-\(target.code).txt is not a word")
    }
  }

  /// A daily takes five.
  private static let fewest = 5

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private static func entry(_ line: Substring, _ language: Language) -> Entry? {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let (word, sense) = source(parts[0]) else { return nil }
    let texts = parts[1].split(separator: ",", omittingEmptySubsequences: false)
    let translations = texts.compactMap { text in
      translation(text.first == " " ? text.dropFirst() : text, language)
    }
    guard !translations.isEmpty, translations.count <= 6, translations.count == texts.count else { return nil }
    return Entry(word: word, sense: sense, translations: translations)
  }

  /// `water`, or `water (noun and verb)`.
  private static func source(_ text: Substring) -> (word: String, sense: String?)? {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard let word = parts.first, (2...14).contains(word.utf8.count),
      word.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    guard parts.count == 2 else { return (String(word), nil) }
    guard parts[1].first == "(", parts[1].last == ")", (4...40).contains(parts[1].utf8.count) else { return nil }
    return (String(word), String(parts[1].dropFirst().dropLast()))
  }

  /// `casa`, `la casa` or `l'eau`; in German nouns have a capital.
  private static func translation(_ text: Substring, _ language: Language) -> Translation? {
    let article = language.articles.first { text.hasPrefix($0) } ?? ""
    let rest = text.dropFirst(article.count)
    let word = rest.lowercased()
    guard (3...14).contains(word.count), word.allSatisfy(language.letters.contains) else { return nil }
    guard rest == word || (language.hasCapitals && rest.dropFirst() == word.dropFirst()) else { return nil }
    return Translation(word: word, written: text == word ? nil : String(text))
  }
}
