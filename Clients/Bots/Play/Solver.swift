internal import GameKit
internal import WordleSearch

/// Finds a word by its colours: keeps the consistent words and guesses the most informative one.
///
/// It knows the accepted words but not which of them are answers. It is no secret that answers are common words without
/// plurals in -s and past tenses in -ed, so such words get a low weight.
struct Solver {
  private let words: [PackedWord]
  private let opening: PackedWord?
  private(set) var candidates: [PackedWord]
  private var rule = GuessRule.free
  /// The words that the rule still allows, consistent or not; maintained only if the rule needs it.
  private var allowed: [PackedWord]
  private var triesLeft = 6

  /// The sample size that represents a large set.
  private static let sampleSize = 400
  /// Below this number all accepted words are tried as guesses, not only consistent ones.
  private static let fewCandidates = 60

  /// - Parameter words: the accepted words; those that are not five letters a–z are ignored.
  init(words: [String]) {
    let all = words.compactMap { PackedWord($0) }
    self.words = all
    candidates = all
    allowed = all
    let sample = Self.sample(of: all, size: Self.sampleSize)
    opening = Self.best(of: Self.sample(of: all.filter(Self.hasDistinctLetters), size: 1000), for: sample)
  }

  mutating func restart(_ rule: GuessRule = .free, tries: Int = 6) {
    self.rule = rule
    candidates = words
    allowed = words
    triesLeft = tries
  }

  /// The next guess; `nil` if no accepted word is consistent.
  func guess() -> PackedWord? {
    if candidates.count == words.count { return opening }
    let likeliest = candidates.max { Self.likelihood(of: $0) < Self.likelihood(of: $1) }
    if candidates.count <= 2 || triesLeft <= 1 { return likeliest }
    let sample = Self.sample(of: candidates, size: Self.sampleSize)
    // The strictest rule allows only consistent words.
    let pool = candidates.count <= Self.fewCandidates && rule != .ultra ? candidates + allowed : sample
    return Self.best(of: pool, for: sample) ?? likeliest
  }

  mutating func note(_ guess: PackedWord, _ colours: PackedColours) {
    candidates.removeAll { PackedColours(of: guess, against: $0) != colours }
    if rule == .hard {
      let hints = Hints(guess, colours)
      allowed.removeAll { !hints.areUsed(by: $0) }
    }
    triesLeft -= 1
  }

  mutating func eliminate(_ guess: PackedWord) {
    candidates.removeAll { $0 == guess }
    allowed.removeAll { $0 == guess }
  }

  static func likelihood(of word: PackedWord) -> Double {
    if word[4] == UInt8(ascii: "s"), !"sui".utf8.contains(word[3]) { return 0.03 }
    if word[4] == UInt8(ascii: "d"), word[3] == UInt8(ascii: "e"), !"er".utf8.contains(word[2]) { return 0.1 }
    return 1
  }

  /// The most informative guess about which of `answers` it is; among equals one that may be the answer.
  private static func best(of guesses: [PackedWord], for answers: [PackedWord]) -> PackedWord? {
    let weights = answers.map(likelihood)
    let total = weights.reduce(0, +)
    let possible = Dictionary(zip(answers, weights), uniquingKeysWith: { first, _ in first })
    var shares = [Double](repeating: 0, count: PackedColours.count)
    var best: (guess: PackedWord, score: Double)?
    for guess in guesses {
      for index in shares.indices { shares[index] = 0 }
      for (answer, weight) in zip(answers, weights) {
        shares[Int(PackedColours(of: guess, against: answer).code)] += weight / total
      }
      // The probability that two random answers get the same colours; smaller is better.
      let alike = shares.reduce(0) { $0 + $1 * $1 }
      let score = (possible[guess] ?? 0) / total - alike
      if score > best?.score ?? -.infinity { best = (guess, score) }
    }
    return best?.guess
  }

  private static func sample(of words: [PackedWord], size: Int) -> [PackedWord] {
    guard words.count > size else { return words }
    return (0..<size).map { words[$0 * words.count / size] }
  }

  private static func hasDistinctLetters(_ word: PackedWord) -> Bool {
    Set((0..<PackedWord.length).map { word[$0] }).count == PackedWord.length
  }
}
