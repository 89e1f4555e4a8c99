/// The answer to `ratings`.
public struct RatingsAnswer: ServerMessage {
  public static let type: StaticString = "ratings"
  /// How well somebody plays.
  public struct Line: Sendable {
    /// From 1; `nil` for who has played too little for a place.
    public var place: Int?
    /// Who.
    public var player: String
    /// 1500 for a newcomer.
    public var rating: Int
    /// How uncertain that is.
    public var deviation: Int
    /// Rated matches.
    public var matches: Int

    /// A line.
    public init(place: Int?, player: String, rating: Int, deviation: Int, matches: Int) {
      (self.place, self.player, self.rating, self.deviation) = (place, player, rating, deviation)
      self.matches = matches
    }
  }
  /// The game's id.
  public var game: String
  /// Whether bots are listed instead of people.
  public var bots: Bool
  /// From the best down; those without a place come last.
  public var lines: [Line]
  /// The asker's own, where there is one.
  public var own: Line?

  /// Ratings.
  public init(game: String, bots: Bool, lines: [Line], own: Line?) {
    (self.game, self.bots, self.lines, self.own) = (game, bots, lines, own)
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("game", game)
    json.field("bots", bots)
    json.list("entries", lines) { line, json in line.writeFields(to: &json) }
    guard let own else { return }
    json.key("yours")
    json.beginObject()
    own.writeFields(to: &json)
    json.endObject()
  }
}

extension RatingsAnswer.Line {
  fileprivate func writeFields(to json: inout JSONWriter) {
    json.field("place", ifPresent: place)
    json.field("player", player)
    json.field("rating", rating)
    json.field("deviation", deviation)
    json.field("matches", matches)
  }
}
