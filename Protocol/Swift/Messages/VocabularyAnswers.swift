/// The answer to `languages` and to all that changes a language: what a player learns.
public struct LanguagesAnswer: ServerMessage {
  public static let type: StaticString = "languages"
  /// The oldest first.
  public var languages: [Language]
  /// The name of the language that requests are about which name none.
  public var selected: String?

  /// A language with what there is in it.
  public struct Language: Hashable, Sendable {
    /// As its owner writes it.
    public var name: String
    /// How many words it has.
    public var words: Int
    /// How many of them are marked.
    public var marked: Int
    /// How many are due today.
    public var due: Int
    /// How many were never reviewed and may come today.
    public var new: Int
    /// How many were never reviewed and come on a later day.
    public var newLater: Int
    /// How many words that were never reviewed come on a day, at most.
    public var newPerDay: Int
    /// The share of words that is to be remembered when they are due, in percent.
    public var retention: Int

    /// A language.
    public init(
      name: String, words: Int, marked: Int, due: Int, new: Int, newLater: Int = 0, newPerDay: Int = 20, retention: Int
    ) {
      self.name = name
      self.words = words
      self.marked = marked
      self.due = due
      self.new = new
      self.newLater = newLater
      self.newPerDay = newPerDay
      self.retention = retention
    }
  }

  /// An answer.
  public init(languages: [Language], selected: String?) {
    self.languages = languages
    self.selected = selected
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("languages")
    json.beginArray()
    for language in languages {
      json.beginObject()
      json.field("language", language.name)
      json.field("words", language.words)
      json.field("marked", language.marked)
      json.field("due", language.due)
      json.field("new", language.new)
      json.field("new_later", ifPresent: language.newLater > 0 ? language.newLater : nil)
      json.field("new_per_day", language.newPerDay)
      json.field("retention", language.retention)
      json.endObject()
    }
    json.endArray()
    json.field("selected", ifPresent: selected)
  }
}

/// The answer to all that changes a word: the word as it is now, or was.
public struct WordAnswer: ServerMessage {
  public static let type: StaticString = "word"
  /// The language's name.
  public var language: String
  /// The word.
  public var word: LearntWord
  /// Whether it is gone.
  public var isDeleted: Bool
  /// The number of another word with the same original, where one was added.
  public var duplicate: Int?

  /// An answer.
  public init(language: String, word: LearntWord, isDeleted: Bool = false, duplicate: Int? = nil) {
    self.language = language
    self.word = word
    self.isDeleted = isDeleted
    self.duplicate = duplicate
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.key("word")
    word.write(to: &json)
    json.field("deleted", ifPresent: isDeleted ? true : nil)
    json.field("duplicate_of", ifPresent: duplicate)
  }
}

/// The answer to `search`: a page of words.
public struct FoundWords: ServerMessage {
  public static let type: StaticString = "found"
  /// The language's name.
  public var language: String
  /// What was looked for; empty where that was nothing.
  public var text: String
  /// The oldest first.
  public var words: [LearntWord]
  /// Whether there are more after them.
  public var more: Bool

  /// A page.
  public init(language: String, text: String, words: [LearntWord], more: Bool) {
    self.language = language
    self.text = text
    self.words = words
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("text", ifPresent: text.isEmpty ? nil : text)
    json.key("words")
    json.beginArray()
    for word in words { word.write(to: &json) }
    json.endArray()
    json.field("more", more)
  }
}
