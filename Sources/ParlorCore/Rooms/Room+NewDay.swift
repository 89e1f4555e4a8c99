import GameKit
import WireProtocol

/// What a new day leaves to be done in a room, a part at a time: there may be thousands of boards.
struct DayTurn {
  /// Numbers of matches of the day before, the greatest first. Their boards stay, for whoever repeats a `move_id`.
  fileprivate var closing: [Int64]
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
  func turnDay() {
    guard playsTheDay else { return }
    // A clock may jump over a day.
    while dayTurn != nil { goOnTurningDay() }
    dayTurn = DayTurn(
      closing: Set(seats.values.lazy.filter(\.played.isStored).map(\.played.id)).sorted(by: >),
      forgotten: Array(formerSeats.values),
      undealt: members.all.filter { !$0.isWatching }.map(\.player), goesOnAt: hub.now)
    formerSeats = seats
    seats = [:]
    template = nil
    goOnTurningDay()
  }

  /// Sees to the next part.
  func goOnTurningDay() {
    guard var turn = dayTurn else { return }
    // The only reference, so that nothing is copied.
    dayTurn = nil
    for match in turn.closing.suffix(DayTurn.part).reversed() { hub.journal.append(.matchClosed(match)) }
    for player in turn.undealt.suffix(DayTurn.part) where members[player.id]?.isWatching == false {
      do {
        try sitForTheDay(player, settings: nil)
      } catch {
        hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
      }
    }
    turn.closing.removeLast(min(DayTurn.part, turn.closing.count))
    turn.forgotten.removeLast(min(DayTurn.part, turn.forgotten.count))
    turn.undealt.removeLast(min(DayTurn.part, turn.undealt.count))
    if !turn.closing.isEmpty || !turn.forgotten.isEmpty || !turn.undealt.isEmpty {
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
