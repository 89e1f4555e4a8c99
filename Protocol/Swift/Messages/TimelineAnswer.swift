/// The answer to `timeline` and `player_timeline`: what happened to a player of late. It holds no letters.
public struct TimelineAnswer: ServerMessage {
  public static let type: StaticString = "timeline"

  /// Something that happened.
  public struct Entry: Hashable, Sendable {
    /// When, in milliseconds since 1970.
    public var milliseconds: Int
    /// `came`, `went`, `entered`, `left`, `away`, `back`, `began`, `moved`, `finished` or `refused`.
    public var what: String
    /// The room's present name; `nil` where somebody had opened it and it is closed.
    public var room: String?
    /// How the player came, or why the connection is gone or the room was left.
    public var why: String?
    /// Where the player came from; for the operator alone.
    public var from: String?
    public var game: String?
    public var mode: String?
    public var match: String?
    /// Which move of the match it was, from 1.
    public var move: Int?
    public var won: Bool?
    /// What was refused, why, and how often in a row.
    public var request: String?
    public var code: String?
    public var count: Int?

    public init(milliseconds: Int, what: String) { (self.milliseconds, self.what) = (milliseconds, what) }
  }

  public var player: String
  /// For how many days comings, goings and rooms are kept; 0 for not at all.
  public var keptDays: Int
  /// The oldest first.
  public var entries: [Entry]
  /// Whether there are older ones: ask for them with `to`.
  public var more: Bool

  public init(player: String, keptDays: Int, entries: [Entry], more: Bool) {
    (self.player, self.keptDays, self.entries, self.more) = (player, keptDays, entries, more)
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("kept_days", keptDays)
    json.list("entries", entries) { entry, json in
      json.field("at_ms", entry.milliseconds)
      json.field("what", entry.what)
      json.field("room", ifPresent: entry.room)
      json.field("why", ifPresent: entry.why)
      json.field("from", ifPresent: entry.from)
      json.field("game", ifPresent: entry.game)
      json.field("mode", ifPresent: entry.mode)
      json.field("match", ifPresent: entry.match)
      json.field("move", ifPresent: entry.move)
      json.field("won", ifPresent: entry.won)
      json.field("request", ifPresent: entry.request)
      json.field("code", ifPresent: entry.code)
      json.field("count", ifPresent: entry.count)
    }
    json.field("more", more)
  }
}
