/// A trigram model of spelling: how likely a sequence of letters is a word, trained on known words.
struct LetterModel: Sendable {
  /// Letters `a` to `z` as 1 to 26; 0 marks the beginning and the end.
  private static let size = 27
  private var triples: [Double]
  private var pairs: [Double]
  private var singles: [Double]

  init(_ words: [(word: [UInt8], weight: Double)]) {
    triples = Array(repeating: 0, count: Self.size * Self.size * Self.size)
    pairs = Array(repeating: 0, count: Self.size * Self.size)
    singles = Array(repeating: 0, count: Self.size)
    for (word, weight) in words {
      var (first, second) = (0, 0)
      for letter in Self.codes(word) + [0] {
        triples[(first * Self.size + second) * Self.size + letter] += weight
        pairs[second * Self.size + letter] += weight
        singles[letter] += weight
        (first, second) = (second, letter)
      }
    }
    smooth()
  }

  /// Smoothing: unseen sequences are rare but not impossible; each table backs off to the next shorter one.
  private mutating func smooth() {
    let total = singles.reduce(0, +)
    for letter in singles.indices { singles[letter] = (singles[letter] + 1) / (total + Double(Self.size)) }
    for start in 0..<Self.size {
      let row = start * Self.size..<(start + 1) * Self.size
      let sum = pairs[row].reduce(0, +)
      for letter in 0..<Self.size {
        pairs[row.lowerBound + letter] =
          (pairs[row.lowerBound + letter] + Self.lean * singles[letter]) / (sum + Self.lean)
      }
    }
    for start in 0..<Self.size * Self.size {
      let row = start * Self.size..<(start + 1) * Self.size
      let sum = triples[row].reduce(0, +)
      for letter in 0..<Self.size {
        let shorter = pairs[start % Self.size * Self.size + letter]
        triples[row.lowerBound + letter] = (triples[row.lowerBound + letter] + Self.lean * shorter) / (sum + Self.lean)
      }
    }
  }

  private static let lean = 4.0

  /// The likelihood of a word, relative to others of the same letters.
  func likelihood(of word: [UInt8]) -> Double {
    var product = 1.0
    var (first, second) = (0, 0)
    for letter in Self.codes(word) + [0] {
      product *= triples[(first * Self.size + second) * Self.size + letter]
      (first, second) = (second, letter)
    }
    return product
  }

  private static func codes(_ word: [UInt8]) -> [Int] {
    word.map { (0x61...0x7A).contains($0) ? Int($0) - 0x60 : 0 }
  }
}
