public import GameKit

/// The words of one pair of languages, and what must not appear in its grids by accident.
public struct Translations: Sendable {
  /// A word and its translations, the most usual one first.
  public struct Entry: Hashable, Sendable {
    /// In the source language.
    public let word: String
    /// In the target language, lower case.
    public let targets: [String]
  }

  /// The language of the words.
  public let source: String
  /// The language of their translations.
  public let target: Language
  /// Sorted by word.
  public let entries: [Entry]
  /// Words that a grid shows only inside a translation that has them.
  public let blocked: [String]

  /// Reads `en-es.txt`, a line such as `house: casa, hogar` a word, sorted, and `block-es.txt`, a word a line.
  ///
  /// - Throws: ``ResourceFault`` naming the first line that is broken, out of order or a duplicate, or has letters that
  ///   are not the language's.
  public init(
    from source: String, to target: Language, words: [UInt8], blocked: [UInt8]
  ) throws(ResourceFault) {
    self.source = source
    self.target = target
    let letters = Set(target.letters)
    var entries: [Entry] = []
    for (index, line) in Self.lines(words).enumerated() {
      guard let entry = Self.entry(line, letters) else {
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

  private static func entry(_ line: Substring, _ letters: Set<Character>) -> Entry? {
    let parts = line.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (2...14).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return nil }
    let targets = parts[1].split(separator: ",", omittingEmptySubsequences: false).map { text in
      String(text.first == " " ? text.dropFirst() : text)
    }
    guard !targets.isEmpty, targets.count <= 6,
      targets.allSatisfy({ (3...14).contains($0.count) && $0.allSatisfy(letters.contains) })
    else { return nil }
    return Entry(word: String(parts[0]), targets: targets)
  }
}
