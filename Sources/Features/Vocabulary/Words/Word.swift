/// A word to learn.
struct Word: Hashable, Sendable {
  /// Unique among its owner's words; from 1.
  let number: Int
  /// The owner's texts.
  var entry: Entry
  /// Whether its owner has marked it for repetition.
  var isMarked = false
  /// `nil` until the first review.
  var schedule: Schedule?

  /// The texts of a word: one line each, possibly empty.
  struct Entry: Hashable, Sendable {
    /// In the language to learn.
    var original: String
    /// In a language that the owner knows.
    var translation: String
    /// Any note.
    var note = ""
    /// The part of speech, in the owner's terms: `noun`, `verb` and so on.
    var part = ""
    /// An example sentence.
    var example = ""

    /// The length of all texts in bytes of UTF-8.
    var bytes: Int {
      original.utf8.count + translation.utf8.count + note.utf8.count + part.utf8.count + example.utf8.count
    }
  }
}
