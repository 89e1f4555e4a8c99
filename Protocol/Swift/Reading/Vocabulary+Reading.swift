extension LanguagesAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var languages: [Language] = []
    for entry in try fields.list("languages") {
      languages.append(
        Language(
          name: try entry.text("language"), words: entry.count("words"), marked: entry.count("marked"),
          due: entry.count("due"), new: entry.count("new"), newLater: entry.count("new_later"),
          newPerDay: entry.count("new_per_day"), retention: entry.count("retention")))
    }
    self.init(languages: languages, selected: fields.optionalText("selected"))
  }
}

extension LearntWord {
  /// Reads a word.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      number: try fields.int("word"), original: try fields.text("original"),
      translation: try fields.text("translation"), note: fields.optionalText("note") ?? "",
      part: fields.optionalText("part") ?? "", example: fields.optionalText("example") ?? "",
      isMarked: fields.flag("marked"), due: fields.optionalText("due"))
  }
}

extension LearntCard {
  /// Reads a card.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let isTurned = fields.view["back"]?.kind == .object
    self.init(
      number: try fields.int("word"), front: try fields.text("front"), isMarked: fields.flag("marked"),
      back: isTurned ? try LearntWord(reading: try fields.fields("back")) : nil)
  }
}

extension WordAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      language: try fields.text("language"), word: try LearntWord(reading: try fields.fields("word")),
      isDeleted: fields.flag("deleted"), duplicate: fields.optionalInt("duplicate_of"))
  }
}

extension FoundWords: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var words: [LearntWord] = []
    for word in try fields.list("words") { words.append(try LearntWord(reading: word)) }
    self.init(
      language: try fields.text("language"), text: fields.optionalText("text") ?? "", words: words,
      more: fields.flag("more"))
  }
}

extension SectionAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    var cards: [LearntCard] = []
    for card in try fields.list("cards") { cards.append(try LearntCard(reading: card)) }
    self.init(
      language: try fields.text("language"), section: try fields.text("section"), isInverted: fields.flag("inverted"),
      count: fields.count("count"), cards: cards, more: fields.flag("more"))
  }
}

extension CardAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      language: try fields.text("language"), card: try LearntCard(reading: try fields.fields("card")),
      intervals: try? Intervals(reading: fields.fields("intervals")))
  }
}

extension CardAnswer.Intervals {
  init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      again: try fields.int("again"), hard: try fields.int("hard"), good: try fields.int("good"),
      easy: try fields.int("easy"))
  }
}

extension StudyAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    let hasCard = fields.view["card"]?.kind == .object
    self.init(
      language: try fields.text("language"), due: fields.count("due"), new: fields.count("new"),
      newLater: fields.count("new_later"), card: hasCard ? try LearntCard(reading: try fields.fields("card")) : nil,
      choices: fields.texts("choices"),
      isInverted: fields.flag("inverted"), run: try fields.run)
    isUndone = fields.flag("undone")
  }
}

extension MessageFields {
  /// How far a run of cards has come, if there is one.
  fileprivate var run: StudyAnswer.Run? {
    get throws(UnreadableMessage) {
      guard view["run"]?.kind == .object else { return nil }
      let run = try self.fields("run")
      return StudyAnswer.Run(
        done: try run.int("done"), count: try run.int("count"), remembered: try run.int("remembered"))
    }
  }

  /// How a run of cards has ended, if it has.
  fileprivate var result: CardResult? {
    get throws(UnreadableMessage) {
      guard view["result"]?.kind == .object else { return nil }
      let result = try self.fields("result")
      return CardResult(match: try result.text("match"), share: try result.text("share"))
    }
  }
}

extension RatedAnswer: ReadableMessage {
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    self.init(
      word: try LearntWord(reading: try fields.fields("word")), rating: try fields.text("rating"),
      answer: fields.optionalText("answer"), study: try StudyAnswer(reading: fields),
      result: try fields.result)
  }
}
