/// Where an event stands: everything that happens in a room carries the room's name and a number that rises by one with
/// each event.
public struct EventPlace: Hashable, Sendable {
  /// The room's name.
  public var room: String
  /// The event's number.
  public var seq: Int
  /// The first number that a message stands for, where it stands for several events.
  public var from: Int?

  /// A place in a room's events.
  public init(room: String, seq: Int, from: Int? = nil) {
    self.room = room
    self.seq = seq
    self.from = from
  }

  func write(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("from", ifPresent: from)
    json.field("seq", seq)
  }
}

/// Somebody moved.
public struct Moved: ServerMessage {
  public static let type: StaticString = "moved"
  /// Where.
  public var place: EventPlace
  /// Who; empty where nobody moved, since time was up.
  public var player: String
  /// What the move brought, as much of it as the receiver may see.
  public var turn: JSONObject
  /// The turn in a sentence, such as `found a word (1 of 3)`: the game's own, where no tiles tell what happened.
  public var remark: String?
  /// The board after the move, for the player, for those who share it and for those who watch.
  public var board: Board?

  /// Whether the move has ended the receiver's puzzle, where that is told at once: in trials. `finished` comes next.
  public var endsPuzzle = false

  /// A move as one receiver may see it.
  public init(place: EventPlace, player: String, turn: JSONObject, board: Board?) {
    self.place = place
    self.player = player
    self.turn = turn
    self.board = board
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    if !player.isEmpty { json.field("player", player) }
    json.key("turn")
    json.value(.object(turn))
    json.field("remark", ifPresent: remark)
    json.field("board", ifPresent: board)
    if endsPuzzle { json.field("over", true) }
  }
}

/// Somebody is done with the puzzle.
public struct Finished: ServerMessage {
  public static let type: StaticString = "finished"
  /// Where.
  public var place: EventPlace
  /// Who.
  public var player: String
  /// The outcome, as much of it as the receiver may see.
  public var outcome: JSONObject
  /// The result as players share it, without letters.
  public var share: String
  /// What the player is told; only in the player's own copy.
  public var praise: String?
  /// Seconds until the next puzzle, in the player's own copy of a daily's end.
  public var nextDaySeconds: Int?

  /// A result as one receiver may see it.
  public init(place: EventPlace, player: String, outcome: JSONObject, share: String, praise: String?) {
    self.place = place
    self.player = player
    self.outcome = outcome
    self.share = share
    self.praise = praise
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
    json.field("outcome", .object(outcome))
    json.field("share", share)
    json.field("praise", ifPresent: praise)
    json.field("next_day_in_s", ifPresent: nextDaySeconds)
  }
}

/// What happened in a large room since the last digest.
public struct Digest: ServerMessage {
  public static let type: StaticString = "digest"
  /// Where; ``EventPlace/from`` is always set.
  public var place: EventPlace
  /// How many are here with a seat.
  public var playerCount: Int
  /// How many of today's boards, or of this round's, are done.
  public var finished: Int
  /// Who moved last, at most eight names.
  public var recent: [String]
  /// For those who watch the only board of a room: as it is now, where somebody has moved.
  public var board: Board?

  /// A summary of several events.
  public init(place: EventPlace, playerCount: Int, finished: Int, recent: [String]) {
    self.place = place
    self.playerCount = playerCount
    self.finished = finished
    self.recent = recent
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player_count", playerCount)
    json.field("finished", finished)
    json.list("recent", recent)
    json.field("board", ifPresent: board)
  }
}

/// Somebody said something.
public struct Said: ServerMessage {
  public static let type: StaticString = "said"
  /// Where.
  public var place: EventPlace
  /// Who.
  public var player: String
  /// One line; `nil` for a receiver who is still playing the puzzle that the speaker has finished.
  public var text: String?
  /// In the speaker's own copy: those who do not read it until they have finished, at most ``mostHiddenFrom``.
  public var hiddenFrom: [String]
  /// How many they are.
  public var hiddenCount: Int
  /// Whether it is left out since the receiver has blocked the speaker.
  public var isBlocked = false

  /// The most names in ``hiddenFrom``.
  public static let mostHiddenFrom = 8

  /// A line of talk.
  public init(
    place: EventPlace, player: String, text: String?, hiddenFrom: [String] = [], hiddenCount: Int? = nil,
    isBlocked: Bool = false
  ) {
    self.isBlocked = isBlocked
    self.place = place
    self.player = player
    self.text = text
    self.hiddenFrom = hiddenFrom
    self.hiddenCount = hiddenCount ?? hiddenFrom.count
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
    if isBlocked {
      json.field("blocked", true)
    } else if let text {
      json.field("text", text)
    } else {
      json.field("hidden", true)
    }
    guard !hiddenFrom.isEmpty else { return }
    json.list("hidden_from", hiddenFrom)
    if hiddenCount != hiddenFrom.count { json.field("hidden_from_count", hiddenCount) }
  }
}

/// Talk that was hidden from its receiver, who may know the puzzle by now. It is no event of the room: those came
/// before.
public struct HiddenTalk: ServerMessage {
  public static let type: StaticString = "talk"
  /// What somebody said.
  public struct Line: Hashable, Sendable {
    /// The number of the event that was hidden.
    public var seq: Int
    /// Who.
    public var player: String
    /// What.
    public var text: String

    /// A line.
    public init(seq: Int, player: String, text: String) {
      self.seq = seq
      self.player = player
      self.text = text
    }
  }
  /// The room's name.
  public var room: String
  /// In the order in which they were said.
  public var lines: [Line]

  /// Lines that need not be hidden any more.
  public init(room: String, lines: [Line]) {
    self.room = room
    self.lines = lines
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.key("lines")
    json.beginArray()
    for line in lines {
      json.beginObject()
      json.field("seq", line.seq)
      json.field("player", line.player)
      json.field("text", line.text)
      json.endObject()
    }
    json.endArray()
  }
}
