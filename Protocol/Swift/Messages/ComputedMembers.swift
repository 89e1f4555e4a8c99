// What the table calls computed: members that follow from others.

extension Hello {
  /// The version of the protocol that this library speaks.
  public static let protocolVersion = 1

  var version: Int { Self.protocolVersion }
}

extension OwnBoard {
  var state: String { (outcome == nil ? Joined.State.playing : .finished).rawValue }
}

extension Joined {
  /// Whether matches here count for ratings.
  public var isRated: Bool { terms?.isRated == true }
}

extension Said {
  /// Whether the line is kept from the receiver until the puzzle is finished.
  public var isHidden: Bool { text == nil && !isBlocked }
}

extension Unshared {
  /// Whether everything that the player has shared is gone.
  public var isAll: Bool { share == nil }
}

extension ReportsAnswer.Line {
  /// Whether the line may give a puzzle away that the receiver has not finished.
  public var isHidden: Bool { text == nil }
}

extension StatsAnswer {
  /// How many of a hundred matches were solved, rounded.
  public var winPercent: Int { played == 0 ? 0 : (won &* 200 / played + 1) / 2 }
}

extension LeaderboardAnswer {
  /// Whether the results are of games that were played elsewhere.
  public var claimed: Bool { mode == nil }
}

extension LeaderboardAnswer.Line {
  /// Points a game, to two decimals.
  public var average: Double { played > 0 ? (Double(points) / Double(played) * 100).rounded() / 100 : 0 }
}

extension RoundOver.Standing {
  /// `1. ana`, or the name alone.
  public var placedName: String { place.map { "\($0). \(player)" } ?? player }

  /// How long it took, in milliseconds; `nil` as well where all have finished at one board, when the match was over.
  public var ownMilliseconds: Int? { outcome?["result"] == nil ? elapsedMilliseconds : nil }
}
