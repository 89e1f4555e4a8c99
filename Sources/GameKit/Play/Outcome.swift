public import WireProtocol

/// The result of a match for one player: a public part, a part for those who may know the puzzle, and a score.
public struct Outcome: Hashable, Sendable {
  /// Whether the puzzle was solved.
  public var won: Bool
  /// The number of tries, if the game counts them.
  public var tries: Int?
  /// Ranks players of the same puzzle: greater is better. Equal scores are ranked by time.
  public var score: Int
  /// Further public fields; `won` and `tries` are added automatically.
  public var open: JSONObject
  /// Fields for those who may know the puzzle, such as `answer`.
  public var secret: JSONObject
  /// Praise for the player, `Splendid`; shown to this player only, so it may contain the answer.
  public var praise: String
  /// The shared form of the result, without letters.
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

  /// The fields for a viewer; `informed` includes the secret ones.
  public func fields(informed: Bool) -> JSONObject {
    var all: JSONObject = ["won": .bool(won)]
    if let tries { all["tries"] = .int(tries) }
    all.merge(open)
    if informed { all.merge(secret) }
    return all
  }
}

extension Outcome {
  /// The result of a match against others.
  public enum Verdict: String, Sendable {
    /// Nobody is ranked before.
    case won
    /// Neither won nor lost.
    case drawn
    /// Somebody is ranked before.
    case lost
  }

  /// The result of a match against others, with `place` and `team` if the game has them.
  ///
  /// - Parameters:
  ///   - place: 1 for the best; equal for players who share a place.
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

  /// The fields of ``open`` with the result of a match against others.
  package static let tableKeys = ["result", "place", "team"]

  /// The result of a match against others; `nil` for a puzzle.
  public var verdict: Verdict? { open["result"]?.stringValue.flatMap(Verdict.init) }
}
