/// The word lists of games in which players guess words of five letters: the answers, and the longer list of allowed
/// guesses. Several games share one value.
public struct GuessLists: Sendable {
  /// The words that a game may ask for; not public.
  public let answers: WordList
  /// The words that a player may type.
  public let guesses: WordList
  /// The same words, for judging all of them.
  package let packed: [PackedWord]

  /// Reads `answers.txt` and `guesses.txt`, which includes the answers. Throws if a list is broken or lacks an answer.
  public init(answers: [UInt8], guesses: [UInt8]) throws(ResourceFault) {
    self.answers = try WordList(file: answers, length: PackedWord.length)
    self.guesses = try WordList(file: guesses, length: PackedWord.length)
    packed = self.guesses.words.map { PackedWord($0) ?? .blank }
    if let stray = self.answers.words.first(where: { !self.guesses.contains($0) }) {
      throw ResourceFault(message: "the answer \"\(stray)\" is not among the accepted guesses")
    }
  }

  /// The lists that players and bots may read.
  public var publicLists: [String: WordList] { ["guesses": guesses] }

  /// Rejects a guess that is not in the list.
  public func admit(_ move: WordGuess) throws(Rejection) {
    guard case .word(let text) = move else { return }
    try WordList.check(text, length: PackedWord.length)
    try guesses.admit(text)
  }

  /// Up to `limit` guesses for which `fits` holds, in alphabetical order from a random one on.
  public func some(
    _ limit: Int, using generator: inout SeededGenerator, where fits: (PackedWord) -> Bool
  ) -> [String] {
    let start = generator.number(below: packed.count)
    var found: [String] = []
    for index in [start..<packed.count, 0..<start].joined() {
      guard found.count < limit else { break }
      if fits(packed[index]) { found.append(guesses.words[index]) }
    }
    return found
  }
}
