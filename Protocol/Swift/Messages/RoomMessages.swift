/// A room as `rooms` lists it.
public struct RoomSummary: Sendable {
  /// The room's name.
  public var room: String
  /// The game's id; `nil` for a room for talking.
  public var game: String?
  /// The mode; `nil` for a room for talking.
  public var mode: ModeKind?
  /// How many have a seat and are here.
  public var playerCount: Int
  /// How many are watching.
  public var watcherCount: Int
  /// Whether anybody may join without a code.
  public var isOpen: Bool
  /// In a daily room: how the asker stands with the day's puzzle, once there was a move.
  public var yours: OwnBoard?
  /// Whether matches there count for ratings.
  public var isRated = false
  /// The rating of its owner in its game, where there is one.
  public var ownerRating: Int?

  /// A listed room.
  public init(room: String, game: String?, mode: ModeKind?, playerCount: Int, watcherCount: Int, isOpen: Bool) {
    self.room = room
    self.game = game
    self.mode = mode
    self.playerCount = playerCount
    self.watcherCount = watcherCount
    self.isOpen = isOpen
  }
}

/// How somebody stands with the board of the day, for a list: nothing in it is news to its player.
public struct OwnBoard: Sendable {
  /// The board's remarks while it is open, such as `3/6`.
  public var notes: [String]
  /// How it ended, without what only some may know; `nil` while it is open.
  public var outcome: JSONObject?

  /// A board of one's own.
  public init(notes: [String], outcome: JSONObject?) {
    self.notes = notes
    self.outcome = outcome
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.field("state", (outcome == nil ? Joined.State.playing : .finished).rawValue)
    json.field("outcome", ifPresent: outcome.map { JSON.object($0) })
    if outcome == nil {
      json.key("notes")
      json.beginArray()
      for note in notes { json.string(note) }
      json.endArray()
    }
    json.endObject()
  }
}

/// The answer to `rooms`.
public struct RoomsAnswer: ServerMessage {
  public static let type: StaticString = "rooms"
  /// The rooms that can be seen, games' own rooms first.
  public var rooms: [RoomSummary]

  /// A list of rooms.
  public init(rooms: [RoomSummary]) { self.rooms = rooms }

  public func writeFields(to json: inout JSONWriter) {
    json.key("rooms")
    json.beginArray()
    for room in rooms {
      json.beginObject()
      json.field("room", room.room)
      if let game = room.game { json.field("game", game) }
      if let mode = room.mode { json.field("mode", mode.rawValue) }
      json.field("player_count", room.playerCount)
      json.field("watcher_count", room.watcherCount)
      json.field("open", room.isOpen)
      if room.isRated { json.field("rated", true) }
      json.field("owner_rating", ifPresent: room.ownerRating)
      if let yours = room.yours {
        json.key("yours")
        yours.write(to: &json)
      }
      json.endObject()
    }
    json.endArray()
  }
}

/// The answer to `join`, `watch` and `create`: the room as the session finds it.
public struct Joined: ServerMessage {
  public static let type: StaticString = "joined"
  /// Where a session stands in a room.
  public enum State: String, Sendable {
    /// Nothing has begun yet.
    case waiting
    /// The session's board is open.
    case playing
    /// The session's board is done.
    case finished
    /// The session is watching.
    case watching
    /// The room is for talking.
    case talking
  }
  /// The room's name.
  public var room: String
  /// The number of the room's last event.
  public var seq: Int
  /// The first event that the description stands for, where it is sent instead of events.
  public var from: Int?
  /// The session's own name.
  public var viewer: String
  /// The game's id.
  public var game: String?
  /// The mode.
  public var mode: ModeKind?
  /// The number of the daily puzzle.
  public var puzzle: Int?
  /// The civil day of the puzzle.
  public var day: String?
  /// Where the session stands.
  public var state: State
  /// Who is here with a seat, at most as many as `players_listed_max`; ``playerCount`` has the number.
  public var players: [String]
  /// How many are here with a seat.
  public var playerCount: Int
  /// The room's owner, if it has one.
  public var owner: String?
  /// The code that others need; only the owner is told.
  public var code: String?
  /// Whether only players with a name come in.
  public var isNamedOnly = false
  /// On what terms matches are played; `nil` where there are none against others.
  public var terms: MatchTerms?
  /// How long a round lasts, where it ends by time and its owner has chosen for how long.
  public var roundSeconds: Int?
  /// The number of the round under way, in modes that have rounds.
  public var round: Int?
  /// Seconds until the round ends.
  public var endsInSeconds: Int?
  /// Seconds until the next round begins by itself.
  public var nextInSeconds: Int?
  /// Whether the owner lets the rounds wait.
  public var isPaused = false
  /// The settings that the board is played with.
  public var settings: JSON?
  /// The session's board, or the board that all share.
  public var board: Board?
  /// The others' boards of the round, as the session may see them.
  public var boards: [PlayerBoard]
  /// The session's result where it has finished.
  public var outcome: JSONObject?
  /// The session's result as players share it.
  public var share: String?
  /// Seconds until the next day, where the day's board is done.
  public var nextDaySeconds: Int?
  /// The answer to `since`: whether every missed event follows. `false` also where a watcher was too slow.
  public var recovered: Bool?

