import DailySort
public import GameKit
import Wordle

/// The one list of games. A new game adds a line here and a target to Package.swift.
public enum Catalogue {
  /// Reads a resource by the name of its game's folder and its own, `Wordle` and `answers.txt`.
  public typealias ResourceReader = (_ game: String, _ file: String) throws -> [UInt8]

  /// Makes every game from its resources, in the order in which the lobby lists them.
  ///
  /// - Throws: what `read` throws, or what is wrong with a resource.
  public static func games(_ read: ResourceReader) throws -> [GameModule] {
    [
      GameModule(try WordleSource(answers: read("Wordle", "answers.txt"), guesses: read("Wordle", "guesses.txt"))),
      GameModule(try DailySortSource(words: read("DailySort", "words.json"))),
    ]
  }
}
