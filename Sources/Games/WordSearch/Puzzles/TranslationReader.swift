/// Reads a file of translations byte by byte: a server reads thousands of its lines at each start.
struct TranslationReader {
  let bytes: [UInt8]
  private let language: TargetLanguage
  private let letters: Set<Character>
  private let articles: [[UInt8]]

  init(bytes: [UInt8], language: TargetLanguage) {
    (self.bytes, self.language) = (bytes, language)
    letters = Set(language.letters)
    articles = language.articles.map { Array($0.utf8) }
  }

  /// The ranges of the lines, without their newlines; the last one may lack it.
  static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for index in 0..<bytes.count where bytes[index] == 0x0A {
      lines.append(start..<index)
      start = index + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }

  /// Parses `house: la casa, el hogar` or `water (noun): el agua`; `nil` for anything else.
  func entry(_ line: Range<Int>) -> Translations.Entry? {
    let parts = split(line, at: UInt8(ascii: ":"))
    guard parts.count == 2, let (word, sense) = source(parts[0]) else { return nil }
    var translations: [Translations.Translation] = []
    for text in split(parts[1], at: UInt8(ascii: ",")) {
      let text = bytes[text].first == UInt8(ascii: " ") ? text.lowerBound + 1..<text.upperBound : text
      guard let translation = translation(text), translations.count < 6 else { return nil }
      translations.append(translation)
    }
    return Translations.Entry(word: word, sense: sense, translations: translations)
  }

  private func split(_ range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == separator {
      parts.append(start..<index)
      start = index + 1
    }
    parts.append(start..<range.upperBound)
    return parts
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func isLatin(_ range: Range<Int>) -> Bool {
    for index in range where bytes[index] < 0x61 || bytes[index] > 0x7A { return false }
    return true
  }

  private func source(_ range: Range<Int>) -> (word: String, sense: String?)? {
    let space = bytes[range].firstIndex(of: UInt8(ascii: " "))
    let word = range.lowerBound..<(space ?? range.upperBound)
    guard (2...14).contains(word.count), isLatin(word) else { return nil }
    guard let space else { return (text(word), nil) }
    let sense = space + 1..<range.upperBound
    guard bytes[sense].first == UInt8(ascii: "("), bytes[sense].last == UInt8(ascii: ")"),
      (4...40).contains(sense.count)
    else { return nil }
    return (text(word), text(sense.lowerBound + 1..<sense.upperBound - 1))
  }

  /// Parses `casa`, `la casa` or `l'eau`; German nouns are capitalised.
  private func translation(_ range: Range<Int>) -> Translations.Translation? {
    let article = articles.first { bytes[range].starts(with: $0) }?.count ?? 0
    let rest = range.lowerBound + article..<range.upperBound
    // A shortcut for most words: every language has the letters a to z.
    if isLatin(rest) {
      guard (3...14).contains(rest.count) else { return nil }
      return Translations.Translation(word: text(rest), written: article == 0 ? nil : text(range))
    }
    let (whole, spelt) = (text(range), text(rest))
    let word = spelt.lowercased()
    guard (3...14).contains(word.count), word.allSatisfy(letters.contains) else { return nil }
    guard spelt == word || (language.hasCapitals && spelt.dropFirst() == word.dropFirst()) else { return nil }
    return Translations.Translation(word: word, written: whole == word ? nil : whole)
  }
}
