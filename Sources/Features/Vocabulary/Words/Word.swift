/// A word to learn.
struct Word: Hashable, Sendable {
  /// Unique among its owner's words; from 1.
  let number: Int
  /// The owner's texts.
  var entry: Entry
  /// Whether its owner has marked it for repetition.
  var isMarked: Bool
  /// `nil` until the first review.
  var schedule: Schedule?

  /// A new word, or a stored one.
  init(number: Int, entry: Entry, isMarked: Bool = false, schedule: Schedule? = nil) {
    self.number = number
    self.entry = entry
    self.isMarked = isMarked
    self.schedule = schedule
  }

  /// The texts of a word: one line each, possibly empty.
  struct Entry: Hashable, Sendable {
    /// In the language to learn.
    var original: String
    /// In a language that the owner knows.
    var translation: String
    /// Any note.
    var note: String
    /// The part of speech, in the owner's terms: `noun`, `verb` and so on.
    var part: String
    /// An example sentence.
    var example: String

    /// An entry.
    init(original: String, translation: String, note: String = "", part: String = "", example: String = "") {
      self.original = original
      self.translation = translation
      self.note = note
      self.part = part
      self.example = example
    }

    /// The length of all texts in bytes of UTF-8.
    var bytes: Int {
      original.utf8.count + translation.utf8.count + note.utf8.count + part.utf8.count + example.utf8.count
    }
  }
}
