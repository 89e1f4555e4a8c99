/// A round has begun.
public struct Round: ServerMessage {
  public static let type: StaticString = "round"
  /// Where.
  public var place: EventPlace
  /// The round's number, from 1 on.
  public var number: Int
  /// The receiver's board as it is at the start; for those who watch a race, the one that each player begins with.
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
    json.field("board", ifPresent: board)
    json.field("ends_in_s", ifPresent: endsInSeconds)
  }
}

/// A round is over.
public struct RoundOver: ServerMessage {
  public static let type: StaticString = "round_over"
  /// One player's place in the round.
  public struct Standing: Sendable {
    /// 1 for the best; equal results share a place. `nil` where nobody has won or got a point: then nobody has one.
    public var place: Int?
    /// Who.
    public var player: String
    /// The outcome with its letters: the round is over. `nil` for a player who did not finish.
    public var outcome: JSONObject?
    /// How long it took, in milliseconds; `nil` for a player who did not finish.
    public var elapsedMilliseconds: Int?
    /// How far a player got who did not finish, where the game counts that; `nil` for nowhere.
    public var progress: Int?
    /// Rounds won in this room so far.
    public var wins: Int
    /// The player's rating after it, where it was rated.
    public var rating: Int?
    /// By how much it has changed that.
    public var ratingChange: Int?

    /// A line of the standings.
    public init(
      place: Int?, player: String, outcome: JSONObject?, elapsedMilliseconds: Int?, progress: Int? = nil, wins: Int
    ) {
      self.place = place
      self.player = player
      self.outcome = outcome
      self.elapsedMilliseconds = elapsedMilliseconds
      self.progress = progress
      self.wins = wins
    }

    /// `1. ana`, or the name alone.
    public var placedName: String { place.map { "\($0). \(player)" } ?? player }

    /// How long it took, in milliseconds; `nil` as well where all have finished at one board, when the match was over.
    public var ownMilliseconds: Int? { outcome?["result"] == nil ? elapsedMilliseconds : nil }
  }
  /// Where.
  public var place: EventPlace
  /// The round's number.
  public var number: Int
  /// From the best down.
  public var standings: [Standing]
  /// Moves that would have won, for those who may know the puzzle.
  public var solution: [JSON]?
  /// Seconds until the next round begins automatically; `nil` when it waits for `start`.
  public var nextInSeconds: Int?
  /// Of how many matches this was one.
  public var bestOf: Int?
  /// Who has won them, once that is decided.
  public var winner: String?

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
      json.field("place", ifPresent: standing.place)
      json.field("player", standing.player)
      if let outcome = standing.outcome { json.field("outcome", .object(outcome)) }
      if let elapsed = standing.elapsedMilliseconds { json.field("elapsed_ms", elapsed) }
      if let progress = standing.progress { json.field("progress", progress) }
      json.field("wins", standing.wins)
      json.field("rating", ifPresent: standing.rating)
      json.field("rating_change", ifPresent: standing.ratingChange)
      json.endObject()
    }
    json.endArray()
    if let solution { json.field("solution", .array(solution)) }
    json.field("next_in_s", ifPresent: nextInSeconds)
    json.field("best_of", ifPresent: bestOf)
    json.field("winner", ifPresent: winner)
  }
}
