import Foundation
import GameKit
import Testing
import WireProtocol

@testable import WordSearch

let ana = PlayerID(1)
let ben = PlayerID(2)

enum WordLists {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Games/WordSearch/Resources").standardizedFileURL

  static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

  static let all = Result {
    try TargetLanguage.all.map { language in
      try Translations(
        from: "en", to: language, words: bytes("en-\(language.code).txt"), blocked: bytes("block-\(language.code).txt"))
    }
  }

  static let source = Result { WordSearchSource(try all.get()) }

  static func translations(_ code: String) throws -> Translations {
    try #require(try all.get().first { $0.target.code == code })
  }
}

/// Grids small enough to read.
enum Grids {
  ///     x 0 1 2 3 4
  ///   0   c a s a h
  ///   1   w t x k o
  ///   2   l e k v g
  ///   3   y d f u a
  ///   4   n i j ñ r
  static let house = WordSearch.Challenge(
    sourceLanguage: "en", targetLanguage: "es", word: "house", rows: ["casah", "wtxko", "lekvg", "ydfua", "nijñr"],
    targets: [
      WordSearch.Target(word: "casa", from: Cell(x: 0, y: 0), to: Cell(x: 3, y: 0)),
      WordSearch.Target(word: "hogar", from: Cell(x: 4, y: 0), to: Cell(x: 4, y: 4)),
    ])
  /// `corazón`, backwards along the diagonal from the lower right.
  static let heart = WordSearch.Challenge(
    sourceLanguage: "en", targetLanguage: "es", word: "heart",
    rows: ["nxxxxxx", "xóxxxxx", "xxzxxxx", "xxxaxxx", "xxxxrxx", "xxxxxox", "xxxxxxc"],
    targets: [
      WordSearch.Target(word: "corazón", from: Cell(x: 6, y: 6), to: Cell(x: 0, y: 0))
    ])
}

struct Play {
  var game: WordSearch
  var seconds: Int64 = 0

  init(_ challenges: [WordSearch.Challenge] = [Grids.house, Grids.heart], after lines: [String] = []) throws {
    game = WordSearch(puzzle: WordSearch.Puzzle(challenges: challenges), settings: WordSearch.Settings())
    for line in lines { try type(line) }
  }

  @discardableResult
  mutating func type(_ line: String, by player: PlayerID = ana) throws(Rejection) -> Turn {
    seconds += 1
    return try game.play(WordSearch.parse(line), by: player, at: Elapsed(milliseconds: seconds * 1000))
  }

  mutating func refusal(_ line: String) -> String? {
    do throws(Rejection) {
      try type(line)
      return nil
    } catch {
      return error.code
    }
  }
}
