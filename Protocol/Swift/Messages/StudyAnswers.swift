/// The answer to `section`: a page of cards.
public struct SectionAnswer: ServerMessage {
  public static let type: StaticString = "section"
  /// The language's name.
  public var language: String
  /// Which words: `all`, `random`, `repeat` or `repeat_random`.
  public var section: String
  /// Whether cards show the translation until they are turned.
  public var isInverted: Bool
  /// How many cards the section has.
  public var count: Int
  /// Those of the page.
  public var cards: [LearntCard]
  /// Whether there are more after them.
  public var more: Bool

  /// A page.
  public init(language: String, section: String, isInverted: Bool, count: Int, cards: [LearntCard], more: Bool) {
    self.language = language
    self.section = section
    self.isInverted = isInverted
    self.count = count
    self.cards = cards
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("section", section)
    json.field("inverted", isInverted)
    json.field("count", count)
    json.key("cards")
    json.beginArray()
    for card in cards { card.write(to: &json) }
    json.endArray()
    json.field("more", more)
  }
}

/// The answer to `turn`: a card of the section, or the one that is studied.
public struct CardAnswer: ServerMessage {
  public static let type: StaticString = "card"
  /// The language's name.
  public var language: String
  /// The card.
  public var card: LearntCard
  /// When the word would be due again after each rating: of the card that is studied, once it is turned.
  public var intervals: Intervals?

  /// Days from today until a word is due again, by how it is rated; 0 is later today.
  public struct Intervals: Hashable, Sendable {
    /// After `again`.
    public var again: Int
    /// After `hard`.
    public var hard: Int
    /// After `good`.
    public var good: Int
    /// After `easy`.
    public var easy: Int

    /// Intervals.
    public init(again: Int, hard: Int, good: Int, easy: Int) {
      self.again = again
      self.hard = hard
      self.good = good
      self.easy = easy
    }
  }

  /// An answer.
  public init(language: String, card: LearntCard, intervals: Intervals? = nil) {
    self.language = language
    self.card = card
    self.intervals = intervals
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.key("card")
    card.write(to: &json)
    guard let intervals else { return }
    json.key("intervals")
    json.beginObject()
    json.field("again", intervals.again)
    json.field("hard", intervals.hard)
    json.field("good", intervals.good)
    json.field("easy", intervals.easy)
    json.endObject()
  }
}

/// The answer to `study`, and a part of the one to `rate`: what there is to study, and the next card.
public struct StudyAnswer: ServerMessage {
  public static let type: StaticString = "study"
  /// The language's name.
  public var language: String
  /// How many words are due today.
  public var due: Int
  /// How many words were never reviewed and may come today.
  public var new: Int
  /// How many words were never reviewed and come on a later day.
  public var newLater: Int
  /// The next card; `nil` when there is none.
  public var card: LearntCard?
  /// What to choose the other side from, where that was asked for.
  public var choices: [String]
  /// Whether the card shows the translation, and asks for the original.
  public var isInverted: Bool
  /// How far a run of cards has come; `nil` for cards that are studied as they are due.
  public var run: Run?
  /// Whether the card comes again since its rating was taken back.
  public var isUndone = false

  /// How far a run has come.
  public struct Run: Hashable, Sendable {
    /// Cards that are done.
    public var done: Int
    /// Cards in all.
    public var count: Int
    /// Cards that were remembered, with trouble or without.
    public var remembered: Int

    /// So far.
    public init(done: Int, count: Int, remembered: Int) {
      self.done = done
      self.count = count
      self.remembered = remembered
    }
  }

  /// An answer.
  public init(
    language: String, due: Int, new: Int, newLater: Int = 0, card: LearntCard?, choices: [String],
    isInverted: Bool = false, run: Run? = nil
  ) {
    self.language = language
    self.due = due
    self.new = new
    self.newLater = newLater
    self.card = card
    self.choices = choices
    self.isInverted = isInverted
    self.run = run
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("due", due)
    json.field("new", new)
    json.field("new_later", ifPresent: newLater > 0 ? newLater : nil)
    json.field("undone", ifPresent: isUndone ? true : nil)
    if let run {
      json.key("run")
      json.beginObject()
      json.field("done", run.done)
      json.field("count", run.count)
      json.field("remembered", run.remembered)
      json.endObject()
    }
    guard let card else { return }
    json.key("card")
    card.write(to: &json)
    json.field("inverted", ifPresent: isInverted ? true : nil)
    guard !choices.isEmpty else { return }
    json.key("choices")
    json.beginArray()
    for choice in choices { json.string(choice) }
    json.endArray()
  }
}

/// The answer to `rate`: how the word was known, and what there is to study after it.
public struct RatedAnswer: ServerMessage {
  public static let type: StaticString = "rated"
  /// The word as it is now, with the day on which it is due.
  public var word: LearntWord
  /// `again`, `hard`, `good` or `easy`.
  public var rating: String
  /// What a typed answer was: `right`, `accents`, `typo` or `wrong`; `nil` where nothing was typed.
  public var answer: String?
  /// What there is to study.
  public var study: StudyAnswer
  /// How a run of cards has ended, where this was its last.
  public var result: CardResult?

  /// An answer.
  public init(word: LearntWord, rating: String, answer: String?, study: StudyAnswer, result: CardResult? = nil) {
    self.result = result
    self.word = word
    self.rating = rating
    self.answer = answer
    self.study = study
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("word")
    word.write(to: &json)
    json.field("rating", rating)
    json.field("answer", ifPresent: answer)
    study.writeFields(to: &json)
    guard let result else { return }
    json.key("result")
    json.beginObject()
    json.field("match", result.match)
    json.field("share", result.share)
    json.endObject()
  }
}

/// How a run of cards has ended: a result as those of games are.
public struct CardResult: Hashable, Sendable {
  /// The match's number, as `share` and `history` have it.
  public var match: String
  /// The text of the result.
  public var share: String

  /// A result.
  public init(match: String, share: String) {
    self.match = match
    self.share = share
  }
}
