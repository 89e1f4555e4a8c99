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
  /// How many were told, or sent away.
  public var count: Int?
  /// Shown once, where one was made.
  public var token: String?

  /// An answer.
  public init(_ act: OrderAct, count: Int? = nil, token: String? = nil) {
    self.act = act
    self.count = count
    self.token = token
  }

  public func writeFields(to json: inout JSONWriter) {
    json.key("act")
    act.write(to: &json)
    json.field("count", ifPresent: count)
    json.field("token", ifPresent: token)
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
