/// How much like a word a row of letters looks: by which letters follow which two others in words that are known.
struct LetterModel: Sendable {
  /// Letters `a` to `z` as 1 to 26; 0 stands before the first letter and behind the last.
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

  /// What was never seen is rare and not impossible: each table leans on the next shorter one.
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

  /// How likely a word of these letters is, beside others of the same letters.
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
