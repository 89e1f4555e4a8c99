internal import GameKit

/// Spelling knowledge for finding which order of some letters is a word.
struct SpellingKnowledge: Sendable {
  /// Known words by their sorted letters, each with its weight.
  private var words: [[UInt8]: [(word: [UInt8], weight: Double)]] = [:]
  private let model: LetterModel

  /// How much more likely a known word is than a plausible sequence of letters.
  private static let knownFactor = 1000.0

  /// - Parameters:
  ///   - accepted: words of five letters that a game accepts, including rare ones.
  ///   - common: widely known words of any length.
  init(accepted: [String], common: [String]) {
    let known = Set(common)
    var weighed = accepted.filter { !known.contains($0) }.map { word in
      (word: Array(word.utf8), weight: PackedWord(word).map(Solver.likelihood) ?? 1)
    }
    weighed += known.sorted().map { (word: Array($0.utf8), weight: 3) }
    for entry in weighed { words[entry.word.sorted(), default: []].append(entry) }
    model = LetterModel(weighed)
  }

  func orders(of letters: [UInt8]) -> [(word: [UInt8], weight: Double)] {
    var orders = Self.permutations(letters.sorted()).map { (word: $0, weight: model.likelihood(of: $0)) }
    let total = max(.leastNormalMagnitude, orders.reduce(0) { $0 + $1.weight })
    for index in orders.indices { orders[index].weight /= total }
    for (word, weight) in words[letters.sorted()] ?? [] {
      if let index = orders.firstIndex(where: { $0.word == word }) {
        // The letter model ranks several known words.
        orders[index].weight = Self.knownFactor * weight * (orders[index].weight + 0.1)
      }
    }
    return orders
  }

  /// All distinct permutations of sorted letters.
  static func permutations(_ letters: [UInt8]) -> [[UInt8]] {
    guard letters.count > 1 else { return [letters] }
    var found: [[UInt8]] = []
    for index in letters.indices where index == 0 || letters[index] != letters[index - 1] {
      var rest = letters
      let first = rest.remove(at: index)
      for order in permutations(rest) { found.append([first] + order) }
    }
    return found
  }
}

/// Finds the word in a scramble: keeps the consistent orders and tries the most informative one.
struct SortSolver: Sendable {
  private(set) var candidates: [(word: [UInt8], weight: Double)]

  /// The number of likeliest orders that are evaluated as tries.
  private static let width = 60

  init(letters: String, _ knowledge: SpellingKnowledge) {
    candidates = knowledge.orders(of: Array(letters.utf8))
  }

  /// The most informative try, with a preference for likely ones; `nil` if no order is consistent.
  func next() -> String? {
    let ordered = candidates.sorted {
      $0.weight != $1.weight ? $0.weight > $1.weight : $0.word.lexicographicallyPrecedes($1.word)
    }
    let total = max(.leastNormalMagnitude, ordered.reduce(0) { $0 + $1.weight })
    var best: (word: [UInt8], score: Double)?
    for (word, weight) in ordered.prefix(Self.width) {
      let score = weight / total + spread(of: word, total)
      if score > best?.score ?? -.infinity { best = (word, score) }
    }
    return best.map { String(decoding: $0.word, as: UTF8.self) }
  }

  /// The probability that two random words get different colours from a try.
  private func spread(of word: [UInt8], _ total: Double) -> Double {
    var shares = [Double](repeating: 0, count: 1 << max(1, min(16, word.count)))
    for (other, weight) in candidates { shares[Self.colours(of: word, against: other)] += weight / total }
    return 1 - shares.reduce(0) { $0 + $1 * $1 }
  }

  mutating func note(_ word: String, tiles: String) {
    var colours = 0
    for (place, tile) in tiles.enumerated() where tile == "🟩" && place < 16 { colours |= 1 << place }
    let tried = Array(word.utf8)
    candidates.removeAll { Self.colours(of: tried, against: $0.word) != colours }
  }

  mutating func eliminate(_ word: String) {
    let tried = Array(word.utf8)
    candidates.removeAll { $0.word == tried }
  }

  static func colours(of word: [UInt8], against other: [UInt8]) -> Int {
    var bits = 0
    for place in 0..<min(word.count, other.count, 16) where word[place] == other[place] { bits |= 1 << place }
    return bits
  }
}
