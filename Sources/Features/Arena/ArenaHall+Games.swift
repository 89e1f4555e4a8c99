import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Games of arenas: pairings and results.
extension ArenaHall {
  /// The most games that begin in one turn of the loop.
  private static let gamesPerTurn = 4
  /// How long a game's room stays open after its end.
  private static let lookingMilliseconds: Int64 = 15_000

  // MARK: - Pairing

  /// Begins games of the last wave, or pairs the free players.
  func pair(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    let key = document.id.key
    guard let arena = document.state, var floor = floors[key] else { return }
    if floor.pairs.isEmpty, floor.nextWave.map({ $0 <= server.now }) ?? true {
      floor.note(free: free(in: arena, server), at: server.now)
      let waiting = arena.entrants.compactMap { entrant in
        floor.freeSince[entrant.player].map { since in
          ArenaPairing.Waiting(
            player: entrant.player, points: entrant.points, waited: server.now.milliseconds(since: since),
            lastOpponent: entrant.lastOpponent, blockers: server.blockers(of: entrant.player) ?? [])
        }
      }
      floor.pairs = ArenaPairing.pairs(of: waiting)
      floor.nextWave = server.now.adding(milliseconds: Int64(ArenaPairing.waveSeconds) * 1000)
    }
    let next = floor.pairs.prefix(Self.gamesPerTurn)
    floor.pairs.removeFirst(next.count)
    floors[key] = floor
    for (first, second) in next { begin(first, second, document, server) }
  }

  /// The players who wait for an opponent: present, and free to enter another room.
  private func free(in arena: Tournament, _ server: ServerContext) -> [PlayerID] {
    let playing = Set(arena.running.flatMap(\.players))
    return arena.entrants.filter { entrant in
      guard !entrant.isPaused, !playing.contains(entrant.player), let session = server.session(of: entrant.player)
      else { return false }
      return (try? session.checkArrival(of: session.player)) != nil
    }.map(\.player)
  }

  private func begin(
    _ first: PlayerID, _ second: PlayerID, _ document: Document<ArenaDocument>, _ server: ServerContext
  ) {
    let key = document.id.key
    guard let arena = document.state, let one = server.session(of: first), let other = server.session(of: second),
      arena.entrant(first)?.isPaused == false, arena.entrant(second)?.isPaused == false
    else { return }
    closeEarlier(of: [first, second], key, server)
    let room: RoomHandle
    do throws(WireError) {
      let terms = try terms(of: arena, key, one)
      room = try one.openRoom(on: terms, for: [one.player, other.player], isRated: false, isOwned: false)
    } catch {
      // They are free in the next wave too.
      return
    }
    let game = Tournament.Game(room: room.number, players: [first, second], at: server.now.milliseconds)
    change(document) { server.emit(.paired(game: game), on: $0) }
    arenaOfRoom[room.number] = key
    floors[key]?.occupy([first, second])
    for (session, opponent) in [(one, second), (other, first)] { tell(session, of: opponent, in: room, document) }
  }

  /// Players who go on to another game are not told later that the last one is over.
  private func closeEarlier(of players: Set<PlayerID>, _ key: Int64, _ server: ServerContext) {
    let isOfThem = { (finished: ArenaFloor.Finished) in !players.isDisjoint(with: finished.game.players) }
    for finished in floors[key]?.finished ?? [] where isOfThem(finished) {
      close(finished, saying: Self.goesOn, server)
    }
    floors[key]?.finished.removeAll(where: isOfThem)
  }

  private static let goesOn = "This game is over: the next opponent comes by itself"

  private func close(_ finished: ArenaFloor.Finished, saying sentence: String, _ server: ServerContext) {
    if let room = server.room(finished.game.room) { server.close(room, saying: sentence) }
  }

