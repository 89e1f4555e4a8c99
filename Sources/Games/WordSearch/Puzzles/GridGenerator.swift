public import GameKit

/// Hides words in a grid of letters.
///
/// Every word occurs in the grid exactly once, and no blocked word occurs, both ignoring accents and in all eight
/// directions. The same seed gives the same grid everywhere and in every later version.
public struct GridGenerator: Sendable {
  /// The allowed sizes of a grid.
  public static let sizes = 5...30

  public struct Failure: Error, Hashable, Sendable {
    /// The word, or the first of those that do not fit together.
    public let word: String
    public let message: String
  }

  public struct Grid: Hashable, Sendable {
    public let rows: [String]
    /// The positions of the words, in the given order.
    public let targets: [WordSearch.Target]
  }

  private let alphabet: Alphabet
  /// The blocked words; each grid adds its own words.
  private let patterns: Patterns

  /// - Parameters:
  ///   - letters: the language's words joined: fillers have their letter frequencies, so that words do not stand out.
  ///   - blocked: words that must not occur by accident; those shorter than three letters are ignored.
  public init(letters: String, blocked: [String]) {
    let alphabet = Alphabet(letters)
    self.alphabet = alphabet
    patterns = Patterns(
      blocked: blocked.filter { $0.count >= 3 }.map { $0.map(alphabet.plainCode) }, letterCount: alphabet.letters.count)
  }

  /// Hides words in a square grid that is at least `size` wide and grows if they need it. Throws the word that is too
  /// long or a duplicate, or the words that do not fit together into the largest grid.
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

  /// The layouts tried at one size before the grid grows.
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
  /// The code of each letter without its accent.
  private(set) var plain: [UInt8] = []
  /// The codes from which fillers are drawn, each as often as its frequency requires.
  private(set) var fillers: [UInt8] = []

  /// An alphabet of the given letters, each a filler as often as given; `a` to `z` are always included.
  init(_ text: String) {
    for letter in "abcdefghijklmnopqrstuvwxyz" { _ = code(of: letter) }
    fillers = text.map { code(of: $0) }
    if fillers.isEmpty { fillers = letters.indices.map { UInt8(truncatingIfNeeded: $0) } }
  }

  /// A letter's code; a new letter is added. Beyond 255 letters, which no language has, the last one stands for all.
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

  /// The code of the letter without its accent; 255 for a letter that is in no grid.
  func plainCode(of letter: Character) -> UInt8 { codes[Folding.base(of: letter)] ?? 255 }
}

struct HiddenWord {
  /// The index in the caller's list.
  let index: Int
  let letters: [UInt8]
  let plain: [UInt8]

  init(index: Int, letters: [UInt8], _ alphabet: Alphabet) {
    self.index = index
    self.letters = letters
    plain = letters.map { alphabet.plain[Int($0)] }
  }

  /// Whether one of two words contains the other, read forwards or backwards, ignoring accents.
  func overlaps(_ other: HiddenWord) -> Bool {
    let (short, long) = plain.count <= other.plain.count ? (plain, other.plain) : (other.plain, plain)
    let reversed = Array(short.reversed())
    return (0...long.count - short.count).contains { start in
      let part = long[start..<start + short.count]
      return part.elementsEqual(short) || part.elementsEqual(reversed)
    }
  }
}
