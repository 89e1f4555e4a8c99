/// Something that those who run the server have to say to everybody, or to all in a room. It is no event: whoever comes
/// later is not told.
public struct Announcement: ServerMessage {
  public static let type: StaticString = "announcement"
  /// One line.
  public var text: String
  /// Whom it is for; `nil` for everybody.
  public var room: String?

  /// An announcement.
  public init(text: String, room: String? = nil) {
    self.text = text
    self.room = room
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", ifPresent: room)
    json.field("text", text)
  }
}

/// What a player has said in a room, or one line of it, was taken back by those who keep order: clients show it no
/// more. It is no event.
public struct Unsaid: ServerMessage {
  public static let type: StaticString = "unsaid"
  /// The room.
  public var room: String
  /// Who had said it.
  public var player: String
  /// The number of the line; `nil` for all that the player has said.
  public var line: Int?

  /// A message.
  public init(room: String, player: String, line: Int? = nil) {
    self.room = room
    self.player = player
    self.line = line
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("player", player)
    json.field("line", ifPresent: line)
  }
}

/// An act of somebody who keeps order, as those are shown it.
public struct OrderAct: Hashable, Sendable {
  /// Each next one has one more.
  public var number: Int
  /// When, in milliseconds since 1970.
  public var milliseconds: Int
  /// Who: a user of the machine, or a moderator's name.
  public var by: String
  /// What was done, in a word: `announce`, `ban`.
  public var act: String
  /// The player whom it was about.
  public var player: String?
  /// What it was about besides: a room, an address range, the number of a share or score, a new name.
  public var target: String?
  /// When it ends by itself, in milliseconds since 1970; `nil` for never, and where nothing lasts.
  public var untilMilliseconds: Int?
  /// Why, or what was said.
  public var text: String?

  /// An act.
  public init(
    number: Int, milliseconds: Int, by: String, act: String, player: String? = nil, target: String? = nil,
    untilMilliseconds: Int? = nil, text: String? = nil
  ) {
    self.number = number
    self.milliseconds = milliseconds
    self.by = by
    self.act = act
    self.player = player
    self.target = target
    self.untilMilliseconds = untilMilliseconds
    self.text = text
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("number", number)
    json.field("at_ms", milliseconds)
    json.field("by", by)
    json.field("act", act)
    json.field("player", ifPresent: player)
    json.field("target", ifPresent: target)
    json.field("until_ms", ifPresent: untilMilliseconds)
    json.field("text", ifPresent: text)
    json.endObject()
  }
}

/// The answer to whatever those ask for who keep order and that changes something: it is done, and stands in the audit
/// log as this.
public struct DoneAnswer: ServerMessage {
  public static let type: StaticString = "done"
  /// The act.
  public var act: OrderAct
  /// How many were told, or sent away; of `maintenance` how many matches run.
  public var count: Int?
  /// Shown once, where one was made.
  public var token: String?
  /// Likewise.
  public var password: String?
  /// Where a banned player was last from: guests from there still come in.
  public var from: String?
  /// For how many seconds what was done would still hold, for newcomers from the player's address, should the player be
  /// forgotten now; `nil` where that changes nothing.
  public var forgottenSeconds: Int?

  /// An answer.
  public init(_ act: OrderAct, count: Int? = nil, token: String? = nil, password: String? = nil, from: String? = nil) {
    self.act = act
    self.count = count
    self.token = token
    self.password = password
    self.from = from
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("act")
    act.write(to: &json)
    json.field("count", ifPresent: count)
    json.field("token", ifPresent: token)
    json.field("password", ifPresent: password)
    json.field("from", ifPresent: from)
    json.field("forgotten_s", ifPresent: forgottenSeconds)
  }
}

/// The answer to `audit`.
public struct AuditAnswer: ServerMessage {
  public static let type: StaticString = "audit"
  /// The newest first.
  public var acts: [OrderAct]
  /// Whether there are older ones.
  public var more: Bool

  /// A page.
  public init(acts: [OrderAct], more: Bool) {
    self.acts = acts
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("acts")
    json.beginArray()
    for act in acts { act.write(to: &json) }
    json.endArray()
    json.field("more", more)
  }
}

/// The answer to `online`.
public struct OnlineAnswer: ServerMessage {
  public static let type: StaticString = "online"
  /// A session.
  public struct Entry: Hashable, Sendable {
    /// Who.
    public var player: String
    /// The address, the network of an IPv6 address, or the user of a console.
    public var from: String
    /// The rooms that the session is in.
    public var rooms: [String]
    /// What marks the player: `guest`, `bot`, `moderator`, `muted`, `operator`.
    public var marks: [String]

    /// A session.
    public init(player: String, from: String, rooms: [String], marks: [String]) {
      self.player = player
      self.from = from
      self.rooms = rooms
      self.marks = marks
    }
  }
  /// So many of them, by name.
  public var sessions: [Entry]
  /// How many there are.
  public var count: Int
  /// The most that one answer holds.
  public static let most = 500

  /// An answer.
  public init(sessions: [Entry], count: Int) {
    self.sessions = sessions
    self.count = count
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("sessions")
    json.beginArray()
    for entry in sessions {
      json.beginObject()
      json.field("player", entry.player)
      json.field("from", entry.from)
      json.field("rooms", .array(entry.rooms.map(JSON.string)))
      json.field("marks", .array(entry.marks.map(JSON.string)))
      json.endObject()
    }
    json.endArray()
    json.field("count", count)
  }
}

