/// Finds a word by its colours: keeps the words that fit what is known and guesses what tells most.
///
/// It knows the accepted words and not which of them are answers. That answers are common words, no plurals in -s and
/// no past tenses in -ed, is no secret, so it thinks such words unlikely.
struct Solver {
  private let words: [Word]
  private let opening: Word?
  private(set) var candidates: [Word]
  private var rule = GuessRule.free
  /// The words that the rule still allows, fitting or not; looked after only where that is a question.
  private var allowed: [Word]
  private var triesLeft = 6

  /// Of a large set so many words stand for all.
  private static let sampleSize = 400
  /// From here on every accepted word is tried as a guess, not only those that fit.
  private static let fewCandidates = 60

  /// - Parameter words: the accepted words; what is no word of five letters a–z is left out.
  init(words: [String]) {
    let all = words.compactMap { Word($0) }
    self.words = all
    candidates = all
    allowed = all
    let sample = Self.sample(of: all, size: Self.sampleSize)
    opening = Self.best(of: Self.sample(of: all.filter(Self.hasDistinctLetters), size: 1000), for: sample)
  }

  mutating func restart(_ rule: GuessRule = .free) {
    self.rule = rule
    candidates = words
    allowed = words
    triesLeft = 6
  }

  /// What to guess next; `nil` when no accepted word fits what is known.
  func guess() -> Word? {
    if candidates.count == words.count { return opening }
    let likeliest = candidates.max { Self.likelihood(of: $0) < Self.likelihood(of: $1) }
    if candidates.count <= 2 || triesLeft <= 1 { return likeliest }
    let sample = Self.sample(of: candidates, size: Self.sampleSize)
    // The most cautious rule allows what fits and nothing else.
    let pool = candidates.count <= Self.fewCandidates && rule != .ultra ? candidates + allowed : sample
    return Self.best(of: pool, for: sample) ?? likeliest
  }

  mutating func note(_ guess: Word, _ colours: Colours) {
    candidates.removeAll { Colours(of: guess, against: $0) != colours }
    if rule == .hard {
      let hints = Hints(guess, colours)
      allowed.removeAll { !hints.areUsed(by: $0) }
    }
    triesLeft -= 1
  }

  mutating func strike(_ guess: Word) {
    candidates.removeAll { $0 == guess }
    allowed.removeAll { $0 == guess }
  }

  static func likelihood(of word: Word) -> Double {
    if word[4] == UInt8(ascii: "s"), !"sui".utf8.contains(word[3]) { return 0.03 }
    if word[4] == UInt8(ascii: "d"), word[3] == UInt8(ascii: "e"), !"er".utf8.contains(word[2]) { return 0.1 }
    return 1
  }

  /// The guess whose colours tell most about which of `answers` it is; among equals one that may be it.
  private static func best(of guesses: [Word], for answers: [Word]) -> Word? {
    let weights = answers.map(likelihood)
    let total = weights.reduce(0, +)
    let possible = Dictionary(zip(answers, weights), uniquingKeysWith: { first, _ in first })
    var shares = [Double](repeating: 0, count: Colours.count)
    var best: (guess: Word, score: Double)?
    for guess in guesses {
      for index in shares.indices { shares[index] = 0 }
      for (answer, weight) in zip(answers, weights) {
        shares[Int(Colours(of: guess, against: answer).code)] += weight / total
      }
      // The spread of the colours, as the chance that two answers by chance look alike; the smaller the better.
      let alike = shares.reduce(0) { $0 + $1 * $1 }
      let score = (possible[guess] ?? 0) / total - alike
      if score > best?.score ?? -.infinity { best = (guess, score) }
    }
    return best?.guess
  }

  private static func sample(of words: [Word], size: Int) -> [Word] {
    guard words.count > size else { return words }
    return (0..<size).map { words[$0 * words.count / size] }
  }

  private static func hasDistinctLetters(_ word: Word) -> Bool {
    Set((0..<Word.length).map { word[$0] }).count == Word.length
  }
}
