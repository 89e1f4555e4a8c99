import DailySort
import GameKit
import Wordle

@testable import WordSearch

/// The games of the catalogue with small word lists: slower than marks, and there to test their code.
enum RealGames {
  static let words = ["blume", "brine", "crane", "fjord", "nymph", "ponds", "quick", "slate", "train", "vexes"]

  static func all() throws -> [GameModule] {
    let list = Array(words.joined(separator: "\n").utf8)
    let entries = words.map {
      #"{"word":"\#($0)","part":"noun","definition":"What it means.","example":"A \#($0) stood there."}"#
    }
    guard let spanish = TargetLanguage.all.first(where: { $0.code == "es" }) else { return [] }
    let lines = "cat: gato\ndog: perro\nhouse: casa, hogar\nmoon: luna\nsun: sol\ntree: arbol\n"
    let translations = try Translations(from: "en", to: spanish, words: Array(lines.utf8), blocked: [])
    return [
      GameModule(try WordleSource(GuessLists(answers: list, guesses: list))),
      GameModule(try DailySortSource(words: Array("[\(entries.joined(separator: ","))]".utf8))),
      GameModule(WordSearchSource([translations])),
    ]
  }

  static func move(_ number: Int) -> String {
    let moves = words + ["gato", "1,1 1,4", "next", "tales", "hint"]
    return moves[number % moves.count]
  }
}