/// The answer to `status`.
public struct StatusAnswer: ServerMessage {
  public static let type: StaticString = "status"
  /// Name and version of the server.
  public var server: String
  /// Its day.
  public var day: String
  /// Numbers by name, in their order.
  public var counts: [(name: String, count: Int)]
  /// Whether what happens becomes durable.
  public var storageWorks: Bool
  /// What is stored and cannot be used, or not changed, in a few words each: `document scores`.
  public var quarantined: [String]

  /// An answer.
  public init(
    server: String, day: String, counts: [(name: String, count: Int)], storageWorks: Bool, quarantined: [String]
  ) {
    self.server = server
    self.day = day
    self.counts = counts
    self.storageWorks = storageWorks
    self.quarantined = quarantined
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("server", server)
    json.field("day", day)
    json.key("counts")
    json.beginObject()
    for (name, count) in counts {
      json.key(name)
      json.int(Int64(count))
    }
    json.endObject()
    json.field("storage_works", storageWorks)
    if !quarantined.isEmpty { json.field("quarantined", .array(quarantined.map(JSON.string))) }
  }
}

/// A ban, a mute or the like, as those are shown it who keep order.
public struct ShownMeasure: Hashable, Sendable {
  /// `ban`, `mute`, `quiet` (in the server's own rooms), `away` (from a room) or `moderator`.
  public var kind: String
  /// Whom it is for.
  public var player: String?
  /// An address range, or a room.
  public var target: String?
  /// When it began and when it ends by itself, in milliseconds since 1970.
  public var sinceMilliseconds: Int
  public var untilMilliseconds: Int?
  /// Why.
  public var reason: String?

  /// A measure.
  public init(
    kind: String, player: String?, target: String?, sinceMilliseconds: Int, untilMilliseconds: Int?, reason: String?
  ) {
    self.kind = kind
    self.player = player
    self.target = target
    self.sinceMilliseconds = sinceMilliseconds
    self.untilMilliseconds = untilMilliseconds
    self.reason = reason
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("kind", kind)
    json.field("player", ifPresent: player)
    json.field("target", ifPresent: target)
    json.field("since_ms", sinceMilliseconds)
    json.field("until_ms", ifPresent: untilMilliseconds)
    json.field("reason", ifPresent: reason)
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func field(_ key: StaticString, measures: [ShownMeasure]) {
    self.key(key)
    beginArray()
    for measure in measures { measure.write(to: &self) }
    endArray()
  }
}

/// The answer to `bans`, and to `moderators`.
public struct BansAnswer: ServerMessage {
  public static let type: StaticString = "bans"
  /// The oldest first.
  public var bans: [ShownMeasure]

  /// A list.
  public init(bans: [ShownMeasure]) { self.bans = bans }

  public func writeFields(to json: inout JSONWriter) { json.field("bans", measures: bans) }
}

/// The answer to `moderators`.
public struct ModeratorsAnswer: ServerMessage {
  public static let type: StaticString = "moderators"
  /// By name.
  public var players: [String]

  /// A list.
  public init(players: [String]) { self.players = players }

  public func writeFields(to json: inout JSONWriter) {
    json.field("players", .array(players.map(JSON.string)))
  }
}

/// The answer to `inspect`.
public struct InspectAnswer: ServerMessage {
  public static let type: StaticString = "inspect"
  /// The player's name.
  public var player: String
  /// What marks the player; see ``OnlineAnswer/Entry``.
  public var marks: [String]
  /// Where the player is from, or was last since the server has started.
  public var from: String?
  /// Whether the player is here.
  public var isHere: Bool
  /// The rooms that the player is in.
  public var rooms: [String]
  /// When the server has first stored the player, in milliseconds since 1970.
  public var sinceMilliseconds: Int?
  /// How many tokens open the account, and whether a password does.
  public var tokens: Int
  public var hasPassword: Bool
  /// What is in force.
  public var bans: [ShownMeasure]
  /// The last acts about the player.
  public var acts: [OrderAct]

  /// An answer.
  public init(
    player: String, marks: [String], from: String?, isHere: Bool, rooms: [String], sinceMilliseconds: Int?,
    tokens: Int, hasPassword: Bool, bans: [ShownMeasure], acts: [OrderAct]
  ) {
    self.player = player
    self.marks = marks
    self.from = from
    self.isHere = isHere
    self.rooms = rooms
    self.sinceMilliseconds = sinceMilliseconds
    self.tokens = tokens
    self.hasPassword = hasPassword
    self.bans = bans
    self.acts = acts
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("marks", .array(marks.map(JSON.string)))
    json.field("here", isHere)
    json.field("from", ifPresent: from)
    json.field("rooms", .array(rooms.map(JSON.string)))
    json.field("since_ms", ifPresent: sinceMilliseconds)
    json.field("tokens", tokens)
    json.field("password", hasPassword)
    json.field("bans", measures: bans)
    json.key("acts")
    json.beginArray()
    for act in acts { act.write(to: &json) }
    json.endArray()
  }
}
