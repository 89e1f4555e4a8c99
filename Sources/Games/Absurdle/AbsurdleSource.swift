public import GameKit
import WireProtocol

extension Absurdle {
  public static let info = GameInfo(
    id: "absurdle", title: "Absurdle", summary: "Corner the word that evades your guesses",
    rules: [
      "No word has been chosen: type any five-letter word, such as crane.",
      "It gets the colours that leave the most words possible:",
      "🟩 right, in its place   🟨 in the word, elsewhere   ⬛ not in the word",
      "You win with the last possible word. Guesses are unlimited, but counted.",
      "Giving up is a loss. Points: 12, less 1 a guess, none for a loss.",
    ],
    typing: ["give up ends it."],
    moveSchema: WordGuess.schema, puzzleNoun: "draw")
}

/// Draws the words that are possible at first from the answers.
public struct AbsurdleSource: PuzzleSource {
  private let lists: GuessLists

  /// The puzzles of some word lists.
  public init(_ lists: GuessLists) { self.lists = lists }

  public var publicLists: [String: WordList] { lists.publicLists }

  public func key(for day: Day, season: SeasonKey, settings: NoSettings) throws(Rejection) -> PuzzleKey {
    PuzzleKey(Hex.text(of: season.digest(for: "absurdle/name/\(day.number)").bytes.prefix(8)))
  }

  public func puzzle(for day: Day, season: SeasonKey, settings: NoSettings) throws(Rejection) -> Absurdle.Puzzle {
    let name = try key(for: day, season: season, settings: settings)
    return draw(name, season.generator(for: "absurdle/\(day.number)"))
  }

  public func puzzle(
    seed: UInt64, settings: NoSettings, excluding: PuzzleSet
  ) throws(Rejection) -> Absurdle.Puzzle {
    // There are so many draws that the next seed gives another one.
    for seed in (0..<64).map({ seed &+ $0 }) where !excluding.contains(PuzzleKey("seed-\(seed)")) {
      return draw(PuzzleKey("seed-\(seed)"), SeededGenerator(seed: seed))
    }
    throw .noPuzzlesLeft
  }

  private func draw(_ name: PuzzleKey, _ generator: SeededGenerator) -> Absurdle.Puzzle {
    var (generator, words) = (generator, lists.answers.words)
    generator.shuffle(&words)
    return Absurdle.Puzzle(name: name.text, words: words.prefix(Absurdle.drawn).joined())
  }

  public func admit(_ move: Absurdle.Move, to puzzle: Absurdle.Puzzle) throws(Rejection) { try lists.admit(move) }

  public func candidateMoves(
    in game: Absurdle, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Absurdle.Move] {
    guard !game.isOver, limit > 0 else { return [] }
    let known = viewer == .outsider ? [] : game.guesses
    return lists.some(limit, using: &generator) { word in known.allSatisfy { $0.fits(word) } }.map { .word($0) }
  }
}
