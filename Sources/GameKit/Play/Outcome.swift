public import WireProtocol

/// How a match ended for one player: the part everyone may see, the part for those who may know, a score.
public struct Outcome: Hashable, Sendable {
  /// Whether the puzzle was solved.
  public var won: Bool
  /// Tries spent, where the game counts them.
  public var tries: Int?
  /// Compares players of the same puzzle: greater is better. Equal scores are ordered by time.
  public var score: Int
  /// Further fields everyone may see; `won` and `tries` are added by themselves.
  public var open: JSONObject
  /// Fields for those who may know the puzzle, such as `answer`.
  public var secret: JSONObject
  /// What the player is told, `Splendid`; shown to the player alone, so it may hold the answer.
  public var praise: String
  /// The result as players share it, without letters.
  public var grid: ShareGrid

  /// An outcome; see the properties.
  public init(
    won: Bool, tries: Int? = nil, score: Int, open: JSONObject = [:], secret: JSONObject = [:],
    praise: String = "", grid: ShareGrid
  ) {
    self.won = won
    self.tries = tries
    self.score = score
    self.open = open
    self.secret = secret
    self.praise = praise
    self.grid = grid
  }

  /// The fields for a viewer: with the secret ones for those who may know.
  public func fields(informed: Bool) -> JSONObject {
    var all: JSONObject = ["won": .bool(won)]
    if let tries { all["tries"] = .int(tries) }
    all.merge(open)
    if informed { all.merge(secret) }
    return all
  }
}

extension Outcome {
  /// How a match against others ended.
  public enum Verdict: String, Sendable {
    /// Nobody came before.
    case won
    /// Neither won nor lost.
    case drawn
    /// Somebody came before.
    case lost
  }

  /// The end of a match against others, told as `result`, with `place` and `team` where the game has them.
  ///
  /// - Parameters:
  ///   - place: 1 for the best; who shares a place has the same.
  ///   - score: greater is better; the default is 2, 1 or 0.
  public init(
    _ verdict: Verdict, place: Int? = nil, team: String? = nil, score: Int? = nil, open: JSONObject = [:],
    secret: JSONObject = [:], praise: String = "", headline: String, rows: [String]
  ) {
    var fields: JSONObject = ["result": .string(verdict.rawValue)]
    if let place { fields["place"] = .int(place) }
    if let team { fields["team"] = .string(team) }
    fields.merge(open)
    let points = verdict == .won ? 2 : verdict == .drawn ? 1 : 0
    self.init(
      won: verdict == .won, score: score ?? points, open: fields, secret: secret, praise: praise,
      grid: ShareGrid(headline: headline, rows: rows))
  }

  /// The fields of ``open`` that tell how a match against others ended.
  package static let tableKeys = ["result", "place", "team"]

  /// How a match against others ended; `nil` for a puzzle.
  public var verdict: Verdict? { open["result"]?.stringValue.flatMap(Verdict.init) }
}
