import WireProtocol

extension DailySort {
  /// What a word means: the reward for finding it.
  public struct Meaning: Codable, Hashable, Sendable {
    /// `noun`, `verb` and so on.
    public var part: String
    /// One sentence.
    public var definition: String
    /// A sentence that uses the word.
    public var example: String

    /// A meaning.
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
