internal import WireProtocol

/// One of the two bots of a match.
enum Side: Int, CaseIterable {
  case first, second

  var other: Side { self == .first ? .second : .first }

  /// Its letter in reports.
  var letter: String { self == .first ? "A" : "B" }
}

/// The result of a game for one side.
struct SideResult: Equatable {
  /// The server's `outcome`; `nil` if the game has not ended.
  var outcome: JSONObject?
  /// From the replay's `replay_outcome`.
  var points: Int?
  var fault: MatchFault?

  /// For a puzzle that both have played: greater is better; as in a race's standings, but without the time.
  fileprivate var rank: [Int] {
    guard fault == nil, let outcome else { return [0] }
    let won = outcome["won"]?.boolValue == true ? 1 : 0
    return [1, won, points ?? 0 - (outcome["tries"]?.intValue ?? 0)]
  }
}

struct MatchGame: Equatable {
  /// From 1.
  let number: Int
  /// The seed of its room.
  let seed: Int
  /// The side that moved first; `nil` if each had its own board.
  let opener: Side?
  /// By side.
  var results = [SideResult(), SideResult()]
  /// File names.
  var replays: [String] = []
  /// The deal and the moves; `nil` without a replay.
  var play: String?

  subscript(side: Side) -> SideResult {
    get { results[side.rawValue] }
    set { results[side.rawValue] = newValue }
  }

  /// The winner; `nil` for a draw.
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

  /// The first side's score: 1, one half or 0.
  var score: Double { winner.map { $0 == .first ? 1 : 0 } ?? 0.5 }
}
