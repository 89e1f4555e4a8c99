import Foundation
import GameKit
import Testing
import WireProtocol

@testable import DailySort

enum WordsFile {
  private static let url = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/Games/DailySort/Resources/words.json").standardizedFileURL
  static let source = Result { try DailySortSource(words: bytes()) }

  static func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  /// A file in the usual form with these words, with meaningless definitions.
  static func small(_ words: [String]) -> [UInt8] {
    let entries = words.map {
      #"{"word":"\#($0)","part":"noun","definition":"What it means.","example":"A \#($0) stood there."}"#
    }
    return Array("[\(entries.joined(separator: ","))]".utf8)
  }
}

let ana = PlayerID(1)

extension DailySort.Meaning {
  static let stories = Self(
    part: "noun", definition: "Stories told by the fire.", example: "Her tales grew longer every winter.")
}

struct Play {
  var game: DailySort

  init(_ word: String = "tales", scramble: String = "lates", after lines: [String] = []) throws {
    game = DailySort(
      puzzle: DailySort.Puzzle(word: word, scramble: scramble, meaning: .stories), settings: NoSettings())
    for line in lines { try type(line) }
  }

  @discardableResult
  mutating func type(_ line: String) throws(Rejection) -> Turn {
    try game.play(DailySort.parse(line), by: ana, at: .zero)
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
