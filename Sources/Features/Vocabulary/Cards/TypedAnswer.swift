import GameKit

/// How close a typed answer is to a word's meaning.
enum TypedAnswer: Int, Comparable, CaseIterable, Sendable {
  /// Something else.
  case wrong
  /// Right within the edits that ``typos(in:)`` allows.
  case typo
  /// Right except for accents.
  case accents
  /// Right, ignoring case, spaces and final punctuation.
  case right

  static func < (left: TypedAnswer, right: TypedAnswer) -> Bool { left.rawValue < right.rawValue }

  /// Judges an answer by the best match with the listed meanings.
  ///
  /// A leading article may be omitted or added: `table` matches `the table`, and `la casa` matches `casa`. A wrong
  /// article is a typo. Meanings are separated by commas, semicolons and slashes, and parentheses may be omitted:
  /// `home` matches `house, home (place)`. Of an answer that lists several meanings, the worst one counts.
  init(_ typed: String, expected: String) {
    let meanings = Self.meanings(of: expected)
    let listed = Self.parts(of: typed).map { Self.judge($0, meanings) }
    self = max(Self.judge(typed, meanings), listed.min() ?? .wrong)
  }

  /// The rating that follows from the answer, unless the owner chooses another.
  var rating: Rating {
    switch self {
    case .right: .good
    case .accents, .typo: .hard
    case .wrong: .again
    }
  }

  /// The most edits of a typo in a word: none below four letters, one below eight, two from there on.
  static func typos(in letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }

  /// A text for comparison: as written, and folded.
  private typealias Meaning = (text: String, letters: [Character])

  private static func judge(_ typed: String, _ meanings: [Meaning]) -> TypedAnswer {
    let typed = meaning(typed)
    guard !typed.letters.isEmpty else { return .wrong }
    return meanings.map { judge(typed, $0) }.max() ?? .wrong
  }

  private static func judge(_ typed: Meaning, _ expected: Meaning) -> TypedAnswer {
    switch (Article.dropped(from: typed.text), Article.dropped(from: expected.text)) {
    case (nil, nil): return compare(typed, expected)
    case (let bare?, nil): return max(compare(typed, expected), compare(meaning(bare), expected))
    case (nil, let bare?): return max(compare(typed, expected), compare(typed, meaning(bare)))
    case (let bare?, let other?):
      let judged = compare(meaning(bare), meaning(other))
      let isSame = typed.text.dropLast(bare.count) == expected.text.dropLast(other.count)
      return isSame ? judged : min(.typo, judged)
    }
  }

  private static func compare(_ typed: Meaning, _ expected: Meaning) -> TypedAnswer {
    if typed.text == expected.text { return .right }
    if typed.letters == expected.letters { return .accents }
    let most = typos(in: expected.letters.count)
    return EditDistance.isWithin(most, typed.letters, expected.letters) ? .typo : .wrong
  }

  private static func meaning(_ text: String) -> Meaning {
    let text = normal(text)
    return (text, Array(String(decoding: FoldedText.key(of: text), as: UTF8.self)))
  }

  /// The text without irrelevant differences.
  private static func normal(_ text: String) -> String {
    let words = text.composed.lowercased().split { $0.isWhitespace }
    var text = words.joined(separator: " ")
    while let last = text.last, ".!?…¿¡".contains(last) { text.removeLast() }
    while let first = text.first, "¿¡".contains(first) { text.removeFirst() }
    return text
  }

  private static func meanings(of expected: String) -> [Meaning] {
    let listed = parts(of: expected)
    return ([expected, withoutBrackets(expected)] + listed + listed.map(withoutBrackets)).map(meaning)
  }

  /// The listed meanings: at most ``mostParts``, the last of which holds the rest.
  private static func parts(of text: String) -> [String] {
    text.unicodeScalars.split(maxSplits: mostParts - 1) { [",", ";", "/"].contains($0) }.map { String($0) }
  }

  private static let mostParts = 12

  private static func withoutBrackets(_ text: String) -> String {
    var depth = 0
    return text.filter { letter in
      if letter == "(" { depth += 1 }
      if letter == ")" { depth = max(0, depth - 1) }
      return depth == 0 && letter != ")"
    }
  }
}

/// The edit distance of two words: letters replaced, removed, inserted or transposed (optimal string alignment).
enum EditDistance {
  /// Whether at most `most` edits are needed. Only a band of that width is computed.
  static func isWithin(_ most: Int, _ first: [Character], _ second: [Character]) -> Bool {
    guard most > 0 else { return first == second }
    guard abs(first.count - second.count) <= most else { return false }
    let far = most + 1
    var before = [Int](repeating: far, count: second.count + 1)
    var above = (0...second.count).map { min($0, far) }
    for row in 1..<first.count + 1 {
      var current = [Int](repeating: far, count: second.count + 1)
      if row <= most { current[0] = row }
      let columns = max(1, row - most)..<min(second.count, row + most) + 1
      for column in columns {
        let isSame = first[row - 1] == second[column - 1]
        var cost = min(above[column - 1] + (isSame ? 0 : 1), above[column] + 1, current[column - 1] + 1)
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cost = min(cost, before[column - 2] + 1)
        }
        current[column] = min(cost, far)
      }
      (before, above) = (above, current)
    }
    return above[second.count] <= most
  }
}

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
