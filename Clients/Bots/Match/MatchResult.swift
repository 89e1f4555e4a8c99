internal import WireProtocol

/// One of the two bots of a match.
enum Side: Int, CaseIterable {
  case first, second

  var other: Side { self == .first ? .second : .first }

  /// What it is called.
  var letter: String { self == .first ? "A" : "B" }
}

/// What came of a game for one side.
struct SideResult: Equatable {
  /// The server's `outcome`; `nil` where the game has not ended.
  var outcome: JSONObject?
  /// Of the replay's `replay_outcome`.
  var points: Int?
  var fault: MatchFault?

  /// Greater is better, of a puzzle that both have had: as the standings of a race, but for the time.
  fileprivate var rank: [Int] {
    guard fault == nil, let outcome else { return [0] }
    let won = outcome["won"]?.boolValue == true ? 1 : 0
    return [1, won, points ?? 0 - (outcome["tries"]?.intValue ?? 0)]
  }
}

/// One game of a match.
struct MatchGame: Equatable {
  /// From 1 on.
  let number: Int
  /// The seed of its room.
  let seed: Int
  /// Who moved first; `nil` where each had a board of its own.
  let opener: Side?
  /// By side.
  var results = [SideResult(), SideResult()]
  /// Names of files.
  var replays: [String] = []
  /// What was dealt and played; `nil` where there is no replay.
  var play: String?

  subscript(side: Side) -> SideResult {
    get { results[side.rawValue] }
    set { results[side.rawValue] = newValue }
  }

  /// Who has won; `nil` for a draw.
  var winner: Side? {
    let (first, second) = (self[.first], self[.second])
    if (first.fault == nil) != (second.fault == nil) { return first.fault == nil ? .first : .second }
    if opener != nil, first.fault == nil {
      if first.outcome?["result"] == "won" || second.outcome?["result"] == "lost" { return .first }
      return first.outcome?["result"] == "lost" || second.outcome?["result"] == "won" ? .second : nil
    }
    guard first.rank != second.rank else { return nil }
    return first.rank.lexicographicallyPrecedes(second.rank) ? .second : .first
  }

  /// What the first side has of it: 1, one half or 0.
  var score: Double { winner.map { $0 == .first ? 1 : 0 } ?? 0.5 }
}