  /// A description of a room; the optional parts are set by whoever knows them.
  public init(room: String, seq: Int, viewer: String, game: String?, mode: ModeKind?, state: State) {
    self.room = room
    self.seq = seq
    self.viewer = viewer
    self.game = game
    self.mode = mode
    self.state = state
    players = []
    playerCount = 0
    boards = []
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("from", ifPresent: from)
    json.field("seq", seq)
    json.field("you", viewer)
    json.field("game", ifPresent: game)
    if let mode { json.field("mode", mode.rawValue) }
    json.field("puzzle", ifPresent: puzzle)
    json.field("day", ifPresent: day)
    json.field("state", state.rawValue)
    json.list("players", players)
    if playerCount != players.count { json.field("player_count", playerCount) }
    json.field("owner", ifPresent: owner)
    json.field("code", ifPresent: code)
    if isNamedOnly { json.field("named_only", true) }
    terms?.writeFields(to: &json)
    if terms?.isRated == true { json.field("rated", true) }
    json.field("round_s", ifPresent: roundSeconds)
    json.field("round", ifPresent: round)
    json.field("ends_in_s", ifPresent: endsInSeconds)
    json.field("next_in_s", ifPresent: nextInSeconds)
    if isPaused { json.field("paused", true) }
    json.field("settings", ifPresent: settings)
    json.field("board", ifPresent: board)
    json.boards(boards)
    if let outcome { json.field("outcome", .object(outcome)) }
    json.field("share", ifPresent: share)
    json.field("next_day_in_s", ifPresent: nextDaySeconds)
    json.field("recovered", ifPresent: recovered)
  }
}

/// The answer to `who`.
public struct WhoAnswer: ServerMessage {
  public static let type: StaticString = "who"
  /// The room's name.
  public var room: String
  /// Who has a seat and is here.
  public var players: [String]
  /// How many that are, where the list is cut.
  public var playerCount: Int
  /// Who looks on.
  public var watchers: [String]
  /// Who has a seat in a running round and is away.
  public var away: [String]
  /// The room's owner, if it has one.
  public var owner: String?
  /// Those of all these who are bots.
  public var bots: [String] = []
  /// Ratings in the room's game of those players who have one.
  public var ratings: [(player: String, rating: Int)] = []

  /// Who is in a room.
  public init(
    room: String, players: [String], playerCount: Int, watchers: [String], away: [String], owner: String?
  ) {
    self.room = room
    self.players = players
    self.playerCount = playerCount
    self.watchers = watchers
    self.away = away
    self.owner = owner
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.list("players", players)
    if playerCount != players.count { json.field("player_count", playerCount) }
    json.list("watchers", watchers)
    json.list("away", away)
    if !bots.isEmpty { json.list("bots", bots) }
    json.field("owner", ifPresent: owner)
    if !ratings.isEmpty {
      json.list("ratings", ratings) { line, json in
        json.field("player", line.player)
        json.field("rating", line.rating)
      }
    }
  }
}
