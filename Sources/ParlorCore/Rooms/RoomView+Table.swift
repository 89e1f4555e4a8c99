import GameKit
import WireProtocol

/// Table games: timed events and departures.
extension RoomView {
  /// The table's next timed event.
  var nextTableEvent: (event: TableEvent, at: Elapsed)? {
    guard let shared = tableMatch, !shared.ignoresTime, !shared.isQuarantined, !hub.isFull(shared) else { return nil }
    if plan.game?.remote != nil, rounds.isPaused || isAsking(shared) { return nil }
    let flag = shared.clock?.nextFlag.map { (event: TableEvent.flag($0.player), at: $0.at) }
    // A past deadline would be due again and again.
    guard let due = shared.match.deadline, due > shared.lastElapsed else { return flag }
    return flag.map { $0.at < due ? $0 : (.time, due) } ?? (.time, due)
  }

  /// When the table's next timed event is due.
  ///
  /// - Parameter rest: until when its game is not called.
  func tableDeadline(restingUntil rest: Instant?) -> Instant? {
    guard let shared, let next = nextTableEvent else { return nil }
    let stood = hub.now.milliseconds &- playTime.milliseconds
    let due = shared.startedAt.adding(milliseconds: next.at.milliseconds &+ stood)
    return rest.map { max(due, $0) } ?? due
  }

  /// Whether the game in another process is being asked, and has not been sent all departures.
  var awaitsDepartures: Bool {
    guard let shared = tableMatch, isAsking(shared) else { return false }
    return shared.players.contains { seats[$0] == nil }
  }
}
