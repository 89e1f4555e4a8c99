import GameKit
import WireProtocol

/// A round that begins once its game has answered.
struct PendingRound {
  let event: ModeEvent
  let requester: Requester?
}

extension Rejection {
  /// Whether a game in another process has not answered.
  var isOfAbsence: Bool { self == .gameHasNotAnswered || self == .gameIsDown }
}

/// Games in other processes: a missing answer is requested from the edge, and then the work is retried.
extension Room {
  // MARK: - Rounds

  /// Delays a round until the game has answered.
  ///
  /// - Returns: whether the game is being asked.
  func awaitRound(after event: ModeEvent) -> Bool {
    guard let remote = plan.game?.remote else { return false }
    pendingRound = PendingRound(event: event, requester: requester)
    hub.games.ask(remote, for: number) { [weak self] _ in self?.beginPendingRound() }
    return true
  }

  private func beginPendingRound() {
    guard let pending = pendingRound else { return }
    pendingRound = nil
    guard !isClosed, !rounds.isRunning else { return }
    requester = pending.requester
    defer { requester = nil }
    dealFailure = nil
    perform(pending.event)
    if let failure = takeDealFailure() { tellThatNoRoundBegins(WireError(failure), pending.requester) }
  }

  /// Notifies all who wait for the round, and answers the request for it.
  private func tellThatNoRoundBegins(_ failure: WireError, _ requester: Requester?) {
    let error = WireError(code: failure.code, message: "No \(mode.roundNoun) can begin in \(name): \(failure.message)")
    for session in members.all.compactMap(\.session) {
      session.answering(in: session.format) {
        let re = session === requester?.session ? requester?.re : nil
        hub.send(ErrorMessage(error), to: session, answering: re, after: 0)
      }
    }
  }

  // MARK: - Tables

  /// Retries the table's own events once the game has answered.
  func awaitTable() {
    guard let remote = plan.game?.remote, let shared else { return }
    let askedAt = hub.now
    hub.games.ask(remote, for: shared.id) { [weak self] fault in
      guard let self, !isClosed else { return }
      if let fault {
        noteStrike(fault, askedAt: askedAt)
        // A failing game is not sent departures: the match ends without it if too few players are left.
        follow(.boardsChanged)
      } else {
        perform(.boardsChanged)
      }
      reachTableTime()
      scheduleDeadline()
    }
  }

  /// The game is down: postpones timed events.
  func restTable() { tableRestsUntil = hub.now.adding(milliseconds: 1000) }

  // MARK: - Failing

  /// Refuses a move while the room does not ask its game.
  func requireNoRest() throws(WireError) {
    if gameFaults.isResting(at: hub.now) { throw WireError(Rejection.gameIsDown) }
  }

  /// The game's process has failed for this room.
  ///
  /// - Parameter askedAt: since when it has not answered: a table's clocks stood from then on.
  func noteStrike(_ fault: String, askedAt: Instant) {
    gameFaults.note(at: hub.now)
    let game = plan.game?.info.id ?? ""
    hub.log("game_failed", ["game": .string(game), "room": .string(name), "why": .string(fault)])
    guard gameFaults.callForPause, pauseByItself(since: askedAt) else { return standStill(since: askedAt) }
    gameFaults.hasPaused()
    hub.log("game_paused", ["game": .string(game), "room": .string(name)])
  }
}