  /// The terms of an arena's games, checked at its creation.
  private func terms(
    of arena: Tournament, _ key: Int64, _ context: SessionContext
  ) throws(WireError) -> RoomTerms {
    if let known = floors[key]?.terms { return known }
    let terms = try context.terms(
      of: Request.Create(
        game: arena.game, mode: arena.mode, settings: arena.settings.objectValue,
        clock: arena.clock.flatMap { ClockRules($0) }))
    floors[key]?.terms = terms
    return terms
  }

  private func tell(
    _ session: SessionContext, of opponent: PlayerID, in room: RoomHandle, _ document: Document<ArenaDocument>,
    isWaiting: Bool = false
  ) {
    guard let entrant = document.state?.entrant(opponent) else { return }
    session.send(
      ArenaGame(
        code: Int(document.id.key), room: room.name, player: session.player(opponent)?.name ?? "somebody",
        isBot: entrant.isBot, place: document.state?.place(of: opponent) ?? 1, points: entrant.points,
        isWaiting: isWaiting))
  }

  /// A player has returned during a game: the room is entered again, unless the login has done so.
  func callBack(_ context: SessionContext) {
    for document in open {
      guard let game = document.state?.game(of: context.player.id), let room = context.server.room(game.room),
        let opponent = game.players.first(where: { $0 != context.player.id })
      else { continue }
      tell(context, of: opponent, in: room, document, isWaiting: !context.isIn(room))
    }
  }

  // MARK: - Results

  /// A game is over. The consequences are stored with its end; the players are told right afterwards.
  func record(_ ended: RoundEnded) {
    guard let (document, game) = self.game(in: ended.room.number) else { return }
    let absent = game.players.filter { ended.isAbsent($0, from: game) }
    let before = game.players.compactMap { document.state?.entrant($0) }
    let result = ended.result(of: game)
    change(document) { document in
      switch result {
      case .won(let winner): ended.room.emit(.played(room: game.room, winner: winner, at: ended.now), on: document)
      case .drawn: ended.room.emit(.played(room: game.room, winner: nil, at: ended.now), on: document)
      case .void: ended.room.emit(.voided(room: game.room, quitter: ended.quitter(of: game)), on: document)
      }
      for player in absent { ended.room.emit(.paused(player: player), on: document) }
    }
    note(
      ArenaFloor.Finished(
        game: game, before: before, winner: result.winner, isVoid: result == .void,
        closesAt: ended.room.now.adding(milliseconds: Self.lookingMilliseconds)),
      document)
    ended.room.setAlarm(of: document.id, at: ended.room.now)
  }

  /// The room of a game in progress is gone.
  func void(_ closed: RoomClosed) {
    guard let (document, game) = self.game(in: closed.number) else { return }
    void(game, in: document, closed)
  }

  /// Ends a game without a result; its players are told right afterwards.
  func void(_ game: Tournament.Game, in document: Document<ArenaDocument>, _ context: some HubContext) {
    let before = game.players.compactMap { document.state?.entrant($0) }
    change(document) { context.emit(.voided(room: game.room), on: $0) }
    note(
      ArenaFloor.Finished(game: game, before: before, winner: nil, isVoid: true, closesAt: context.now), document)
    context.setAlarm(of: document.id, at: context.now)
  }

  /// Voids games whose rooms were lost.
  func voidLost(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    for game in document.state?.running ?? [] where server.room(game.room) == nil {
      arenaOfRoom[game.room] = nil
      change(document) { server.emit(.voided(room: game.room), on: $0) }
    }
  }

  private func game(in room: Int64) -> (Document<ArenaDocument>, Tournament.Game)? {
    guard let key = arenaOfRoom.removeValue(forKey: room), let document = arenas.loaded(key), !document.isDamaged,
      let game = document.state?.running.first(where: { $0.room == room })
    else { return nil }
    return (document, game)
  }

  private func note(_ finished: ArenaFloor.Finished, _ document: Document<ArenaDocument>) {
    floors[document.id.key]?.finished.append(finished)
  }

