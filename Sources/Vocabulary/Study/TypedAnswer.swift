import GameKit

/// How near what somebody typed is to what a word means.
public enum TypedAnswer: Int, Comparable, CaseIterable, Sendable {
  /// Something else.
  case wrong
  /// Within the edits that ``typos(in:)`` allows.
  case typo
  /// Right but for accents.
  case accents
  /// Right, whatever its case, its spaces and the stops at its end.
  case right

  public static func < (left: TypedAnswer, right: TypedAnswer) -> Bool { left.rawValue < right.rawValue }

  /// Judges an answer: the best of what it is to each meaning that the expected text lists.
  ///
  /// An article before a word may be left out, or put there: `table` answers `the table`, and `la casa` `casa`. Another
  /// one than expected is a slip. Meanings stand between commas, semicolons and slashes, and what is in brackets may be
  /// left out: `house, home (place)` is answered by `home`. Of an answer that lists several, the worst counts.
  public init(_ typed: String, expected: String) {
    let meanings = Self.meanings(of: expected)
    let listed = Self.parts(of: typed).map { Self.judge($0, meanings) }
    self = max(Self.judge(typed, meanings), listed.min() ?? .wrong)
  }

  /// How well the word is known by this, unless its owner says otherwise.
  public var rating: Rating {
    switch self {
    case .right: .good
    case .accents, .typo: .hard
    case .wrong: .again
    }
  }

  /// How many letters of a word may be wrong, missing, too many or in each other's place for it to be a typo: none
  /// below four letters, one below eight, two from there on.
  public static func typos(in letters: Int) -> Int { letters < 4 ? 0 : letters < 8 ? 1 : 2 }

  /// A text as answers are compared: as it is written, and folded.
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

  /// The text without what is not asked for.
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

  /// What a text lists: at most ``mostParts``, of which the last holds the rest.
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

/// Edits that make one word of another: a letter replaced, left out, put in, or changed with its neighbour (optimal
/// string alignment).
enum EditDistance {
  /// Whether at most so many edits are needed. Looks at a band of that width alone.
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
