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

/// Games in other processes: what is not in memory is asked for at the edge, and then the same is tried again.
extension Room {
  // MARK: - Requests

  /// Who looks at a board, and is asked for with each move; `nil` for games of this process.
  func viewers(of played: PlayedMatch) -> [Viewer]? {
    guard plan.game?.remote != nil else { return nil }
    if mode.isSolitary, let seat = seats.values.first, members.count == 1, members[seat.player.id] != nil {
      // Nobody else watches, and for newcomers the board is fetched first.
      return [.seat(seat.player.id)]
    }
    // Who has left has a result as well.
    let seated = [seats, formerSeats].lazy.flatMap(\.values)
    let own = seated.filter { $0.played === played }.map(\.player.id).sorted()
    return own.prefix(Self.mostViewers).map { .seat($0) } + [.outsider, .informed]
  }

  /// Boards that are asked for with a move; those of more players are fetched when they are looked at.
  private static let mostViewers = 128

  /// Does something that needs a game's answer.
  ///
  /// - Parameter played: the match that it is about; `nil` for the room.
  /// - Throws: where the game has not answered yet: the request runs again when it has.
  func orLack<Value>(
    for played: PlayedMatch? = nil, _ body: () throws(WireError) -> Value
  ) throws(WireError) -> Value {
    do {
      return try body()
    } catch {
      guard error.code == Rejection.gameHasNotAnswered.code, let remote = plan.game?.remote else { throw error }
      throw hub.lackAnswer(of: remote, in: self, for: played?.id ?? number)
    }
  }

  /// Whether something is being asked about a match.
  func isAsking(_ played: PlayedMatch) -> Bool { plan.game?.remote != nil && hub.games.isAsking(played.id) }

  /// Lets a request wait while something else is being asked about the match.
  func requireAnswered(_ played: PlayedMatch) throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    if hub.games.isAsking(played.id) { throw hub.lackAnswer(of: remote, in: self, for: played.id) }
    // After a start boards are not in memory.
    try prepare(played.match, for: viewers(of: played) ?? [])
  }

  /// Lets a request wait while the day's puzzle is being dealt.
  func requireDeal() throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    if hub.games.isAsking(number) { throw hub.lackAnswer(of: remote, in: self, for: number) }
    throw WireError(Rejection.gameIsDown)
  }

  /// Has in memory what some viewers see. Where the game is down, they see that.
  func prepare(_ match: Match, for viewers: [Viewer]) throws(WireError) {
    guard let remote = plan.game?.remote else { return }
    do {
      try match.prepare(for: viewers)
    } catch {
      if error == .gameHasNotAnswered { throw hub.lackAnswer(of: remote, in: self) }
    }
  }

  /// Has in memory what a member sees who comes, or asks for boards.
  func prepareBoards(for player: Player, isWatching: Bool) throws(WireError) {
    guard plan.game?.remote != nil, isPlaying else { return }
    if let seat = boards[player.id], seat.played.scope == scope || isLate(seat) {
      try prepare(seat.played.match, for: [.seat(player.id)])
    } else if let match = shared?.match ?? state.boards.table?.match {
      try prepare(match, for: (isWatching || mode.seats != nil ? [] : [.seat(player.id)]) + [.outsider, .informed])
    }
    guard shared == nil, seats.count <= hub.limits.digestMembers else { return }
    for id in seats.keys.sorted() where id != player.id {
      guard let seat = seats[id] else { continue }
      // What is being asked now may be asked for those alone who are here already.
      if isAsking(seat.played), let remote = plan.game?.remote {
        throw hub.lackAnswer(of: remote, in: self, for: seat.played.id)
      }
      try prepare(seat.played.match, for: [.outsider, .informed])
    }
  }

  /// After a start: has boards in memory before somebody comes who looks at them.
  func warmBoards() {
    guard plan.game?.remote != nil, isPlaying else { return }
    for seat in seats.values.sorted(by: { $0.player.id < $1.player.id }) where !seat.isDone {
      // What is noted is asked with the next turn.
      try? seat.played.match.prepare(for: [.seat(seat.player.id), .outsider, .informed])
    }
  }

  // MARK: - Rounds

  /// What begins a match, and the boards with which it begins.
  func remoteBeginning(of match: Match, with players: [PlayerID]) throws(Rejection) -> Match.Played? {
    let viewers = players.prefix(Self.mostViewers).map { Viewer.seat($0) } + [.outsider, .informed]
    if mode.seats != nil { return try match.attempt(.begin(players), at: .zero, viewers: viewers) }
    try match.prepare(for: viewers)
    return nil
  }

  /// From what the next round's puzzle is drawn: while a game is asked for it, it stays the same.
  func seedToDeal() -> UInt64 {
    guard plan.game?.remote != nil else { return hub.randomNumber() }
    let seed = dealSeed ?? hub.randomNumber()
    dealSeed = seed
    return seed
  }

  /// Lets a round begin once the game has answered.
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

  /// Everybody who waits for the round gets a message, and the request for it its answer.
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

  /// What happens at the table by itself is tried again once the game has answered.
  func awaitTable() {
    guard let remote = plan.game?.remote, let shared else { return }
    let askedAt = hub.now
    hub.games.ask(remote, for: shared.id) { [weak self] fault in
      guard let self, !isClosed else { return }
      if let fault {
        noteStrike(fault, askedAt: askedAt)
        // A game that fails is sent no departure: the match ends without it where too few are left.
        follow(.boardsChanged)
      } else {
        perform(.boardsChanged)
      }
      reachTableTime()
      scheduleDeadline()
    }
  }

  /// The game is down: what time brings comes later.
  func restTable() { tableRestsUntil = hub.now.adding(milliseconds: 1000) }

  // MARK: - Failing

  /// Refuses a move while the room rests.
  func requireNoRest() throws(WireError) {
    if gameFaults.isResting(at: hub.now) { throw WireError(Rejection.gameIsDown) }
  }

  /// The game's process has failed for this room.
  ///
  /// - Parameter askedAt: since when it has not answered: no clock of a table runs meanwhile.
  func noteStrike(_ fault: String, askedAt: Instant) {
    gameFaults.note(at: hub.now)
    let game = plan.game?.info.id ?? ""
    hub.log("game_failed", ["game": .string(game), "room": .string(name), "why": .string(fault)])
    guard gameFaults.callForPause, pauseByItself(since: askedAt) else { return standStill(since: askedAt) }
    gameFaults.hasPaused()
    hub.log("game_paused", ["game": .string(game), "room": .string(name)])
  }
}
