import GameKit
import TextMode
import WireProtocol

/// Games that are played with others: who sits, what happens besides moves, and time.
extension Room {
  // MARK: - Seats

  /// Whether all seats are taken, so that newcomers can only watch.
  var isTableFull: Bool { mode.seats.map { members.seatedCount >= $0.count.upperBound } ?? false }

  /// Whether a member is shown what others play: it watches, or waits for the next match.
  func looksOn(_ member: Member) -> Bool {
    member.isWatching || mode.seats != nil && rounds.isRunning && seats[member.player.id] == nil
  }

  /// What begins a match at a table; `nil` for puzzles.
  ///
  /// - Throws: for a game in another process: it has not answered.
  func beginning(of match: Match, with players: [PlayerID]) throws(Rejection) -> Match.Played? {
    if plan.game?.remote != nil { return try remoteBeginning(of: match, with: players) }
    guard mode.seats != nil else { return nil }
    do {
      return try match.attempt(.begin(players), at: .zero)
    } catch {
      hub.log("table_refused", ["room": .string(name), "step": "begin", "why": .string(error.message)])
      return nil
    }
  }

  // MARK: - Events

  /// Somebody who plays gives up, or offers a draw.
  func ask(_ event: (PlayerID) -> TableEvent, by session: Session, re: RequestID?) throws(WireError) {
    reachTableTime()
    let seat = try seatToPlay(session.player)
    try requireAnswered(seat.played)
    try requireTable()
    try handle(event(session.player.id), on: seat.played, for: Requester(session: session, re: re))
  }

  private func requireTable() throws(WireError) {
    guard mode.seats != nil else { throw WireError(.notHere) }
  }

  /// Whoever keeps the room says how a match goes on that time leads through. Who plays for ratings does not lead: a
  /// pause at the right moment is worth more than knowing the answer.
  func direct(_ event: TableEvent, for requester: Requester) throws(WireError) {
    reachTableTime()
    try requireTable()
    guard let shared = tableMatch, !shared.isQuarantined else {
      throw WireError(.notPlaying, "No match is under way in \(name): /start begins one")
    }
    try requireAnswered(shared)
    let leader = requester.session.player
    if isRated, !leader.isGuest, seats[leader.id] != nil || shared.lastMoves[leader.id] != nil {
      throw Self.leadsOwnRatedMatch
    }
    try handle(event, on: shared, for: requester)
  }

  static let leadsOwnRatedMatch = WireError(
    Rejection(
      "not_here", "A player of a rated match does not lead it: /watch before a match begins, or open the room unrated"))

  private func handle(_ event: TableEvent, on played: PlayedMatch, for requester: Requester) throws(WireError) {
    try hub.requireRoom(on: played, "match", next: "a new one comes with the next round")
    try orLack(for: played) { () throws(WireError) in
      do throws(Rejection) {
        try handle(event, at: played.elapsed(at: playTime), for: requester)
      } catch {
        throw WireError(error)
      }
    }
  }

  /// Sends the game a `leave` or `join` event for each player who has left or come since the last time.
  func notifyDepartures() {
    guard let shared = tableMatch else { return }
    for player in shared.players where seats[player] == nil { tell(.leave(player)) }
    for player in seats.keys.sorted() where isPlaying && !shared.players.contains(player) { tell(.join(player)) }
  }

  /// Whether the game in another process is being asked, and has not been sent all departures.
  var awaitsDepartures: Bool {
    guard let shared = tableMatch, isAsking(shared) else { return false }
    return shared.players.contains { seats[$0] == nil }
  }

  private func tell(_ event: TableEvent) {
    guard let shared, !isAsking(shared) else { return }
    do {
      try handle(event, at: shared.elapsed(at: playTime))
    } catch {
      if error == .gameHasNotAnswered { awaitTable() }
    }
  }

  /// Tells the game of something, and everybody what that brought.
  ///
  /// - Throws: the game's rejection; then nothing has happened.
  private func handle(_ event: TableEvent, at elapsed: Elapsed, for requester: Requester? = nil) throws(Rejection) {
    guard let shared = tableMatch, !shared.isQuarantined else { return }
    let happened = try shared.attempt(event, at: elapsed, viewers: viewers(of: shared))
    let player = event.player.flatMap { boards[$0]?.player ?? members[$0]?.player }
    let id = event.player ?? RoomEvent.nobody
    let line = record(happened, on: shared, by: player, id, moveID: nil)
    let name = player?.name ?? (event.player == nil ? "" : Self.forgotten)
    publish(
      .moved(player: name, id: id, turn: happened.turn, scope: shared.scope), .move(happened, shared), for: requester,
      line: line)
    // Who has left has a result all the same.
    finish(shared, [seats, formerSeats].lazy.flatMap(\.values))
    scheduleDeadline()
  }

