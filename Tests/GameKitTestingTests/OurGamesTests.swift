import Absurdle
import Catalogue
import DailySort
import Foundation
import GameKit
import GameKitTesting
import LastWord
import Quiz
import Quordle
import Testing
import WaitingTrait
import WordSearch
import Wordle

/// Checks the catalogue's games with GameKit's checks. Add a test here for a new game.
@Suite("The catalogue's games are sound", .waiting)
struct OurGamesTests {
  private func resource(_ game: String, _ file: String) throws -> [UInt8] {
    let games = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Games")
    return [UInt8](try Data(contentsOf: games.appending(path: "\(game)/Resources/\(file)").standardizedFileURL))
  }

  private func lists() throws -> GuessLists {
    try GuessLists(answers: resource("Wordle", "answers.txt"), guesses: resource("Wordle", "guesses.txt"))
  }

  @Test("Wordle, with each setting")
  func wordle() throws {
    let source = try WordleSource(lists())
    try checkGame(
      Wordle.self, source,
      settings: [Wordle.Settings(), Wordle.Settings(hard: true), Wordle.Settings(hard: true, ultra: true)],
      golden: "Golden/wordle.ndjson"
    ).expectSound()
  }

  @Test("Absurdle")
  func absurdle() throws {
    try checkGame(Absurdle.self, AbsurdleSource(lists()), golden: "Golden/absurdle.ndjson").expectSound()
  }

  @Test("Quordle and Octordle")
  func wordsAtOnce() throws {
    try checkGame(WordsAtOnce<FourWords>.self, QuordleSource(lists()), golden: "Golden/quordle.ndjson").expectSound()
    try checkGame(WordsAtOnce<EightWords>.self, OctordleSource(lists()), golden: "Golden/octordle.ndjson").expectSound()
  }

  @Test("Last Word, with hidden guesses")
  func lastWord() throws {
    let source = try LastWordSource(lists())
    var short = LastWord.Settings()
    short.seconds = 30
    try checkGame(
      LastWord.self, source, settings: [LastWord.Settings(), short], golden: "Golden/lastword.ndjson"
    ).expectSound()
  }

  @Test("Quiz, with hidden choices")
  func quiz() throws {
    let decks = try Catalogue.translations { try resource($0, $1) }
    var (short, inverted) = (Quiz.Settings(), Quiz.Settings())
    (short.questions, short.seconds, short.choices) = (3, 5, 2)
    (inverted.deck, inverted.inverted) = ("french", true)
    func puzzle(_ answer: Int) -> Quiz.Puzzle {
      let question = Quiz.Question(text: "la casa", choices: ["house", "dog", "tree"], answer: answer)
      return Quiz.Puzzle(deck: "spanish", language: "Spanish", questions: [question])
    }
    try checkGame(
      Quiz.self, QuizSource(decks: WordSearchSource(decks).decks), settings: [Quiz.Settings(), short, inverted],
      twins: [(puzzle(0), puzzle(2))], golden: "Golden/quiz.ndjson"
    ).expectSound()
  }

  @Test("DailySort, with twins of the same letters")
  func dailySort() throws {
    func puzzle(_ word: String, _ definition: String) -> DailySort.Puzzle {
      let meaning = DailySort.Meaning(part: "noun", definition: definition, example: "It was \(definition)")
      return DailySort.Puzzle(word: word, scramble: "ealst", meaning: meaning)
    }
    try checkGame(
      DailySort.self, DailySortSource(words: resource("DailySort", "words.json")),
      twins: [(puzzle("tales", "Stories."), puzzle("steal", "To take what is not yours."))],
      golden: "Golden/dailysort.ndjson"
    ).expectSound()
  }

  @Test("WordSearch, with twin grids")
  func wordSearch() throws {
    func puzzle(_ word: String, _ row: Int) -> WordSearch.Puzzle {
      let target = WordSearch.Target(
        word: word, from: Cell(x: 0, y: row), to: Cell(x: word.count - 1, y: row))
      let challenge = WordSearch.Challenge(
        sourceLanguage: "en", targetLanguage: "es", word: "thing", rows: ["casax", "perro", "gatos", "mesas", "libro"],
        targets: [target])
      return WordSearch.Puzzle(challenges: [challenge])
    }
    try checkGame(
      WordSearch.self, WordSearchSource(Catalogue.translations { try resource($0, $1) }),
      twins: [(puzzle("perro", 1), puzzle("libro", 4)), (puzzle("gatos", 2), puzzle("mesas", 3))],
      golden: "Golden/wordsearch.ndjson"
    ).expectSound()
  }
}
