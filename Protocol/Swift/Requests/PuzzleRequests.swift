// Hand-written parts of requests about puzzles by players.

extension Request.MakePuzzle {
  /// `wordle brisk clue="what tea should be" hard=true`.
  init(typed command: TextCommand) throws(WireError) {
    let example = #"/make wordle brisk clue="what tea should be""#
    let game = try command.word(or: example)
    var (words, settings, quoted) = ([String](), [String](), Quoted(command.words.dropFirst()))
    while let word = quoted.next() {
      if let text = quoted.text(of: "clue", in: word) {
        clue = text
      } else if let text = quoted.text(of: "meaning", in: word) {
        meaning = text
      } else if word.contains("=") {
        settings.append(word)
      } else {
        words.append(word)
      }
    }
    guard !words.isEmpty else { throw command.typeItLikeThis(example) }
    guard words.count <= Self.mostWords else {
      throw WireError(.badField, "A puzzle has at most \(Self.mostWords) words")
    }
    (self.game, self.words) = (game, words)
    self.settings = TypedOptions(settings).settings
  }
}

/// Words of a line, of which some are quoted: `clue="what tea should be"`.
private struct Quoted {
  private static let marks: Set<Character> = ["\"", "“", "”", "„"]
  private var words: ArraySlice<String>

  init(_ words: ArraySlice<String>) { self.words = words }

  mutating func next() -> String? { words.popFirst() }

  /// The text of an option that a word begins, up to the closing mark; `nil` for another word.
  mutating func text(of option: String, in word: String) -> String? {
    guard word.hasPrefix(option + "=") else { return nil }
    var text = String(word.dropFirst(option.count + 1))
    guard let first = text.first, Self.marks.contains(first) else { return text }
    text.removeFirst()
    while text.last.map(Self.marks.contains) != true, let next = words.popFirst() { text += " " + next }
    if text.last.map(Self.marks.contains) == true { text.removeLast() }
    return text
  }
}
