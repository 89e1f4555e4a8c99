/// A message from the server: a type and its fields.
public protocol ServerMessage: Sendable {
  /// The value of `"type"`.
  static var type: StaticString { get }
  /// Appends the fields after `type` and `re`.
  func writeFields(to json: inout JSONWriter)
}

extension ServerMessage {
  /// Appends the message as one line, the newline included.
  ///
  /// - Parameter re: the `id` of the request that this message answers.
  public func write(to json: inout JSONWriter, answering re: RequestID? = nil) { writeLine(to: &json, answering: re) }

  /// The line itself, for messages that have more to write.
  func writeLine(to json: inout JSONWriter, answering re: RequestID?) {
    json.beginObject()
    json.field("type", Self.type)
    json.field(answering: re)
    writeFields(to: &json)
    json.endObject()
    json.newline()
  }
}

extension JSONWriter {
  /// What a message answers, if it answers a request.
  mutating func field(answering re: RequestID?) {
    guard let re else { return }
    key("re")
    re.write(to: &self)
  }

  /// Writes a message once more, as the answer to a request: the same line, and `re` after its type.
  ///
  /// - Parameter message: where in ``bytes`` the message stands that ``ServerMessage/write(to:answering:)`` has
  ///   written for nobody's request.
  public mutating func message(repeating message: Range<Int>, answering re: RequestID) {
    let message = message.clamped(to: 0..<count)
    // Types are words without commas, so that the first one ends the type; without one there are no fields.
    let head = bytes[message].firstIndex(of: UInt8(ascii: ",")) ?? max(message.lowerBound, message.upperBound - 2)
    append(copyOf: message.lowerBound..<head)
    field(answering: re)
    append(copyOf: head..<message.upperBound)
  }
}

/// The answer to a request that could not be fulfilled.
public struct ErrorMessage: ServerMessage {
  public static let type: StaticString = "error"
  /// What is wrong.
  public var error: WireError

  /// A message that carries an error.
  public init(_ error: WireError) { self.error = error }

  public func writeFields(to json: inout JSONWriter) {
    json.field("code", error.code)
    json.field("message", error.message)
    if let wait = error.retryAfterMilliseconds { json.field("retry_after_ms", wait) }
    json.field("share_id", ifPresent: error.share)
  }
}

/// The first line of every session.
public struct Hello: ServerMessage {
  public static let type: StaticString = "hello"
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
    /// A listed game.
    public init(id: String, title: String, summary: String, modes: [ModeKind]) {
      self.id = id
      self.title = title
      self.summary = summary
      self.modes = modes
    }
  }
  /// The version of the protocol that this library speaks.
  public static let protocolVersion = 1
  /// Name and version of the server's software.
  public var server: String
  /// Made with the data folder and kept across restarts; events can be resumed within one epoch only.
  public var epoch: String
  /// The name that the session has for now.
  public var you: String
  /// The games of this server.
  public var games: [Game]
  /// The civil day in the server's zone, `2026-11-20`.
  public var day: String
  /// Seconds until the next day begins.
  public var nextDaySeconds: Int
  /// By game: the hash that today's puzzle is committed to.
  public var commitments: JSONObject
  /// Limits that a client needs from the start, by their names on the wire.
  public var limits: [(name: String, value: Int)]

  /// A greeting; see the properties.
  public init(
    server: String, epoch: String, you: String, games: [Game], day: String, nextDaySeconds: Int,
    commitments: JSONObject, limits: [(name: String, value: Int)]
  ) {
    self.commitments = commitments
    self.server = server
    self.epoch = epoch
    self.you = you
    self.games = games
    self.day = day
    self.nextDaySeconds = nextDaySeconds
    self.limits = limits
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("protocol", Self.protocolVersion)
    json.field("server", server)
    json.field("epoch", epoch)
    json.field("you", you)
    json.key("games")
    json.beginArray()
    for game in games {
      json.beginObject()
      json.field("id", game.id)
      json.field("title", game.title)
      json.field("summary", game.summary)
      json.list("modes", game.modes.map(\.rawValue))
      json.endObject()
    }
    json.endArray()
    json.field("day", day)
    json.field("next_day_in_s", nextDaySeconds)
    json.field("commitments", .object(commitments))
    json.key("limits")
    json.beginObject()
    for limit in limits {
      json.key(limit.name)
      json.int(limit.value)
    }
    json.endObject()
    json.field("tip", "type help and press return")
  }
}

/// The answer to `login`.
public struct LoginAnswer: ServerMessage {
  public static let type: StaticString = "login"
  /// The session's name from now on.
  public var you: String
  /// Shown once, when it was made.
  public var token: String?

  /// An answer; `token` only when a new one was made.
  public init(you: String, token: String?) {
    self.you = you
    self.token = token
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("you", you)
    if let token { json.field("token", token) }
  }
}

/// The answer to `ping`.
public struct Pong: ServerMessage {
  public static let type: StaticString = "pong"
  /// An answer without fields.
  public init() {}
  public func writeFields(to json: inout JSONWriter) {}
}

/// The answer to `bye`; the connection ends after it.
public struct Bye: ServerMessage {
  public static let type: StaticString = "bye"
  /// An answer without fields.
  public init() {}
  public func writeFields(to json: inout JSONWriter) {}
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
    if let game { json.field("game", game) }
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

/// The server is about to go.
public struct Closing: ServerMessage {
  public static let type: StaticString = "closing"
  /// `restart` or `taken_over`.
  public var reason: String
  /// When it is worth coming back, if that is known.
  public var backInSeconds: Int?

  /// A farewell.
  public init(reason: String, backInSeconds: Int? = nil) {
    self.reason = reason
    self.backInSeconds = backInSeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("reason", reason)
    if let backInSeconds { json.field("back_in_s", backInSeconds) }
  }
}

/// A new civil day has begun: the daily rooms have new puzzles.
public struct NewDay: ServerMessage {
  public static let type: StaticString = "new_day"
  /// The day, `2026-11-21`.
  public var day: String
  /// Seconds until the next.
  public var nextDaySeconds: Int
  /// By game: the hash that the day's puzzle is committed to.
  public var commitments: JSONObject
  /// The puzzles of the day before, for those who may know them.
  public var opened: OpenedAnswer?

  /// The news of a day.
  public init(day: String, nextDaySeconds: Int, commitments: JSONObject, opened: OpenedAnswer?) {
    self.commitments = commitments
    self.opened = opened
    self.day = day
    self.nextDaySeconds = nextDaySeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("day", day)
    json.field("next_day_in_s", nextDaySeconds)
    json.field("commitments", .object(commitments))
    if let opened {
      json.field("opened_day", opened.day)
      json.field("opened", .object(opened.puzzles))
    }
  }
}

extension JSONWriter {
  /// A field that holds an array of strings.
  mutating func list(_ key: StaticString, _ strings: some Sequence<String>) {
    self.key(key)
    beginArray()
    for string in strings { self.string(string) }
    endArray()
  }
}
