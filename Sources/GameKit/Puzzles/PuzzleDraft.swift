/// A player's choices for a custom puzzle.
public struct PuzzleDraft: Hashable, Sendable {
  /// The words that have to be found: one, in most games.
  public var words: [String]
  /// A hint shown before the first move; one printable line.
  public var clue: String?
  /// The word's definition, shown at the end; one printable line.
  public var meaning: String?

  public init(words: [String], clue: String? = nil, meaning: String? = nil) {
    (self.words, self.clue, self.meaning) = (words, clue, meaning)
  }
}

/// A source that also makes puzzles of what a person has chosen. The room's server supplies code and link, takes the
/// puzzle down, and counts how others did; the source alone decides which words its game can be played with.
public protocol AuthoredPuzzles: PuzzleSource {
  /// A puzzle of a draft.
  ///
  /// - Parameter seed: for what the draft leaves open, such as the order of letters.
  /// - Throws: a rejection (``Rejection/badPuzzle(_:)``) that says in one sentence which word cannot be played, and
  ///   what can.
  func puzzle(of draft: PuzzleDraft, settings: G.Settings, seed: UInt64) throws(Rejection) -> G.Puzzle

  /// Words in lower case that a server accepts in no puzzle by a player, of whatever game. Default: none.
  var refusedWords: Set<String> { get }
}

extension AuthoredPuzzles {
  public var refusedWords: Set<String> { [] }
}

extension Rejection {
  /// A draft that no puzzle can be made of.
  public static func badPuzzle(_ message: String) -> Rejection { Rejection("bad_puzzle", message) }
}

extension PuzzleDraft {
  /// The only word of a draft, in lower case.
  ///
  /// - Throws: `bad_puzzle` for none, several, or other letters than `a` to `z`.
  public func onlyWord(length: ClosedRange<Int>) throws(Rejection) -> String {
    guard words.count == 1, let word = words.first else {
      throw .badPuzzle("The puzzle takes one word")
    }
    return try Self.checked(word, length: length)
  }

  /// A word in lower case.
  ///
  /// - Throws: `bad_puzzle` for a length that the game does not allow, or other letters than `a` to `z`.
  public static func checked(_ word: String, length: ClosedRange<Int>) throws(Rejection) -> String {
    let word = word.lowercased()
    let lengths = length.count == 1 ? "\(length.lowerBound)" : "\(length.lowerBound) to \(length.upperBound)"
    guard length.contains(word.utf8.count), word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw .badPuzzle("A word has \(lengths) letters from a to z")
    }
    return word
  }
}
