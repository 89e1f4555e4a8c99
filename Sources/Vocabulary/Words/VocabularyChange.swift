/// A change of what a player keeps: checked already, as it is stored.
public enum VocabularyChange: Hashable, Sendable {
  /// A language is new, or has another name, retention or number of new words a day: the whole of it, but for its
  /// words.
  case language(number: Int, name: String, retention: Int, newPerDay: Int = Language.usualNewPerDay)
  /// A language is gone, with its words and their reviews.
  case languageDeleted(Int)
  /// A word is new, or reads otherwise.
  case word(number: Int, language: Int, Word.Entry)
  /// A word is to be seen again, or is not any more.
  case marked(number: Int, Bool)
  /// A word was reviewed: as its owner rated it, and the schedule after that.
  case reviewed(number: Int, Rating, Schedule)
  /// The last review is taken back: the schedule before it, `nil` for a word that is new again, and whether the word is
  /// the next card of the run again.
  case reviewUndone(number: Int, Schedule?, isInRun: Bool)
  /// A word is gone, with its reviews.
  case wordDeleted(Int)
  /// A run of cards has begun, in place of the one before.
  case practiceBegun(PracticeRun)
  /// A card of the run is done, as its owner rated it; the last one ends the run.
  case practised(number: Int, Rating)
  /// A whole word, as a snapshot has it.
  case restored(Word, language: Int)
  /// The review that can be taken back, as a snapshot has it.
  case reviewRestored(LastReview)
  /// The greatest numbers that words and languages have had, where those are gone.
  case counted(words: Int, languages: Int)
}

/// Why a change cannot be made.
public enum VocabularyFault: Error, Hashable, Sendable {
  /// There is no language of this name.
  case noSuchLanguage(String)
  /// There is no word of this number.
  case noSuchWord(Int)
  /// No review can be taken back.
  case noReview
  /// There is a language of this name already, whatever its case and accents.
  case languageExists(String)
  /// There is nothing where there must be something.
  case empty(Field)
  /// Something is longer than so many characters.
  case tooLong(Field, most: Int)
  /// There are as many languages as there may be.
  case tooManyLanguages(most: Int)
  /// There are as many words as there may be.
  case tooManyWords(most: Int)
  /// All texts together would have more bytes than they may.
  case tooManyBytes(most: Int)

  /// What is at fault.
  public enum Field: String, Sendable {
    case name, original, translation, note, part, example
  }
}
