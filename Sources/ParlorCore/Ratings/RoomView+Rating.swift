import GameKit
import WireProtocol

/// Which matches count for ratings, and the next one of a series.
extension RoomView {
  /// Whether the match under way, or the next one, counts for ratings: none does with a house bot at the table.
  var isRated: Bool { plan.isRated && !seatsHouseBot }

  private var seatsHouseBot: Bool {
    guard !hub.house.isEmpty else { return false }
    return isPlaying
      ? seats.values.contains { hub.house.isBot($0.player) }
      : members.all.contains { !$0.isWatching && hub.house.isBot($0.player) }
  }

  /// When the next match of a series begins that is not decided. After one that nobody has played it waits for `start`:
  /// a series that was left alone would go on for ever.
  func nextOfSeries(_ standings: [Standing]) -> Instant? {
    guard let needed = plan.terms.winsNeeded, shared?.hasBeenPlayed == true,
      !standings.contains(where: { $0.wins >= needed }),
      members.presentPlayerCount >= mode.seats?.count.lowerBound ?? 1
    else { return nil }
    return hub.now.adding(milliseconds: Self.pauseOfSeries)
  }

  /// Long enough to see how it went.
  private static let pauseOfSeries: Int64 = 5000
}

extension GlickoRating {
  /// As people read it.
  var shown: Int { Int(value.rounded()) }
}