  /// Tells the players of games that have just ended, and closes the rooms of earlier ones.
  func tellFinished(_ document: Document<ArenaDocument>, _ server: ServerContext) {
    let key = document.id.key
    guard let floor = floors[key], let arena = document.state else { return }
    let isOver = arena.endedAt != nil || server.now.milliseconds >= arena.endsAt
    for finished in floor.finished where !finished.isTold {
      for (player, opponent) in zip(finished.game.players, finished.game.players.reversed()) {
        guard let session = server.session(of: player), let now = arena.entrant(player) else { continue }
        let before = finished.before.first { $0.player == player }?.points ?? 0
        session.send(
          ArenaScored(
            code: Int(key), player: server.player(opponent)?.name ?? "somebody", result: finished.word(for: player),
            gained: max(0, now.points - before), points: now.points, place: arena.place(of: player) ?? 1,
            isOnFire: now.isOnFire && !isOver, isPaused: now.isPaused || isOver))
      }
    }
    let sentence =
      arena.endedAt != nil
      ? "The arena is over: \(podium(of: document, server))/arena \(key) shows the standing"
      : isOver ? "This game is over: /arena \(key) shows the standing" : Self.goesOn
    for finished in floor.finished where finished.closesAt <= server.now { close(finished, saying: sentence, server) }
    floors[key]?.finished = floor.finished.filter { $0.closesAt > server.now }.map { finished in
      var finished = finished
      finished.isTold = true
      return finished
    }
  }
}

extension ArenaHall {
  /// `1. ana, 2. ben, 3. eva. `; empty if nobody has a point.
  private func podium(of document: Document<ArenaDocument>, _ server: ServerContext) -> String {
    let first = standing(of: document).prefix(Self.placesTold).filter { $0.points > 0 }
    let names = first.enumerated().map { "\($0 + 1). \(server.player($1.player)?.name ?? "somebody")" }
    return names.isEmpty ? "" : names.joined(separator: ", ") + ". "
  }
}

/// A game's result for an arena.
private enum GameResult: Equatable {
  case won(PlayerID), drawn, void

  var winner: PlayerID? { if case .won(let player) = self { player } else { nil } }
}

extension ArenaFloor.Finished {
  fileprivate func word(for player: PlayerID) -> String {
    if isVoid { return "void" }
    return winner.map { $0 == player ? "won" : "lost" } ?? "drawn"
  }
}

extension RoundEnded {
  fileprivate var now: Int64 { room.now.milliseconds }

  private static let earliestEnd: Int64 = 10_000
  private static let longestIdle: Int64 = 60_000

  /// The player who resigned so early that it may be a deliberate loss, or an evasion of one; `nil` if the opponent has
  /// finished.
  fileprivate func quitter(of game: Tournament.Game) -> PlayerID? {
    guard now &- game.at < Self.earliestEnd, let quitter = game.players.first(where: hasQuit) else { return nil }
    return game.players.contains { $0 != quitter && hasFinished($0) } ? nil : quitter
  }

  /// A game counts if the leader has moved. Leaving a race before its end loses it.
  fileprivate func result(of game: Tournament.Game) -> GameResult {
    if quitter(of: game) != nil { return .void }
    guard let first = game.players.first, let second = game.players.last else { return .void }
    if let points = points(of: first, against: second) {
      return points == 0.5 ? .drawn : .won(points > 0.5 ? first : second)
    }
    let here = game.players.filter(players.contains)
    guard here.count == 1, let only = here.first, hasMoved(only) else { return .void }
    return .won(only)
  }

  /// Whether a player has left or resigned early, or has not moved at all or for long without being ahead. A player who
  /// waits for the opponent's first move is not absent.
  fileprivate func isAbsent(_ player: PlayerID, from game: Tournament.Game) -> Bool {
    if hasLeft(player) || quitter(of: game) == player { return true }
    guard !hasMoved(player) || idleMilliseconds(of: player) >= Self.longestIdle else { return false }
    let other = game.players.first { $0 != player }.flatMap { place(of: $0) } ?? .max
    return (place(of: player) ?? .max) >= other
  }
}
