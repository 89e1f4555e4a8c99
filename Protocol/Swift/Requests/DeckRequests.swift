extension Request {
  /// What a player asks about decks: words that come in or go out many at a time.
  public enum Decks: Hashable, Sendable {
    /// The decks that there are without being sent.
    case list
    /// The next part of a file.
    case part(Part)
    /// What somebody at a terminal types next, up to a line with nothing but a full stop, is a file.
    case paste(language: String?)
    /// What would come of adding what was sent, or a deck that is there.
    case preview(Source)
    /// Adds it.
    case add(Source)
    /// Drops what was sent.
    case cancel
    /// A page of a language's words as a file.
    case export(Export)

    /// The fields of `import`.
    public struct Part: Hashable, Sendable {
      /// What it says, cut anywhere between two characters.
      public var text: String
      /// How many bytes of the file come before it; 0 begins a file.
      public var offset: Int
      /// The language that the words are for.
      public var language: String?
      /// The fields.
      public init(text: String, offset: Int, language: String? = nil) {
        self.text = text
        self.offset = offset
        self.language = language
      }
    }

    /// The fields of `import_preview` and `import_add`.
    public struct Source: Hashable, Sendable {
      /// The name of a deck that is there; `nil` for what was sent.
      public var deck: String?
      /// The language that the words are for.
      public var language: String?
      /// The fields.
      public init(deck: String? = nil, language: String? = nil) {
        self.deck = deck
        self.language = language
      }
    }

    /// The fields of `export`.
    public struct Export: Hashable, Sendable {
      /// The language.
      public var language: String?
      /// One of ``formats``.
      public var format: String
      /// The number of the last word of the page before; 0 for the first page.
      public var after: Int
      /// How a file can be written: Anki's text format, comma-separated and tab-separated values.
      public static let formats = ["anki", "csv", "tsv"]
      /// The fields.
      public init(language: String? = nil, format: String = "anki", after: Int = 0) {
        self.language = language
        self.format = format
        self.after = after
      }
    }
  }
}

extension Request.Decks.Part {
  /// A part may be as long as a line: its own bounds are the file's.
  init(_ fields: RequestFields) throws(WireError) {
    guard let value = fields.view["text"], let text = value.string else { throw fields.wrong("text", "a string") }
    guard let offset = try fields.optionalInt("at") else { throw fields.wrong("at", "an integer") }
    self.init(text: text, offset: offset, language: try fields.optionalText("language"))
  }
}

extension Request.Decks.Source {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(deck: try fields.optionalText("deck"), language: try fields.optionalText("language"))
  }

  /// `spanish`, `spanish My Spanish`.
  init(typed command: TextCommand) throws(WireError) {
    self.init(deck: try command.first(), language: command.words.count > 1 ? command.afterFirst : nil)
  }
}

extension Request.Decks.Export {
  init(_ fields: RequestFields) throws(WireError) {
    let format = try fields.optionalText("format") ?? "anki"
    guard Self.formats.contains(format) else {
      throw fields.wrong("format", "one of " + Self.formats.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    self.init(
      language: try fields.optionalText("language"), format: format, after: try fields.optionalInt("after") ?? 0)
  }

  init(typed command: TextCommand) throws(WireError) {
    let format = command.words.first?.lowercased() ?? "anki"
    guard Self.formats.contains(format) else { throw command.typeItLikeThis() }
    self.init(format: format)
  }
}
