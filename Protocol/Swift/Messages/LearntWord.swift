/// A word as its owner reads it.
public struct LearntWord: Hashable, Sendable {
  /// Unique among its owner's words.
  public var number: Int
  /// In the language that is learnt.
  public var original: String
  /// In a language that its owner knows.
  public var translation: String
  /// Whatever helps; empty where there is nothing.
  public var note: String
  /// `noun`, `verb` and so on; empty where there is nothing.
  public var part: String
  /// A sentence with the word in it; empty where there is nothing.
  public var example: String
  /// Whether its owner wants to see it again.
  public var isMarked: Bool
  /// The first day on which it is due; `nil` for a word that was never reviewed.
  public var due: String?

  /// A word.
  public init(
    number: Int, original: String, translation: String, note: String = "", part: String = "", example: String = "",
    isMarked: Bool = false, due: String? = nil
  ) {
    self.number = number
    self.original = original
    self.translation = translation
    self.note = note
    self.part = part
    self.example = example
    self.isMarked = isMarked
    self.due = due
  }

  /// - Parameter isNew: whether it is no word yet, and has no number.
  func write(to json: inout JSONWriter, isNew: Bool = false) {
    json.beginObject()
    json.field("word", ifPresent: isNew ? nil : number)
    json.field("original", original)
    json.field("translation", translation)
    json.field("note", ifPresent: note.isEmpty ? nil : note)
    json.field("part", ifPresent: part.isEmpty ? nil : part)
    json.field("example", ifPresent: example.isEmpty ? nil : example)
    json.field("marked", isMarked)
    json.field("due", ifPresent: due)
    json.endObject()
  }
}

/// A word as a card of which one side is seen.
public struct LearntCard: Hashable, Sendable {
  /// The word's number.
  public var number: Int
  /// The side that is seen.
  public var front: String
  /// Whether the word is marked.
  public var isMarked: Bool
  /// The whole word; `nil` until the card is turned.
  public var back: LearntWord?

  /// A card.
  public init(number: Int, front: String, isMarked: Bool, back: LearntWord?) {
    self.number = number
    self.front = front
    self.isMarked = isMarked
    self.back = back
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("word", number)
    json.field("front", front)
    json.field("marked", isMarked)
    if let back {
      json.key("back")
      back.write(to: &json)
    }
    json.endObject()
  }
}
