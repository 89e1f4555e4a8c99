/// A change of a player's vocabulary: validated, and in stored form.
enum VocabularyChange: Hashable, Sendable {
  /// A language was added or its settings were changed: all of it except its words.
  case language(number: Int, name: String, retention: Int, newPerDay: Int = Language.defaultNewPerDay)
  /// A language was deleted, with its words and their reviews.
  case languageDeleted(Int)
  /// A word was added or changed.
  case word(number: Int, language: Int, Word.Entry)
  /// A word was marked or unmarked.
  case marked(number: Int, Bool)
  /// A word was reviewed: the owner's rating, the schedule after it, and the `move_id` of the move that did it.
  case reviewed(number: Int, Rating, Schedule, moveID: String? = nil)
  /// The last review was undone: the schedule before it (`nil` for a word that is new again), and whether the word is
  /// again the next card of the run.
  case reviewUndone(number: Int, Schedule?, isInRun: Bool)
  /// A word was deleted, with its reviews.
  case wordDeleted(Int)
  /// A run of cards has begun and replaces the previous one.
  case practiceBegun(PracticeRun)
  /// A card of the run was rated; the last one ends the run.
  case practised(number: Int, Rating)
  /// A whole word, in a snapshot.
  case restored(Word, language: Int)
  /// The review that can be undone, in a snapshot.
  case reviewRestored(LastReview)
  /// The greatest numbers of words and languages ever assigned, if those were deleted.
  case counted(words: Int, languages: Int)
}

/// Why a change was refused.
enum VocabularyFault: Error, Hashable, Sendable {
  /// No language has this name.
  case noSuchLanguage(String)
  /// No word has this number.
  case noSuchWord(Int)
  /// No review can be undone.
  case noReview
  /// A language has this name already, ignoring case and accents.
  case languageExists(String)
  /// A required field is empty.
  case empty(Field)
  /// A field exceeds its limit in characters.
  case tooLong(Field, most: Int)
  /// The limit on languages is reached.
  case tooManyLanguages(most: Int)
  /// The limit on words is reached.
  case tooManyWords(most: Int)
  /// The limit on the bytes of all texts would be exceeded.
  case tooManyBytes(most: Int)

  /// The field at fault.
  enum Field: String, Sendable {
    case name, original, translation, note, part, example
  }
}
