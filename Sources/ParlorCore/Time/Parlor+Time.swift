import GameKit
import Kernel
import TextMode
import WireProtocol

/// Timed work. Midnight is in `Dailies`.
extension Parlor {
  /// When ``reachTime(_:)`` is next due.
  public var nextDeadline: Instant {
    // Rooms wait while storage fails, so that no more gathers.
    var next = isReading ? hub.now.adding(milliseconds: 3_600_000) : hub.clock.tomorrow
    func add(_ times: Instant?...) {
      for case let time? in times { next = min(next, time) }
    }
    if !hub.isStalled {
      add(hub.deadlines.next, hub.documentAlarms.next, parts.soloRooms.absences.next, parts.tasks.nextDeadline)
      add(hub.maintenance?.until)
    }
    if !isReading { add(hub.clock.graceEnd, players.nextDeparture) }
    add(parts.sessionParts.nextDeadline, hub.journal.nextDeadline, parts.departures.lostGuestsDue)
    add(parts.departures.lostLinksDue.next)
    return next
  }

  /// Does what is due: ends of rounds, digests, expired seats, the new day.
  public func reachTime(_ now: Instant) {
    advance(to: now)
    hub.journal.reachTime(hub.now)
    if !hub.isStalled { parts.maintenance.endInTime() }
    if !hub.isStalled { parts.soloRooms.endAbsences() }
    while !hub.isStalled, let number = hub.deadlines.popDue(at: hub.now) {
      guard let room = rooms[number] else { continue }
      room.reachTime()
      rooms.removeIfDeserted(room)
    }
    parts.sessionParts.reachTime(server)
    if !hub.isStalled { server.reachDocumentAlarms() }
    if !hub.isStalled { parts.tasks.advance(server) }
    parts.departures.forgetLostGuests(server)
    parts.departures.endLostLinks(server)
    parts.departures.packAbsent()
  }

  func advance(to now: Instant) {
    let isDayOver = hub.clock.advance(to: now)
    if !isReading { parts.midnight.pass(isDayOver: isDayOver, server) }
  }
}
