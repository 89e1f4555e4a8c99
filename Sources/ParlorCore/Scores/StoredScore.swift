import WireProtocol

/// A score as it is kept.
public struct StoredScore: Hashable, Sendable {
  /// The puzzle's number, unique.
  public var id: Int64
  /// The puzzle's date, `2022-03-08`.
  public var date: String
  /// The solution.
  public var word: String
  /// The words tried, in their order: letters alone, so that a space can stand between two.
  public var tries: [String]
  /// Who played it, where that is known.
  public var player: String?

  /// A row.
  public init(id: Int64, date: String, word: String, tries: [String], player: String? = nil) {
    self.player = player
    self.id = id
    self.date = date
    self.word = word
    self.tries = tries
  }

  /// What a new server begins with, and what a reset goes back to.
  public static let initial = [
    StoredScore(id: 262, date: "2022-03-08", word: "sweet", tries: ["corgi", "pause", "sleds", "sweet"]),
    StoredScore(id: 263, date: "2022-03-09", word: "month", tries: ["stair", "tuned", "monty", "month"]),
    StoredScore(id: 264, date: "2022-03-10", word: "lapse", tries: ["stair", "peony", "lapse"]),
  ]

  init(_ score: Score) {
    self.init(
      id: Int64(score.id), date: score.date, word: score.word, tries: score.tries, player: score.player)
  }
}

extension Score {
  init(_ stored: StoredScore) {
    self.init(
      id: Int(stored.id), date: stored.date, word: stored.word, tries: stored.tries, player: stored.player)
  }
}
