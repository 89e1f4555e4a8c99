public import GameKit
import WireProtocol

/// How many words a game asks for at once, and its description.
public protocol WordCount: Sendable {
  /// The number of words: at most 8, since a board has no more parts.
  static var words: Int { get }
  /// The game's description.
  static var info: GameInfo { get }
}

/// Four words in nine guesses.
public enum FourWords: WordCount {
  public static let words = 4
  public static let info = description(
    id: "quordle", title: "Quordle", summary: "Find four words at once in nine guesses")
}

/// Eight words in thirteen guesses.
public enum EightWords: WordCount {
  public static let words = 8
  public static let info = description(
    id: "octordle", title: "Octordle", summary: "Find eight words at once in thirteen guesses")
}

/// Quordle's puzzles.
public typealias QuordleSource = WordsAtOnceSource<FourWords>
/// Octordle's puzzles.
public typealias OctordleSource = WordsAtOnceSource<EightWords>

extension WordCount {
  fileprivate static func description(id: String, title: String, summary: String) -> GameInfo {
    GameInfo(
      id: id, title: title, summary: summary,
      rules: [
        "Type any five-letter word, such as crane: it is a guess at each of the \(words) words.",
        "🟩 right, in its place   🟨 in that word, elsewhere   ⬛ not in that word",
        "You have \(words + 5) guesses for all of them. A word that is not in the list costs nothing.",
        "Giving up is a loss.",
        "Points: 1 a word found, and with all of them 1 for each guess that is left.",
      ],
      typing: ["give up tells the words."],
      moveSchema: WordGuess.schema, lossTries: words + 6, puzzleNoun: "set of words", roundSeconds: 60 * words)
  }
}

/// Deals the words.
public struct WordsAtOnceSource<Size: WordCount>: PuzzleSource {
  public typealias G = WordsAtOnce<Size>

  private let lists: GuessLists

  /// The puzzles of some word lists.
  public init(_ lists: GuessLists) { self.lists = lists }

  public var publicLists: [String: WordList] { lists.publicLists }

  public func puzzleCount(settings: NoSettings) -> Int? { lists.answers.count / Size.words }

  /// No word comes again before all have been used; the last few of the list, too few for a puzzle, are left out.
  public func puzzle(for day: Day, season: SeasonKey, settings: NoSettings) throws(Rejection) -> G.Puzzle {
    let count = lists.answers.count / Size.words * Size.words
    let first = (day.number &- 1) &* Size.words
    let indices = (1...Size.words).map {
      season.index(for: Day(number: first &+ $0), purpose: G.info.id, count: count)
    }
    return G.Puzzle(words: indices.map { lists.answers.words[$0] })
  }

  public func puzzle(seed: UInt64, settings: NoSettings, excluding: PuzzleSet) throws(Rejection) -> G.Puzzle {
    var (generator, words) = (SeededGenerator(seed: seed), lists.answers.words)
    generator.shuffle(&words)
    let dealt = Array(words.lazy.filter { !excluding.contains(PuzzleKey($0)) }.prefix(Size.words))
    guard dealt.count == Size.words else { throw .noPuzzlesLeft }
    return G.Puzzle(words: dealt)
  }

  public func admit(_ move: WordGuess, to puzzle: G.Puzzle) throws(Rejection) { try lists.admit(move) }

  /// Guesses at the first word that has not been found.
  public func candidateMoves(
    in game: G, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [WordGuess] {
    guard !game.isOver, limit > 0, let answer = game.answers.first(where: { !game.isFound($0) }) else { return [] }
    let known = viewer == .outsider ? [] : game.tries(at: answer)
    return lists.some(limit, using: &generator) { word in known.allSatisfy { $0.fits(word) } }.map { .word($0) }
  }
}
