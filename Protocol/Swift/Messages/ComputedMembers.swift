// The computed members of the table, which follow from others.

extension Hello {
  /// The version of the protocol that this library supports.
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
  /// Whether the line is hidden from the receiver until they have finished the puzzle.
  public var isHidden: Bool { text == nil && !isBlocked }
}

extension Unshared {
  /// Whether all of the player's shares were withdrawn.
  public var isAll: Bool { share == nil }
}

extension ReportsAnswer.Line {
  /// Whether the line is hidden because it may reveal a puzzle that the receiver has not finished.
  public var isHidden: Bool { text == nil }
}

extension StatsAnswer {
  /// The percentage of solved matches, rounded.
  public var winPercent: Int { played == 0 ? 0 : (won &* 200 / played + 1) / 2 }
}

extension LeaderboardAnswer {
  /// Whether the results are of games on other sites.
  public var claimed: Bool { mode == nil }
}

extension LeaderboardAnswer.Line {
  /// Points per game, to two decimals.
  public var average: Double { played > 0 ? (Double(points) / Double(played) * 100).rounded() / 100 : 0 }
}

extension RoundOver.Standing {
  /// `1. ana`, or the name alone.
  public var placedName: String { place.map { "\($0). \(player)" } ?? player }

  /// The player's time in milliseconds; also `nil` if all finished at one board, when the match was over.
  public var ownMilliseconds: Int? { outcome?["result"] == nil ? elapsedMilliseconds : nil }
}
