import GameKit
import Kernel
import TextMode
import WireProtocol

/// What time brings: what is due at a moment. Midnight is in `Dailies`.
extension Parlor {
  /// When ``reachTime(_:)`` is next worth calling.
  public var nextDeadline: Instant {
    // Rooms wait while storage does, so that no more gathers.
    let (rooms, documents, absences, tasks, maintenance) =
      isStalled
      ? (nil, nil, nil, nil, nil)
      : (
        hub.deadlines.next, hub.documentAlarms.next, soloAbsences.next, taskTimes.next, hub.maintenance?.until
      )
    let graceEnd = isReading ? nil : hub.clock.graceEnd
    let lost = [hub.lostGuestsDue, hub.lostLinksDue.next, maintenance]
    let departures = isReading ? nil : players.nextDeparture
    let times = [
      rooms, documents, absences, tasks, pastes.next, alarms.next, hub.journal.nextDeadline, graceEnd, departures,
    ]
    return (times + lost)
      .compactMap { $0 }
      .reduce(isReading ? hub.now.adding(milliseconds: 3_600_000) : hub.clock.tomorrow, min)
  }

  /// Does what is due: rounds that end, digests, seats given up, the new day.
  public func reachTime(_ now: Instant) {
    advance(to: now)
    hub.journal.reachTime(hub.now)
    if !isStalled { endMaintenanceInTime() }
    if !isStalled { endSoloAbsences() }
    while !isStalled, let number = hub.deadlines.popDue(at: hub.now) {
      guard let room = rooms[number] else { continue }
      room.reachTime()
      removeIfDeserted(room)
    }
    while let id = pastes.popDue(at: hub.now) {
      if let session = sessions[id] { pausePaste(of: session) }
    }
    reachAlarms()
    if !isStalled { reachDocumentAlarms() }
    if !isStalled { advanceTask() }
    forgetLostGuests()
    endLostLinks()
    hub.figures.unloaded += players.packAbsent(at: hub.now, again: nextPacking)
  }

  /// When a player who goes now may be packed: once the boards of the day have left memory.
  private var nextPacking: Instant {
    hub.now.adding(milliseconds: 1000 * (5 + Int64(max(1, hub.configuration.boardSeconds))))
  }

  /// A player has no session any more.
  func noteDeparture(of player: Player) {
    if hub.isDurable { players.noteDeparture(of: player, at: nextPacking) }
  }

  func advance(to now: Instant) {
    let isDayOver = hub.clock.advance(to: now)
    guard !isReading else { return }
    endGrace()
    if isDayOver {
      turnDay()
      endGrace()
    }
  }
}
