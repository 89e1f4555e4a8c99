import GameKit
import Kernel

extension Hub {
  /// For how many days visits are kept: where nothing is durable, for none.
  var visitsDays: Int { isDurable ? limits.visitsDays : 0 }

  /// Keeps that a player came, went, or entered or left a room. Guests whom nobody can come back to are not kept.
  func keep(_ visit: @autoclosure () -> Visit, of player: Player) {
    guard visitsDays > 0, player.isStored, player.canReturn, !isReading, !journal.isStalled(at: now),
      player.session?.isOperator != true
    else { return }
    var counter = player.visits ?? VisitCounter()
    let stored = counter.count(visit(), at: now)
    let expired = counter.expiredOn ?? seenDay(of: player)
    // With the first visit of a day, so that a restart, after which everybody comes, packs nobody's visits anew.
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

  /// A new day: of those who were last here so many days before it nothing is kept any more.
  func expireVisits(_ lastVisits: some Sequence<(player: PlayerID, seenAt: Instant)>, after yesterday: Day) {
    // With a clock that was set back the day that begins is not always a later one.
    guard visitsDays > 0, yesterday < today else { return }
    let days = yesterday.number - visitsDays...today.number - visitsDays - 1
    // A day more or less, whatever the zone: the calendar is asked about few.
    let since = now.adding(milliseconds: -86_400_000 * Int64(today.number - days.lowerBound + 2))
    for (player, seenAt) in lastVisits where seenAt > since {
      if days.contains(configuration.calendar.day(at: seenAt).number) { expireVisits(of: player) }
    }
  }
}
