import Foundation
import GameKit
import Testing
import WireProtocol

@testable import Wordle

enum Lists {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Games/Wordle/Resources").standardizedFileURL

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  static func source() throws -> WordleSource {
    try WordleSource(GuessLists(answers: bytes("answers.txt"), guesses: bytes("guesses.txt")))
  }
}

let ana = PlayerID(1)

struct Play {
  var game: Wordle

  init(_ answer: String, _ settings: Wordle.Settings = Wordle.Settings(), after guesses: [String] = []) throws {
    game = Wordle(puzzle: Wordle.Puzzle(answer: answer), settings: settings)
    for guess in guesses { try self.guess(guess) }
  }

  @discardableResult
  mutating func guess(_ word: String) throws(Rejection) -> Turn {
    try game.play(Wordle.Move(guess: word), by: ana, at: .zero)
  }

  mutating func refusal(_ word: String) -> String? {
    do throws(Rejection) {
      try guess(word)
      return nil
    } catch {
      return error.message
    }
  }
}

extension Wordle.Move {
  /// The guessed word; `nil` for giving up.
  var guess: String { if case .word(let word) = self { word } else { "" } }
}

extension Wordle.Settings {
  static let hard = Wordle.Settings(hard: true)
  static let ultra = Wordle.Settings(hard: false, ultra: true)
}
