import GameKit
import Kernel
import TextMode
import WireProtocol

/// Whether a match is rated, and the next one of a series.
extension RoomView {
  /// Whether the current or next match is rated: none is with a house bot at the table.
  var isRated: Bool { plan.isRated && !seatsHouseBot }

  private var seatsHouseBot: Bool {
    guard !hub.house.isEmpty else { return false }
    return isPlaying
      ? seats.values.contains { hub.house.isBot($0.player) }
      : members.all.contains { !$0.isWatching && hub.house.isBot($0.player) }
  }

  /// Whether a rated match or series is under way.
  var isRatedPlayUnderWay: Bool {
    isRated && (rounds.isRunning || isSeriesUnderWay) && seats.values.contains { !$0.player.isGuest }
  }

  /// Whether somebody has played in a series that nobody has won yet, and enough are here to go on.
  var isSeriesUnderWay: Bool {
    guard let needed = plan.terms.winsNeeded, shared?.hasBeenPlayed == true else { return false }
    return members.seatedCount >= mode.leastPlayers && !state.wins.values.contains { $0 >= needed }
  }

  /// Whether the next match takes the consent of both players, as with `rematch`: an owner alone, or an accomplice who
  /// watches, could start a rated match that the other has not noticed. With more players the owner starts it.
  var nextTakesConsent: Bool {
    guard members.seatedCount == 2 else { return false }
    return isRated && rounds.number > 0 && hub.kernel.handles(Request.Rematch.row)
      && members.all.allSatisfy { $0.isWatching || !$0.player.isGuest }
  }

  /// Who may start the next round.
  var starter: ShownRoundOver.Starter {
    if plan.hasOneRound { return .nobody }
    if nextTakesConsent { return .both }
    guard mode.hasCommonRounds, let owner else { return .anybody }
    return .player(owner.name)
  }

  /// When the next match of an undecided series begins. After one without a move it waits for `start`: an abandoned
  /// series would go on for ever.
  func nextOfSeries(_ standings: [Standing]) -> Instant? {
    guard let needed = plan.terms.winsNeeded, shared?.hasBeenPlayed == true,
      !standings.contains(where: { $0.wins >= needed }),
      members.presentPlayerCount >= mode.leastPlayers
    else { return nil }
    return hub.now.adding(milliseconds: Self.pauseOfSeries)
  }

  /// Long enough to read the result.
  private static let pauseOfSeries: Int64 = 5000
}

extension GlickoRating {
  /// Rounded, for people.
  var shown: Int { Int(value.rounded()) }
}
