import Absurdle
import DailySort
public import GameKit
import LastWord
import Quiz
import Quordle
public import WordSearch
import Wordle

/// The list of games. A new game adds a line here and a target to Package.swift.
public enum Catalogue {
  /// Reads a resource by the names of its game's folder and its file: `Wordle` and `answers.txt`.
  public typealias ResourceReader = (_ game: String, _ file: String) throws -> [UInt8]

  /// Makes all games from their resources, in the order in which the lobby lists them.
  ///
  /// - Parameter challenges: the content of the operator's challenge files, for WordSearch.
  /// - Throws: an error of `read`, or a fault of a resource.
  public static func games(challenges: [WordSearch.Challenge] = [], _ read: ResourceReader) throws -> [GameModule] {
    let words = try GuessLists(answers: read("Wordle", "answers.txt"), guesses: read("Wordle", "guesses.txt"))
    let games = [
      GameModule(WordleSource(words, trees: try trees.map { try read("Wordle", $0) })),
      GameModule(try DailySortSource(words: read("DailySort", "words.json"))),
      GameModule(WordSearchSource(try translations(read), loaded: challenges)),
      GameModule(LastWordSource(words)),
    ]
    return games + [
      GameModule(QuizSource(decks: games.flatMap(\.decks))),
      GameModule(AbsurdleSource(words)),
      GameModule(QuordleSource(words)),
      GameModule(OctordleSource(words)),
    ]
  }

  /// How Wordle may be guessed, one for each of its rules.
  private static let trees = ["wordle.tree", "wordle-hard.tree", "wordle-ultra.tree"]

  /// WordSearch's word lists, one per pair of languages.
  public static func translations(_ read: ResourceReader) throws -> [Translations] {
    try TargetLanguage.all.map { language in
      try Translations(
        from: "en", to: language, words: read("WordSearch", "en-\(language.code).txt"),
        blocked: read("WordSearch", "block-\(language.code).txt"))
    }
  }
}
