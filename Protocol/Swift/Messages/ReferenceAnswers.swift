/// The answer to `about`: what there is to play, and the present day.
public struct About: ServerMessage {
  public static let type: StaticString = "about"
  /// A game as the lobby lists it.
  public struct Game: Sendable {
    /// The game's id, which is also its daily room's name.
    public var id: String
    /// The name as people write it.
    public var title: String
    /// One line.
    public var summary: String
    /// The modes that suit it.
    public var modes: [ModeKind]
    /// The word lists that `words` reads.
    public var lists: [String]
    /// How many sit at one board, in a game that is played against others.
    public var seats: ClosedRange<Int>?
    /// A listed game.
    public init(
      id: String, title: String, summary: String, modes: [ModeKind], lists: [String] = [],
      seats: ClosedRange<Int>? = nil
    ) {
      self.id = id
      self.title = title
      self.summary = summary
      self.modes = modes
      self.lists = lists
      self.seats = seats
    }
  }
  /// The games of this server.
  public var games: [Game]
  /// The civil day in the server's zone, `2026-11-20`.
  public var day: String
  /// Seconds until the next day begins.
  public var nextDaySeconds: Int
  /// By game: the hash that the day's puzzle is committed to.
  public var commitments: JSONObject
  /// The emoji with which shared results are answered.
  public var reactions: [String]
  /// The games that are played elsewhere and whose results can be claimed.
  public var claimedGames: [String]

  /// An answer; see the properties.
  public init(
    games: [Game], day: String, nextDaySeconds: Int, commitments: JSONObject, reactions: [String] = [],
    claimedGames: [String] = []
  ) {
    self.games = games
    self.day = day
    self.nextDaySeconds = nextDaySeconds
    self.commitments = commitments
    self.reactions = reactions
    self.claimedGames = claimedGames
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("games")
    json.beginArray()
    for game in games {
      json.beginObject()
      json.field("id", game.id)
      json.field("title", game.title)
      json.field("summary", game.summary)
      json.list("modes", game.modes.map(\.rawValue))
      if !game.lists.isEmpty { json.list("lists", game.lists) }
      if let seats = game.seats {
        json.key("seats")
        json.beginArray()
        json.int(seats.lowerBound)
        json.int(seats.upperBound)
        json.endArray()
      }
      json.endObject()
    }
    json.endArray()
    json.field("day", day)
    json.field("next_day_in_s", nextDaySeconds)
    json.field("commitments", .object(commitments))
    json.list("reactions", reactions)
    json.list("claimed_games", claimedGames)
  }
}

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
  public var commands: [RequestRow]

  /// An answer that explains requests.
  public init(commands: [RequestRow]) { self.commands = commands }

  public func writeFields(to json: inout JSONWriter) {
    json.key("commands")
    json.beginArray()
    for entry in commands {
      json.beginObject()
      json.field("type", entry.type)
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
