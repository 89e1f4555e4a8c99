/// The answer to `limits`: every limit of the server by name.
public struct LimitsAnswer: ServerMessage {
  public static let type: StaticString = "limits"
  /// Names, values and what each bounds.
  public var limits: [(name: String, value: Int, summary: String)]

  /// An answer that lists limits.
  public init(limits: [(name: String, value: Int, summary: String)]) { self.limits = limits }

  public func writeFields(to json: inout JSONWriter) {
    json.key("limits")
    json.beginObject()
    for limit in limits {
      json.key(limit.name)
      json.int(limit.value)
    }
    json.endObject()
    json.key("about")
    json.beginObject()
    for limit in limits {
      json.key(limit.name)
      json.string(limit.summary)
    }
    json.endObject()
  }
}

/// The answer to `help`.
public struct HelpAnswer: ServerMessage {
  public static let type: StaticString = "help"
  /// One entry a request.
  public var commands: [RequestGuide.Entry]

  /// An answer that explains requests.
  public init(commands: [RequestGuide.Entry]) { self.commands = commands }

  public func writeFields(to json: inout JSONWriter) {
    json.key("commands")
    json.beginArray()
    for entry in commands {
      json.beginObject()
      json.field("type", entry.kind.rawValue)
      json.field("summary", entry.summary)
      json.key("example")
      json.value(entry.example)
      if let text = entry.textForm { json.field("text", text) }
      json.endObject()
    }
    json.endArray()
  }
}

/// The answer to `schema`.
public struct SchemaAnswer: ServerMessage {
  public static let type: StaticString = "schema"
  /// What was asked for.
  public var of: String
  /// The game, where the schema is a game's.
  public var game: String?
  /// A JSON Schema.
  public var schema: JSON

  /// An answer that carries a schema.
  public init(of: String, game: String?, schema: JSON) {
    self.of = of
    self.game = game
    self.schema = schema
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("of", of)
    json.field("game", ifPresent: game)
    json.field("schema", schema)
  }
}

/// The answer to `words`.
public struct WordsAnswer: ServerMessage {
  public static let type: StaticString = "words"
  /// The game's id.
  public var game: String
  /// The list's name.
  public var list: String
  /// This page.
  public var words: [String]
  /// All words of the list.
  public var total: Int
  /// Whether a further page follows.
  public var more: Bool

  /// A page of a list.
  public init(game: String, list: String, words: [String], total: Int, more: Bool) {
    self.game = game
    self.list = list
    self.words = words
    self.total = total
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("game", game)
    json.field("list", list)
    json.list("words", words)
    json.field("total", total)
    json.field("more", more)
  }
}
