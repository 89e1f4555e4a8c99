/// Somebody came, went, was renamed or muted; the change is the message's type.
public struct Presence: Sendable {
  /// The change; the raw value is the message's type.
  public enum Change: String, CaseIterable, WireChoice {
    /// Took a seat, or began to watch.
    case entered
    /// Left permanently.
    case left
    /// Lost the connection; the seat is kept.
    case away
    /// Reconnected.
    case back
    /// Was renamed.
    case renamed
    /// Was muted or unmuted.
    case muted
    /// Became the owner of the room.
    case owner
    /// Was allowed to return after being kicked.
    case unkicked
  }
  /// The room and event number.
  public var place: EventPlace
  /// The change.
  public var change: Change
  /// The player.
  public var player: String
  /// Whether the player is only watching.
  public var isWatching: Bool
  /// The reason: ``kicked``, ``closed``, `away_too_long`, ``goodbye``.
  public var reason: String?
  /// The reason of `away` after `bye`.
  public static let goodbye = "bye"
  /// The reason for a player whom the owner has kicked.
  public static let kicked = "kicked"
  /// The reason if the operator has closed the room.
  public static let closed = "closed"
  /// The new name, for `renamed`.
  public var name: String?
  /// Whether the player is muted, for `muted`.
  public var isMuted: Bool?
  /// Whether the player is a bot, for `entered`.
  public var isBot = false

  /// Creates a change.
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
  /// Reads a change: the message's type says which.
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
