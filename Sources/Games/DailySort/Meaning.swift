import GameKit
import WireProtocol

extension DailySort {
  /// The meaning of a word: the reward for finding it.
  public struct Meaning: Codable, Hashable, Sendable {
    /// `noun`, `verb` and so on; empty in a puzzle by a player.
    public var part: String
    public var definition: String
    /// Empty in a puzzle by a player.
    public var example: String

    public init(part: String, definition: String, example: String) {
      self.part = part
      self.definition = definition
      self.example = example
    }

    /// `noun: Stories told by the fire. Example: …`.
    var text: String { line + (example.isEmpty ? "" : " Example: \(example)") }

    /// `noun: Stories told by the fire.`
    var line: String { part.isEmpty ? definition : "\(part): \(definition)" }

    func fields(of word: String) -> JSONObject {
      var fields: JSONObject = ["word": .string(word)]
      for (key, text) in [("part", part), ("definition", definition), ("example", example)] where !text.isEmpty {
        fields[key] = .string(text)
      }
      return fields
    }
  }
}

extension DailySort.Meaning {
  /// The word as a flash card.
  func card(of word: String) -> WordDeck.Word {
    WordDeck.Word(original: word, translation: definition, part: part, example: example)
  }
}
