/// The answer to `import` and `import_cancel`: how much of a file has been taken.
public struct ImportAnswer: ServerMessage {
  public static let type: StaticString = "import"
  /// Bytes of the file that are there: where the next part begins.
  public var bytes: Int
  /// Bytes that were dropped: always told by `import_cancel`, and where a new file takes the place of one before.
  public var dropped: Int?

  /// An answer.
  public init(bytes: Int, dropped: Int? = nil) {
    self.bytes = bytes
    self.dropped = dropped
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("bytes", bytes)
    json.field("dropped", ifPresent: dropped)
  }
}

/// What is told of very many: how many there are, and the first of them.
public struct Listed<Element: Hashable & Sendable>: Hashable, Sendable {
  /// How many there are.
  public var count: Int
  /// The first of them, at most ``most``.
  public var first: [Element]
  /// The most that are told.
  public static var most: Int { 20 }

  /// All of them, of which the first are told.
  public init(_ all: [Element]) { self.init(count: all.count, first: Array(all.prefix(Self.most))) }

  /// So many, with the first of them.
  public init(count: Int, first: [Element]) {
    self.count = count
    self.first = first
  }
}

/// The answer to `import_preview`: what would come of adding a deck.
public struct ImportPreview: ServerMessage {
  public static let type: StaticString = "import_preview"
  /// The language that the words are for.
  public var language: String
  /// Whether it would be begun.
  public var isNewLanguage: Bool
  /// What each column of the file was taken for (`Original`, `Translation`, `Note`, `Part`, `Example`, `Tags`), empty
  /// for those that are passed over; none where there is no file.
  public var columns: [String]
  /// What separates the fields of the file; `nil` where there is none.
  public var separator: String?
  /// The line that names the columns, where there is one: it is no note.
  public var heading: [String] = []
  /// How many notes could be read.
  public var notes: Int
  /// How many of them would be added.
  public var new: Int
  /// New ones for which there is no room.
  public var leftOut: Int
  /// The first new ones.
  public var first: [LearntWord]
  /// Words that the language has already, or that came before in the deck.
  public var duplicates: Listed<String>
  /// What could not be read.
  public var faults: Listed<Fault>

  /// A note that could not be read.
  public struct Fault: Hashable, Sendable {
    /// The line on which it begins, from 1.
    public var line: Int
    /// What is wrong with it, without a full stop.
    public var message: String

    /// A fault.
    public init(line: Int, message: String) {
      self.line = line
      self.message = message
    }
  }

  /// A preview.
  public init(
    language: String, isNewLanguage: Bool, columns: [String], notes: Int, new: Int, leftOut: Int, first: [LearntWord],
    duplicates: Listed<String>, faults: Listed<Fault>
  ) {
    self.language = language
    self.isNewLanguage = isNewLanguage
    self.columns = columns
    self.notes = notes
    self.new = new
    self.leftOut = leftOut
    self.first = first
    self.duplicates = duplicates
    self.faults = faults
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("new_language", ifPresent: isNewLanguage ? true : nil)
    if !columns.isEmpty { json.list("columns", columns) }
    json.field("separator", ifPresent: separator)
    if !heading.isEmpty { json.list("heading", heading) }
    json.field("notes", notes)
    json.field("new", new)
    json.field("left_out", ifPresent: leftOut > 0 ? leftOut : nil)
    json.key("first")
    json.beginArray()
    for word in first { word.write(to: &json, isNew: true) }
    json.endArray()
    json.write(duplicates)
    guard faults.count > 0 else { return }
    json.field("fault_count", faults.count)
    json.key("faults")
    json.beginArray()
    for fault in faults.first {
      json.beginObject()
      json.field("line", fault.line)
      json.field("message", fault.message)
      json.endObject()
    }
    json.endArray()
  }
}

/// The answer to `import_add`: what was added.
public struct ImportAdded: ServerMessage {
  public static let type: StaticString = "import_add"
  /// The language that the words were added to.
  public var language: String
  /// How many words were added.
  public var added: Int
  /// New ones for which there was no room.
  public var leftOut: Int
  /// Words that were passed over: the language has them already, or they came before in the deck.
  public var duplicates: Listed<String>

  /// An answer.
  public init(language: String, added: Int, leftOut: Int, duplicates: Listed<String>) {
    self.language = language
    self.added = added
    self.leftOut = leftOut
    self.duplicates = duplicates
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("added", added)
    json.field("left_out", ifPresent: leftOut > 0 ? leftOut : nil)
    json.write(duplicates)
  }
}

extension JSONWriter {
  fileprivate mutating func write(_ duplicates: Listed<String>) {
    guard duplicates.count > 0 else { return }
    field("duplicate_count", duplicates.count)
    list("duplicates", duplicates.first)
  }
}

/// The answer to `export`: a page of a file. All pages, one after the other, are the file.
public struct ExportAnswer: ServerMessage {
  public static let type: StaticString = "export"
  /// The language's name.
  public var language: String
  /// `anki`, `csv` or `tsv`.
  public var format: String
  /// The page.
  public var text: String
  /// What the request for the next page says.
  public var after: Int
  /// Whether there is a next page.
  public var more: Bool

  /// A page.
  public init(language: String, format: String, text: String, after: Int, more: Bool) {
    self.language = language
    self.format = format
    self.text = text
    self.after = after
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("language", language)
    json.field("format", format)
    json.field("text", text)
    json.field("after", after)
    json.field("more", more)
  }
}

/// The answer to `decks`: those that can be added without being sent.
public struct DecksAnswer: ServerMessage {
  public static let type: StaticString = "decks"
  /// In an order of their own.
  public var decks: [Deck]

  /// A deck.
  public struct Deck: Hashable, Sendable {
    /// What requests call it.
    public var name: String
    /// What people call it.
    public var title: String
    /// The language that its words are for, unless another one is named.
    public var language: String
    /// How many words it has; `nil` where that is to be found out.
    public var words: Int?

    /// A deck.
    public init(name: String, title: String, language: String, words: Int?) {
      self.name = name
      self.title = title
      self.language = language
      self.words = words
    }
  }

  /// An answer.
  public init(decks: [Deck]) { self.decks = decks }

  public func writeFields(to json: inout JSONWriter) {
    json.key("decks")
    json.beginArray()
    for deck in decks {
      json.beginObject()
      json.field("deck", deck.name)
      json.field("title", deck.title)
      json.field("language", deck.language)
      json.field("words", ifPresent: deck.words)
      json.endObject()
    }
    json.endArray()
  }
}
