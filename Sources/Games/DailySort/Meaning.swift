import GameKit
import WireProtocol

extension DailySort {
  /// The meaning of a word: the reward for finding it.
  public struct Meaning: Codable, Hashable, Sendable {
    /// `noun`, `verb` and so on.
    public var part: String
    public var definition: String
    public var example: String

    public init(part: String, definition: String, example: String) {
      self.part = part
      self.definition = definition
      self.example = example
    }

    /// `noun: Stories told by the fire. Example: …`.
    var text: String { "\(part): \(definition) Example: \(example)" }

    func fields(of word: String) -> JSONObject {
      [
        "word": .string(word), "part": .string(part), "definition": .string(definition), "example": .string(example),
      ]
    }
  }
}

extension DailySort.Meaning {
  /// The word as a flash card.
  func card(of word: String) -> WordDeck.Word {
    WordDeck.Word(original: word, translation: definition, part: part, example: example)
  }
}
