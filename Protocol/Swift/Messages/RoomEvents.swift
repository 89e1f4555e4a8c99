/// What happens in a room carries the room's name and a number that rises by one an event.
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
    if let from { json.field("from", from) }
    json.field("seq", seq)
  }
}

/// Somebody moved.
public struct Moved: ServerMessage {
  public static let type: StaticString = "moved"
  /// Where.
  public var place: EventPlace
  /// Who.
  public var player: String
  /// What the move brought, as much of it as the receiver may see.
  public var turn: JSONObject
  /// The receiver's own board, or the one that all share.
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
    json.field("player", player)
    json.key("turn")
    json.value(.object(turn))
    if let board {
      json.key("board")
      board.write(to: &json)
    }
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
  /// Who is here with a seat.
  public var players: Int
  /// How many of today's boards, or of this round's, are done.
  public var finished: Int
  /// Who moved last, at most eight names.
  public var recent: [String]

  /// A summary of several events.
  public init(place: EventPlace, players: Int, finished: Int, recent: [String]) {
    self.place = place
    self.players = players
    self.finished = finished
    self.recent = recent
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("players", players)
    json.field("finished", finished)
    json.list("recent", recent)
  }
}

/// A round has begun.
public struct Round: ServerMessage {
  public static let type: StaticString = "round"
  /// Where.
  public var place: EventPlace
  /// The round's number, from 1 on.
  public var number: Int
  /// The receiver's board as it is at the start.
  public var board: Board?
  /// Seconds until the round ends; `nil` when it has no end of its own.
  public var endsInSeconds: Int?

  /// The start of a round.
  public init(place: EventPlace, number: Int, board: Board?, endsInSeconds: Int?) {
    self.place = place
    self.number = number
    self.board = board
    self.endsInSeconds = endsInSeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("n", number)
    if let board {
      json.key("board")
      board.write(to: &json)
    }
    if let endsInSeconds { json.field("ends_in_s", endsInSeconds) }
  }
}

/// A round is over.
public struct RoundOver: ServerMessage {
  public static let type: StaticString = "round_over"
  /// One player's place in the round.
  public struct Standing: Sendable {
    /// 1 for the best; equal results share a place.
    public var place: Int
    /// Who.
    public var player: String
    /// The outcome with its letters: the round is over. `nil` for a player who did not finish.
    public var outcome: JSONObject?
    /// How long it took, in milliseconds; `nil` for a player who did not finish.
    public var elapsedMilliseconds: Int?
    /// How far a player came who did not finish, where the game counts that; `nil` for nowhere.
    public var progress: Int?
    /// Rounds won in this room so far.
    public var wins: Int

    /// A line of the standings.
    public init(
      place: Int, player: String, outcome: JSONObject?, elapsedMilliseconds: Int?, progress: Int? = nil, wins: Int
    ) {
      self.place = place
      self.player = player
      self.outcome = outcome
      self.elapsedMilliseconds = elapsedMilliseconds
      self.progress = progress
      self.wins = wins
    }
  }
  /// Where.
  public var place: EventPlace
  /// The round's number.
  public var number: Int
  /// From the best down.
  public var standings: [Standing]
  /// Moves that would have won, for those who may know the puzzle.
  public var solution: [JSON]?
  /// Seconds until the next round begins by itself; `nil` when it waits for `start`.
  public var nextInSeconds: Int?

  /// The end of a round.
  public init(
    place: EventPlace, number: Int, standings: [Standing], solution: [JSON]?, nextInSeconds: Int?
  ) {
    self.place = place
    self.number = number
    self.standings = standings
    self.solution = solution
    self.nextInSeconds = nextInSeconds
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("n", number)
    json.key("standings")
    json.beginArray()
    for standing in standings {
      json.beginObject()
      json.field("place", standing.place)
      json.field("player", standing.player)
      if let outcome = standing.outcome { json.field("outcome", .object(outcome)) }
      if let elapsed = standing.elapsedMilliseconds { json.field("elapsed_ms", elapsed) }
      if let progress = standing.progress { json.field("progress", progress) }
      json.field("wins", standing.wins)
      json.endObject()
    }
    json.endArray()
    if let solution { json.field("solution", .array(solution)) }
    if let nextInSeconds { json.field("next_in_s", nextInSeconds) }
  }
}

/// Somebody said something.
public struct Said: ServerMessage {
  public static let type: StaticString = "said"
  /// Where.
  public var place: EventPlace
  /// Who.
  public var player: String
  /// One line; `nil` for a receiver who still plays the puzzle that the speaker has finished.
  public var text: String?

  /// A line of talk.
  public init(place: EventPlace, player: String, text: String?) {
    self.place = place
    self.player = player
    self.text = text
  }

  public func writeFields(to json: inout JSONWriter) {
    place.write(to: &json)
    json.field("player", player)
    if let text { json.field("text", text) } else { json.field("hidden", true) }
  }
}

/// Somebody came, went, was renamed, silenced: the type is the word for it.
public struct Presence: Sendable {
  /// What happened; the raw value is the message's type.
  public enum Change: String, CaseIterable, Sendable {
    /// Took a seat, or began to look on.
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
  }
  /// Where.
  public var place: EventPlace
  /// What happened.
  public var change: Change
  /// Who.
  public var player: String
  /// Whether the player only looks on.
  public var isWatching: Bool
  /// Why: `kicked`, `away_too_long`.
  public var reason: String?
  /// The new name, in `renamed`.
  public var name: String?
  /// Whether silenced, in `muted`.
  public var isMuted: Bool?

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
    place.write(to: &json)
    json.field("player", player)
    if isWatching { json.field("watching", true) }
    json.field("reason", ifPresent: reason)
    json.field("name", ifPresent: name)
    json.field("muted", ifPresent: isMuted)
    json.endObject()
    json.newline()
  }
}
