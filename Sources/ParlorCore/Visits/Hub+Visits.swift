import GameKit
import Kernel

extension Hub {
  /// The days for which visits are kept; 0 if nothing is durable.
  var visitsDays: Int { isDurable ? limits.visitsDays : 0 }

  /// Stores a visit: a login, a disconnection, a join or a leave. None is stored for guests who cannot return.
  func keep(_ visit: @autoclosure () -> Visit, of player: Player) {
    guard visitsDays > 0, player.isStored, player.canReturn, !isReading, !journal.isStalled(at: now),
      player.session?.isOperator != true
    else { return }
    var counter = player.visits ?? VisitCounter()
    let stored = counter.count(visit(), at: now)
    let expired = counter.expiredOn ?? seenDay(of: player)
    // With the first visit of a day, so that a restart, after which everybody returns, packs no visits again.
    let expires = !stored.isEmpty && expired != today
    if expires { counter.expiredOn = today }
    player.visits = counter
    guard !stored.isEmpty else { return }
    noteVisit(of: player)
    if expires { expireVisits(of: player.id) }
    for visit in stored { append(.happened(visit), of: player.id) }
  }

  private func append(_ fact: VisitDocument.Fact, of player: PlayerID) {
    journal.append(VisitDocument.line(fact, of: player.number))
  }

  private func expireVisits(of player: PlayerID) {
    append(.expired(before: now.adding(milliseconds: -86_400_000 * Int64(visitsDays))), of: player)
  }

  /// A new day: deletes the visits of players who were last here on the day that expires.
  func expireVisits(_ lastVisits: some Sequence<(player: PlayerID, seenAt: Instant)>, after yesterday: Day) {
    // If a clock was set back the new day may not be later.
    guard visitsDays > 0, yesterday < today else { return }
    let days = yesterday.number - visitsDays...today.number - visitsDays - 1
    // A tolerance of a day covers all zones, so that the calendar is called for few.
    let since = now.adding(milliseconds: -86_400_000 * Int64(today.number - days.lowerBound + 2))
    for (player, seenAt) in lastVisits where seenAt > since {
      if days.contains(configuration.calendar.day(at: seenAt).number) { expireVisits(of: player) }
    }
  }
}
