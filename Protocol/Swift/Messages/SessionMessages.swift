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
  /// What whoever has the token had better know: one sentence, where it has come over a network in the clear.
  public var warning: String?

  /// An answer; `token` only when a new one was made.
  public init(you: String, token: String?, warning: String? = nil) {
    self.you = you
    self.token = token
    self.warning = warning
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("you", you)
    json.field("token", ifPresent: token)
    json.field("warning", ifPresent: warning)
  }
}

/// The answer to `rename`.
public struct RenameAnswer: ServerMessage {
  public static let type: StaticString = "rename"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
}

/// The answer to `forget_me`: the session is a new guest.
public struct ForgetMeAnswer: ServerMessage {
  public static let type: StaticString = "forget_me"
  /// The session's name from now on.
  public var you: String

  /// An answer with the new guest's name.
  public init(you: String) { self.you = you }

  public func writeFields(to json: inout JSONWriter) { json.field("you", you) }
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
    json.field("back_in_s", ifPresent: backInSeconds)
  }
}
