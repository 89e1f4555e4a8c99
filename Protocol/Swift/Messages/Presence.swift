/// Somebody came, went, was renamed, silenced: the type is the word for it.
public struct Presence: Sendable {
  /// What happened; the raw value is the message's type.
  public enum Change: String, CaseIterable, WireChoice {
    /// Took a seat, or began to watch.
    case entered
    /// Left for good.
    case left
    /// The connection is gone; the seat is kept.
    case away
    /// The connection is back.
    case back
    /// Goes by another name now.
    case renamed
    /// May not talk for now, or again may.
    case muted
    /// Owns the room now.
    case owner
    /// Was sent away, and may come in again.
    case unkicked
  }
  /// Where.
  public var place: EventPlace
  /// What happened.
  public var change: Change
  /// Who.
  public var player: String
  /// Whether the player is only watching.
  public var isWatching: Bool
  /// Why: ``kicked``, ``closed``, `away_too_long`, ``goodbye``.
  public var reason: String?
  /// The reason of `away` where the player has said `bye`.
  public static let goodbye = "bye"
  /// The reason of somebody whom the owner has sent away.
  public static let kicked = "kicked"
  /// The reason where whoever runs the server has closed the room.
  public static let closed = "closed"
  /// The new name, in `renamed`.
  public var name: String?
  /// Whether silenced, in `muted`.
  public var isMuted: Bool?
  /// Whether it is a bot's, in `entered`.
  public var isBot = false

  /// A change of who is here.
  public init(
    place: EventPlace, change: Change, player: String, isWatching: Bool = false, reason: String? = nil,
    name: String? = nil, isMuted: Bool? = nil
  ) {
    self.place = place
    self.change = change
    self.player = player
    self.isWatching = isWatching
    self.reason = reason
    self.name = name
    self.isMuted = isMuted
  }

  /// Appends the message as one line.
  public func write(to json: inout JSONWriter, answering re: RequestID? = nil) {
    json.beginObject()
    json.field("type", change.rawValue)
    json.field(answering: re)
    place.writeFields(to: &json)
    json.field("player", player)
    if isWatching { json.field("watching", true) }
    if isBot { json.field("bot", true) }
    json.field("reason", ifPresent: reason)
    json.field("name", ifPresent: name)
    json.field("muted", ifPresent: isMuted)
    json.endObject()
    json.newline()
  }
}

extension Presence {
  /// Reads a change of who is here: the message's type says which.
  public init(reading fields: MessageFields) throws(UnreadableMessage) {
    guard let change: Change = fields.valueIfAny("type") else {
      throw fields.missing("type", "a change of who is here")
    }
    self.init(
      place: try EventPlace(reading: fields), change: change, player: try fields.value("player"),
      isWatching: fields.valueIfAny("watching") ?? false, reason: fields.valueIfAny("reason"),
      name: fields.valueIfAny("name"), isMuted: fields.valueIfAny("muted"))
    isBot = fields.valueIfAny("bot") ?? false
  }
}
