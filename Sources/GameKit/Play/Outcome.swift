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
