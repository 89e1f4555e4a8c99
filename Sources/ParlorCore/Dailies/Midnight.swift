import GameKit
import Kernel
import TextMode
import WireProtocol

/// Midnight: the new day, and the end of the hour after it in which a begun daily may be finished.
final class Midnight: CorePart {
  private let departures: Departures

  init(_ all: Directories, _ departures: Departures) {
    self.departures = departures
    super.init(all)
  }

  /// Handles the end of a day, or the end of the hour after it.
  func pass(isDayOver: Bool, _ server: ServerContext) {
    endGrace()
    if isDayOver {
      turnDay(server)
      endGrace()
    }
  }

  /// Yesterday's boards cannot be finished any more: the puzzles are opened.
  private func endGrace() {
    guard let end = hub.clock.graceEnd, hub.now >= end else { return }
    let day = hub.openSince
    hub.clock.endGrace()
    for circle in circles(of: day) {
      guard let first = circle.first, let opened = hub.opened(day, for: first.player) else { continue }
      // Text sessions see it in the rooms.
      hub.send(
        ShownOpened(message: opened, solutions: [:]), to: circle.filter { $0.format != .text }, after: 0)
    }
    for room in rooms.inOrder { room.daily?.endGrace(of: day) }
  }

  /// All sessions, grouped by what they may know of a day's puzzles.
  private func circles(of day: Day) -> [[Session]] {
    var circles: [[String]: [Session]] = [:]
    for session in sessions.all {
      circles[hub.openGames(of: day, for: session.player).map(\.info.id), default: []].append(session)
    }
    return circles.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  /// The new day begins.
  private func turnDay(_ server: ServerContext) {
    let yesterday = hub.today
    hub.clock.turnDay()
    hub.knowledge.forgetDays(before: yesterday)
    players.forgetNewCounts()
    hub.kernel.publish(DayBegan(parlor: server.parlor))
    hub.log("new_day", ["day": .string(hub.today.text)])
    tellNewDay(after: yesterday)
    expireGuests()
    hub.expireVisits(players.lastVisits, after: yesterday)
    for room in rooms.inOrder { room.daily?.turn(after: yesterday) }
    hub.keepDay()
  }

  /// Expires guests who cannot return in storage.
  private func expireGuests() {
    guard hub.isDurable else { return }
    let here = sessions.all.map(\.player) + departures.lostLinks.values.map(\.player)
    let present = here.filter { $0.isStored && !$0.canReturn }.map(\.id).sorted()
    hub.journal.append(ServerDocument.line(.guestsLapse(now: hub.now, present: present), of: 0))
  }

  /// Announces the new day, and opens yesterday's puzzles to players with names unless they may still be finished.
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
