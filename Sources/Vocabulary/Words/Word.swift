/// A word that somebody learns.
public struct Word: Hashable, Sendable {
  /// Unique among its owner's words; from 1.
  public let number: Int
  /// What its owner writes about it.
  public var entry: Entry
  /// Whether its owner wants to see it again.
  public var isMarked: Bool
  /// `nil` until it is reviewed.
  public var schedule: Schedule?

  /// A word that is new, or was stored.
  public init(number: Int, entry: Entry, isMarked: Bool = false, schedule: Schedule? = nil) {
    self.number = number
    self.entry = entry
    self.isMarked = isMarked
    self.schedule = schedule
  }

  /// What is written about a word: each a line of text, empty where there is nothing.
  public struct Entry: Hashable, Sendable {
    /// In the language that is learnt.
    public var original: String
    /// In a language that its owner knows.
    public var translation: String
    /// Whatever helps.
    public var note: String
    /// `noun`, `verb` and so on, as its owner likes.
    public var part: String
    /// A sentence with the word in it.
    public var example: String

    /// An entry.
    public init(original: String, translation: String, note: String = "", part: String = "", example: String = "") {
      self.original = original
      self.translation = translation
      self.note = note
      self.part = part
      self.example = example
    }

    /// All of it, in bytes of UTF-8.
    public var bytes: Int {
      original.utf8.count + translation.utf8.count + note.utf8.count + part.utf8.count + example.utf8.count
    }
  }
}
