public import GameKit

/// Hides words in a grid of letters.
///
/// Every word stands in the finished grid exactly once, and no blocked word appears, both without regard to accents
/// and in all eight directions. The same seed gives the same grid everywhere and in every later version.
public struct GridGenerator: Sendable {
  /// Columns and rows that a grid may have.
  public static let sizes = 5...30

  public struct Failure: Error, Hashable, Sendable {
    /// The word, or the first of those that cannot stand together.
    public let word: String
    public let message: String
  }

  public struct Grid: Hashable, Sendable {
    public let rows: [String]
    /// Where the words stand, in the order in which they were given.
    public let targets: [WordSearch.Target]
  }

  private let alphabet: Alphabet
  /// The blocked words, to which each grid adds its own.
  private let patterns: Patterns

  /// - Parameters:
  ///   - letters: the language's words one after another: fillers come as often, so that words do not stand out.
  ///   - blocked: words that must not appear by accident; those shorter than three letters are left out.
  public init(letters: String, blocked: [String]) {
    let alphabet = Alphabet(letters)
    self.alphabet = alphabet
    patterns = Patterns(
      blocked: blocked.filter { $0.count >= 3 }.map { $0.map(alphabet.plainCode) }, letterCount: alphabet.letters.count)
  }

  /// Hides words in a square grid that is at least `size` wide and grows where they need it.
  /// Throws the word that is too long or given twice, or the words that do not fit together into the largest grid.
  public func grid(
    hiding words: [String], size: Int, level: Level, using generator: inout SeededGenerator
  ) throws(Failure) -> Grid {
    var alphabet = alphabet
    var hidden: [HiddenWord] = []
    for (index, word) in words.enumerated() {
      try check(word)
      let found = HiddenWord(index: index, letters: word.map { alphabet.code(of: $0) }, alphabet)
      for other in hidden where found.overlaps(other) {
        throw Failure(word: word, message: "\"\(word)\" and another of the words contain each other")
      }
      hidden.append(found)
    }
    let patterns = patterns.adding(hidden)
    let longest = hidden.map(\.letters.count).max() ?? 0
    let smallest = min(max(size, longest, Self.sizes.lowerBound), Self.sizes.upperBound)
    for size in smallest...Self.sizes.upperBound {
      for _ in 0..<Self.attempts {
        var layout = Layout(size: size, alphabet)
        guard layout.place(hidden, steps: level.steps, using: &generator),
          layout.fill(avoiding: patterns, using: &generator)
        else { continue }
        return layout.grid(of: words)
      }
    }
    throw Failure(
      word: words.first ?? "", message: "The words \(words.joined(separator: ", ")) do not fit together into any grid")
  }

  /// Layouts that are tried at one size before the grid grows.
  private static let attempts = 8

  private func check(_ word: String) throws(Failure) {
    guard !word.isEmpty, word.count <= Self.sizes.upperBound, word.allSatisfy(\.isLetter) else {
      throw Failure(word: word, message: "\"\(word)\" is not a word of 1 to \(Self.sizes.upperBound) letters")
    }
  }
}

/// Letters as small numbers: fast to compare, with and without their accents.
struct Alphabet: Sendable {
  private(set) var letters: [Character] = []
  private var codes: [Character: UInt8] = [:]
  /// For each code, the code of the letter without its accent.
  private(set) var plain: [UInt8] = []
  /// Codes to draw fillers from, each as often as it should come.
  private(set) var fillers: [UInt8] = []

  /// An alphabet of the letters given, each a filler as often as it is given; `a` to `z` belong to it anyway.
  init(_ text: String) {
    for letter in "abcdefghijklmnopqrstuvwxyz" { _ = code(of: letter) }
    fillers = text.map { code(of: $0) }
    if fillers.isEmpty { fillers = letters.indices.map { UInt8(truncatingIfNeeded: $0) } }
  }

  /// The letter's number; a new letter is added. Past 255 letters, which no language has, the last one stands for all.
  mutating func code(of letter: Character) -> UInt8 {
    if let code = codes[letter] { return code }
    let base = Folding.base(of: letter)
    let plainCode = base == letter ? nil : code(of: base)
    guard letters.count < 255 else { return 254 }
    let code = UInt8(letters.count)
    letters.append(letter)
    plain.append(plainCode ?? code)
    codes[letter] = code
    return code
  }

  /// The number of the letter without its accent; 255 for a letter that is in no grid.
  func plainCode(of letter: Character) -> UInt8 { codes[Folding.base(of: letter)] ?? 255 }
}

struct HiddenWord {
  /// Its place in the caller's list.
  let index: Int
  let letters: [UInt8]
  let plain: [UInt8]

  init(index: Int, letters: [UInt8], _ alphabet: Alphabet) {
    self.index = index
    self.letters = letters
    plain = letters.map { alphabet.plain[Int($0)] }
  }

  /// Whether one of two words stands in the other, read forwards or backwards, accents aside.
  func overlaps(_ other: HiddenWord) -> Bool {
    let (short, long) = plain.count <= other.plain.count ? (plain, other.plain) : (other.plain, plain)
    let reversed = Array(short.reversed())
    return (0...long.count - short.count).contains { start in
      let part = long[start..<start + short.count]
      return part.elementsEqual(short) || part.elementsEqual(reversed)
    }
  }
}
