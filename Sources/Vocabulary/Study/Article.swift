/// Articles, and the `to` of English verbs, which precede words in many lists and are not part of their meaning.
enum Article {
  /// A lower-case text without its leading article; `nil` if it has none, or nothing else.
  static func dropped(from text: String) -> String? {
    guard let first = text.split(separator: " ", maxSplits: 1).first else { return nil }
    if words.contains(String(first)), first.endIndex < text.endIndex {
      return String(text[text.index(after: first.endIndex)...])
    }
    guard let elision = elisions.first(where: { text.hasPrefix($0) }), elision.count < text.count else { return nil }
    return String(text.dropFirst(elision.count))
  }

  /// Excludes articles that are often prepositions or pronouns, such as `de`, `en`, `lo`.
  private static let words: Set = [
    "the", "a", "an", "to",
    "el", "la", "los", "las", "un", "una", "unos", "unas",
    "der", "die", "das", "ein", "eine",
    "le", "les", "une", "des", "il", "gli", "uno",
    "o", "os", "um", "uma", "het", "een",
  ]

  private static let elisions = ["l'", "l’", "un'", "un’"]
}
