import GameKit
import TextMode
import WireProtocol

/// What a new day leaves to be done in a room, a part at a time: there may be thousands of boards.
struct DayTurn {
  /// Boards of the day before that one.
  fileprivate var forgotten: [Seat]
  /// Those who were here at midnight.
  fileprivate var undealt: [Player]
  /// When the next part has its turn.
  fileprivate(set) var goesOnAt: Instant

  /// How many of each are seen to at once, and milliseconds from one part to the next.
  fileprivate static let part = 128
  fileprivate static let pause: Int64 = 1
}

extension Room {
  /// A new day: yesterday's boards are put away and everyone here is dealt today's. Whoever does something before the
  /// turn has come is dealt it then: see ``dealToday(to:)``.
  func turnDay(after yesterday: Day) {
    guard dayBoards != nil else { return }
    if yesterday < hub.openSince { tellDayOver(yesterday) }
    // A clock may jump over a day.
    while dayTurn != nil { goOnTurningDay() }
    dayTurn = DayTurn(
      forgotten: Array(formerSeats.values),
      undealt: members.all.filter { !$0.isWatching }.map(\.player), goesOnAt: hub.now)
    dayBoards?.putAwayDay(yesterday, keeping: isLate)
    goOnTurningDay()
    for seat in seats.values where isLate(seat) { tellLate(seat) }
  }

  /// The grace after midnight is over: players who still had a board of the day before are dealt today's.
  func endGrace(of day: Day) {
    guard dayBoards != nil, let game = plan.game else { return }
    tellDayOver(day)
    while dayTurn != nil { goOnTurningDay() }
    let late = (dayBoards?.putAway(.day(game: game.info.id, day)) ?? []).sorted { $0.id < $1.id }
    dayTurn = DayTurn(forgotten: [], undealt: late, goesOnAt: hub.now)
    goOnTurningDay()
  }

  /// Whether a board is of the day before, was begun, and may be finished.
  func isLate(_ seat: Seat) -> Bool {
    guard case .day(_, let day) = seat.played.scope, day < hub.today, day >= hub.openSince else { return false }
    return !seat.isDone && seat.played.moveCount > 0 && !seat.played.isQuarantined
  }

  /// Seconds until the grace is over, for players who have a board of the day before.
  var graceSeconds: Int? { hub.clock.graceEnd.map { hub.now.seconds(until: $0) } }

  /// Tells somebody who reads text which day's board is in front of them.
  private func tellLate(_ seat: Seat) {
    guard let member = members[seat.player.id], !member.isWatching, let session = member.session,
      session.format == .text, let seconds = graceSeconds
    else { return }
    let title = title(of: seat.played.scope)
    hub.send(
      Sentence(
        "You may finish \(title) for \(Drawing.duration(seconds)); /join \(name) today begins today's instead."),
      to: session, after: hub.journal.ticket)
  }

  /// Sees to the next part.
  func goOnTurningDay() {
    guard var turn = dayTurn else { return }
    // The only reference, so that nothing is copied.
    dayTurn = nil
    for player in turn.undealt.suffix(DayTurn.part) where members[player.id]?.isWatching == false {
      do {
        try sitForTheDay(player, settings: nil)
      } catch {
        hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
      }
    }
    turn.forgotten.removeLast(min(DayTurn.part, turn.forgotten.count))
    turn.undealt.removeLast(min(DayTurn.part, turn.undealt.count))
    if !turn.forgotten.isEmpty || !turn.undealt.isEmpty {
      turn.goesOnAt = hub.now.adding(milliseconds: DayTurn.pause)
      dayTurn = turn
    }
    scheduleDeadline()
  }

  /// Deals a member today's board whose turn has not come yet.
  func dealToday(to player: Player) {
    guard dayTurn != nil, members[player.id]?.isWatching == false else { return }
    try? sitForTheDay(player, settings: nil)
  }
}
