import GameKit

/// Multiple choice: a word's translation among others of its language.
struct Choices: Hashable, Sendable {
  /// The choices: four different texts, or fewer if the language has no more.
  let texts: [String]
  /// The index of the right one.
  let right: Int

  /// The number of choices.
  static let count = 4

  /// Choices for a word; words with the same part of speech are preferred.
  ///
  /// - Parameters:
  ///   - isInverted: whether the choices are originals instead of translations.
  ///   - seed: determines the other choices and their order.
  init(for word: Word, in language: Language, isInverted: Bool = false, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func text(_ word: Word) -> String { isInverted ? word.entry.original : word.entry.translation }
    var texts = [text(word)]
    var keys = [WordIdentity.caselessKey(of: texts[0])]
    let part = FoldedText.key(of: word.entry.part)
    // Examines a limited number of words, whatever the language has: those with the same part of speech first.
    var candidates = (0..<Self.candidateLimit).compactMap { _ in
      language.words.isEmpty ? nil : language.words[generator.number(below: language.words.count)]
    }
    if language.words.count <= Self.candidateLimit { candidates = language.words }
    generator.shuffle(&candidates)
    let alike = candidates.filter { FoldedText.key(of: $0.entry.part) == part }
    for other in alike + candidates where texts.count < Self.count {
      let key = WordIdentity.caselessKey(of: text(other))
      guard !keys.contains(key) else { continue }
      keys.append(key)
      texts.append(text(other))
    }
    let answer = texts[0]
    generator.shuffle(&texts)
    self.texts = texts
    right = texts.firstIndex(of: answer) ?? 0
  }

  private static let candidateLimit = 64
}
