import GameKit
import Kernel
import TextMode
import WireProtocol

/// What time brings: what is due at a moment, the end of the hour after midnight, the new day.
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

  /// What was begun before midnight may be finished no more: the puzzles are opened.
  private func endGrace() {
    guard let end = hub.clock.graceEnd, hub.now >= end else { return }
    let day = hub.openSince
    hub.clock.endGrace()
    for circle in circles(of: day) {
      guard let first = circle.first, let opened = hub.opened(day, for: first.player) else { continue }
      // Those who read text see it in the rooms.
      hub.send(
        ShownOpened(message: opened, solutions: [:]), to: circle.filter { $0.format != .text }, after: 0)
    }
    for room in rooms.inOrder { room.endGrace(of: day) }
  }

  /// All sessions, those together that may know the same of a day's puzzles.
  private func circles(of day: Day) -> [[Session]] {
    var circles: [[String]: [Session]] = [:]
    for session in sessions.all {
      circles[hub.openGames(of: day, for: session.player).map(\.info.id), default: []].append(session)
    }
    return circles.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private func turnDay() {
    let yesterday = hub.today
    hub.clock.turnDay()
    hub.knowledge.forgetDays(before: yesterday)
    players.forgetNewCounts()
    kernel.publish(DayBegan(parlor: self))
    hub.log("new_day", ["day": .string(hub.today.text)])
    tellNewDay(after: yesterday)
    expireGuests()
    hub.expireVisits(players.lastVisits, after: yesterday)
    for room in rooms.inOrder { room.turnDay(after: yesterday) }
    hub.keepDay()
  }

  /// Storage lets go of guests who will never come back.
  private func expireGuests() {
    guard hub.isDurable else { return }
    let here = sessions.all.map(\.player) + hub.lostLinks.values.map(\.player)
    let present = here.filter { $0.isStored && !$0.canReturn }.map(\.id).sorted()
    hub.journal.append(ServerDocument.line(.guestsLapse(now: hub.now, present: present), of: 0))
  }

  /// Everyone gets the new day, and those who are logged in yesterday's puzzles too, unless they may be
  /// finished.
  private func tellNewDay(after yesterday: Day) {
    var finished: JSONObject = [:]
    for game in hub.configuration.games.map(\.info) where game.modes.contains(.daily) {
      finished[game.id] = .int(hub.knowledge.finishedCount(.day(game: game.id, yesterday)))
    }
    for circle in circles(of: yesterday) {
      guard let first = circle.first else { continue }
      let opened = hub.opened(yesterday, for: first.player)
      let news = NewDay(
        day: hub.today.text, nextDaySeconds: hub.clock.secondsToNextDay, commitments: hub.puzzles.commitments(),
        finished: finished.isEmpty ? nil : finished, openedDay: opened?.day, opened: opened?.puzzles,
        opensInSeconds: hub.clock.graceEnd.map { hub.now.seconds(until: $0) })
      hub.send(news, to: circle, after: 0)
    }
  }
}