  // MARK: - Time

  /// What time brings next at the table.
  private var nextTableEvent: (event: TableEvent, at: Elapsed)? {
    guard let shared = tableMatch, !shared.ignoresTime, !shared.isQuarantined, !hub.isFull(shared) else { return nil }
    if plan.game?.remote != nil, rounds.isPaused || isAsking(shared) { return nil }
    let flag = shared.clock?.nextFlag.map { (event: TableEvent.flag($0.player), at: $0.at) }
    // A moment that is over would come again and again.
    guard let due = shared.match.deadline, due > shared.lastElapsed else { return flag }
    return flag.map { $0.at < due ? $0 : (.time, due) } ?? (.time, due)
  }

  /// When time next brings something at the table.
  var tableDeadline: Instant? {
    guard let shared, let next = nextTableEvent else { return nil }
    let stood = hub.now.milliseconds(since: playTime)
    let due = shared.startedAt.adding(milliseconds: next.at.milliseconds &+ stood)
    return tableRestsUntil.map { max(due, $0) } ?? due
  }

  /// Lets happen what time has brought by now: at the very moment that was named, so that a replay gets the same.
  func reachTableTime() {
    guard tableRestsUntil.map({ $0 <= hub.now }) != false else { return }
    for _ in 0..<Self.mostAtOnce {
      guard let shared, let next = nextTableEvent, next.at <= shared.elapsed(at: playTime) else { return }
      do {
        try handle(next.event, at: next.at)
      } catch {
        if error == .gameHasNotAnswered { return awaitTable() }
        if error == .gameIsDown { return restTable() }
        // A game that refuses it is not asked again: time would be up for ever.
        return shared.ignoreTime()
      }
    }
  }

  /// After a long pause what has come due is caught up with a part at a time.
  private static let mostAtOnce = 100

  // MARK: - On the board

  /// Who plays is shown where a game does not say it, as long as they are few.
  private static let mostSeatsShown = 8

  /// Fills in who plays, whose parts there are, whose turn it is and how long they have.
  ///
  /// - Parameter viewer: whose board it is; `nil` for those who look on.
  func showTable(of played: PlayedMatch, on board: inout Board, for viewer: PlayerID? = nil) {
    guard mode.seats != nil else { return }
    if board.seats.isEmpty, played.players.count <= Self.mostSeatsShown {
      board.seats = played.players.map { Board.Seat($0) }
    }
    for index in board.seats.indices { board.seats[index].player = playerName(PlayerID(board.seats[index].number)) }
    for index in board.parts.indices {
      if let owner = board.parts[index].owner { board.parts[index].player = playerName(PlayerID(owner)) }
    }
    guard isPlaying else { return }
    let toMove = played.match.toMove
    board.toMove = toMove.prefix(hub.limits.digestMembers).map(playerName)
    let now = played.elapsed(at: playTime)
    // Those that the board shows, and whose board it is.
    for seat in board.seats {
      let player = PlayerID(seat.number)
      if let clock = played.clock, played.players.contains(player) {
        board.clocks.append(
          Board.Clock(
            player: seat.player, milliseconds: Int(clock.left(of: player, at: now)),
            runs: clock.running.contains(player)))
      } else if let end = played.match.timeIsUp(for: player) {
        board.clocks.append(Board.Clock(player: seat.player, milliseconds: Self.left(until: end, at: now), runs: true))
      }
    }
    let own = viewer.flatMap { played.match.timeIsUp(for: $0) }
    guard own != nil || board.clocks.isEmpty else { return }
    board.endsInMilliseconds = (own ?? played.match.deadline).map { Self.left(until: $0, at: now) }
  }

  private static func left(until end: Elapsed, at now: Elapsed) -> Int {
    Int(max(0, end.milliseconds - now.milliseconds))
  }

  func playerName(_ id: PlayerID) -> String {
    boards[id]?.player.name ?? members[id]?.player.name ?? Self.forgotten
  }

  /// A guest whom nobody remembers after a restart.
  private static let forgotten = "somebody"
}
