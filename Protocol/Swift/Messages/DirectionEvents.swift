/// The room's owner has let the rounds wait, or go on.
public struct Paused: ServerMessage {
  public static let type: StaticString = "paused"
  /// Where.
  public var place: EventPlace
  /// Who has done it.
  public var player: String
  /// Whether they wait now.
  public var isPaused: Bool
  /// Seconds that the round has left; `nil` without a round, and where none ends by time.
  public var endsInSeconds: Int?
  /// Seconds until the next round, where one begins by itself.
  public var nextInSeconds: Int?

  /// A pause, or its end.
  public init(place: EventPlace, player: String, isPaused: Bool) {
    self.place = place
    self.player = player
    self.isPaused = isPaused
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
    json.field("paused", isPaused)
    json.field("ends_in_s", ifPresent: endsInSeconds)
    json.field("next_in_s", ifPresent: nextInSeconds)
  }
}

/// The room's owner has stopped the rounds: the one under way ends, and none begins by itself.
public struct Stopped: ServerMessage {
  public static let type: StaticString = "stopped"
  /// Where.
  public var place: EventPlace
  /// Who has done it.
  public var player: String

  /// A stop.
  public init(place: EventPlace, player: String) {
    self.place = place
    self.player = player
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
  }
}

/// The room's owner has changed the time of its rounds.
public struct Changed: ServerMessage {
  public static let type: StaticString = "changed"
  /// Where.
  public var place: EventPlace
  /// Who has done it.
  public var player: String
  /// How long a round lasts from the next one on, in seconds.
  public var roundSeconds: Int
  /// Seconds that the round under way has left, where its end was changed as well.
  public var endsInSeconds: Int?

  /// A change.
  public init(place: EventPlace, player: String, roundSeconds: Int, endsInSeconds: Int? = nil) {
    self.place = place
    self.player = player
    self.roundSeconds = roundSeconds
    self.endsInSeconds = endsInSeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
    json.field("round_s", roundSeconds)
    json.field("ends_in_s", ifPresent: endsInSeconds)
  }
}

/// The answer to `excluded`: whom the owner has sent away or silenced, by the names they had or have.
public struct ExcludedAnswer: ServerMessage {
  public static let type: StaticString = "excluded"
  /// The room's name.
  public var room: String
  /// Who has been sent away, the latest last.
  public var kicked: [String]
  /// Who may not talk, the latest last.
  public var muted: [String]

  /// A list.
  public init(room: String, kicked: [String], muted: [String]) {
    self.room = room
    self.kicked = kicked
    self.muted = muted
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.list("kicked", kicked)
    json.list("muted", muted)
  }
}
