/// A new civil day has begun: the daily rooms have new puzzles.
public struct NewDay: ServerMessage {
  public static let type: StaticString = "new_day"
  /// The day, `2026-11-21`.
  public var day: String
  /// Seconds until the next.
  public var nextDaySeconds: Int
  /// By game: the hash that the day's puzzle is committed to.
  public var commitments: JSONObject
  /// By game: how many have finished the puzzle of the day before.
  public var finished: JSONObject = [:]
  /// The puzzles of the day before, for those who may know them.
  public var opened: OpenedAnswer?
  /// Seconds until the puzzles of the day before are opened, where they may be finished still.
  public var opensInSeconds: Int?

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
    if !finished.isEmpty { json.field("finished", .object(finished)) }
    if let opened {
      json.field("opened_day", opened.day)
      json.field("opened", .object(opened.puzzles))
    }
    json.field("opens_in_s", ifPresent: opensInSeconds)
  }
}

/// The puzzles of a day, each with the nonce that opens its commitment.
public struct OpenedAnswer: ServerMessage {
  public static let type: StaticString = "opened"
  /// The day, which is over.
  public var day: String
  /// By game: its puzzle, its nonce, and the commitment that was published at the day's start.
  public var puzzles: JSONObject

  /// The puzzles of a day that is over.
  public init(day: String, puzzles: JSONObject) {
    self.day = day
    self.puzzles = puzzles
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("day", day)
    json.field("opened", .object(puzzles))
  }
}

/// The answer to `calendar`: a month of a player's dailies.
public struct CalendarAnswer: ServerMessage {
  public static let type: StaticString = "calendar"
  /// A day on which the daily was finished.
  public struct Entry: Sendable {
    /// The day, `2026-11-20`.
    public var day: String
    /// The puzzle's number.
    public var puzzle: Int
    /// Whether it was solved.
    public var won: Bool
    /// Tries, where the game counts them and it was solved.
    public var tries: Int?
    /// An entry.
    public init(day: String, puzzle: Int, won: Bool, tries: Int?) {
      self.day = day
      self.puzzle = puzzle
      self.won = won
      self.tries = tries
    }
  }
  /// The player whose month it is.
  public var player: String
  /// The game's id.
  public var game: String
  /// `2026-11`.
  public var month: String
  /// Finished dailies, the first day first.
  public var entries: [Entry]

  /// A month.
  public init(player: String, game: String, month: String, entries: [Entry]) {
    self.player = player
    self.game = game
    self.month = month
    self.entries = entries
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("game", game)
    json.field("month", month)
    json.key("days")
    json.beginArray()
    for entry in entries {
      json.beginObject()
      json.field("day", entry.day)
      json.field("puzzle", entry.puzzle)
      json.field("won", entry.won)
      json.field("tries", ifPresent: entry.tries)
      json.endObject()
    }
    json.endArray()
  }
}
