import GameKit
import WireProtocol

/// A stored match that its game no longer agrees with. It is named and left alone, not dropped.
struct Quarantine: Error {
  let match: Int64
  let reason: String
}

extension PlayedMatch {
  /// A stored match brought to where it was, by playing its moves again.
  ///
  /// - Throws: ``Quarantine`` when puzzle, settings or a move are refused, or a state differs from the one that
  ///   was stored.
  static func replaying(
    _ stored: StoredMatch, _ moves: [StoredMove], _ game: GameModule, scope: PuzzleScope,
    told: (PlayedMatch, StoredMove, Turn) -> Void
  ) throws(Quarantine) -> PlayedMatch {
    do {
      let puzzle = try JSON(parsing: stored.puzzle)
      let settings = try JSON(parsing: stored.settings)
      let played = PlayedMatch(
        id: stored.id, match: try game.match(puzzle: puzzle, settings: settings), scope: scope,
        startedAt: stored.startedAt, isRanked: stored.isRanked)
      played.isStored = true
      for move in moves {
        let turn = try played.replay(JSON(parsing: move.move), by: move.player, at: move.elapsed)
        guard played.match.stateHash == move.stateHash else {
          throw Rejection("other_state", "move \(move.index + 1) leads to another state than it did")
        }
        told(played, move, turn)
      }
      return played
    } catch let rejection as Rejection {
      throw Quarantine(match: stored.id, reason: rejection.message)
    } catch {
      throw Quarantine(match: stored.id, reason: "\(error)")
    }
  }
}

extension Room {
  /// A room as storage has it. Its members are away until they come back.
  ///
  /// - Returns: `nil` when its row makes no sense or its game is gone.
  static func restored(
    _ stored: StoredRoomState, games: [GameModule], hub: Hub, players: (PlayerID) -> Player?
  ) -> Room? {
    guard let body = try? JSON(parsing: stored.room.body).decode(StoredRoomBody.self),
      let name = try? PlayerName(body.name, as: "A room's name", maximum: 64)
    else { return nil }
    let game = body.game.flatMap { id in games.first { $0.info.id == id } }
    guard (game == nil) == (body.game == nil) else { return nil }
    // The operator may have chosen other settings for the dailies since.
    var settings = body.settings
    if let game, body.mode == .daily, body.isPermanent { settings = hub.dailySettings(of: game) }
    let plan = Plan(
      name: name, game: game, settings: settings, mode: body.mode, code: body.code, isPermanent: body.isPermanent,
      seed: body.seed, roundSeconds: body.roundSeconds)
    let room = Room(
      plan, number: stored.room.number, firstSeq: body.firstSeq, owner: body.owner.flatMap { players(PlayerID($0)) },
      hub: hub)
    hub.raiseLastNumber(to: stored.greatestNumber(body))
    room.restore(events: stored.events.flatMap { RoomEvent.decode($0.body) ?? [] })
    for place in body.places {
      guard let player = players(PlayerID(place.player)) else { continue }
      let member = room.members.add(player, isWatching: place.isWatching)
      member.isArriving = false
      room.members.markAway(member, since: hub.now)
      player.awayFrom.append(room)
    }
    room.kicked = Set(body.kicked.map { PlayerID($0) })
    room.muted = Set(body.muted.map { PlayerID($0) })
    for wins in body.wins { room.wins[PlayerID(wins.player)] = wins.rounds }
    room.used = Set(stored.usedPuzzles)
    if let state = body.modeState { room.mode?.restore(state) }
    if room.playsTheDay {
      room.restoreDay(stored, players: players)
    } else {
      room.restoreRound(body, stored, players: players)
    }
    room.scheduleDeadline()
    return room
  }

  /// Today's boards; those of days that are over are closed.
  private func restoreDay(_ stored: StoredRoomState, players: (PlayerID) -> Player?) {
    guard let game = plan.game else { return }
    dealDay()
    for (match, moves) in stored.matches {
      guard match.day == hub.today.number, let id = match.player else {
        hub.journal.append(.matchClosed(match.id))
        continue
      }
      // A guest who cannot come back keeps the board in storage alone.
      guard let player = players(id) else { continue }
      let scope = PuzzleScope.day(game: game.info.id, hub.today)
      if stored.results.contains(where: { $0.match == match.id }) { hub.knowledge.finish(scope, by: id) }
      guard let played = replay(match, moves, game, scope, players) else { continue }
      seats[id] = restoredSeat(player, played, label: ShareGrid.numberText(hub.today.number), stored.results)
    }
  }

  private func restoreRound(
    _ body: StoredRoomBody, _ stored: StoredRoomState, players: (PlayerID) -> Player?
  ) {
    guard let game = plan.game else { return }
    restoreFormerSeats(body, stored, game, players)
    guard let dealt = body.dealt, let match = try? game.match(puzzle: dealt.puzzle, settings: plan.settings)
    else { return }
    let scope = PuzzleScope.dealt(room: number, round: dealt.round)
    template = (scope, match, Instant(milliseconds: dealt.dealtAt))
    let ownTables = body.tables.filter { $0.player != nil }
    if let table = body.tables.first(where: { $0.player == nil }) {
      shared = played(at: table, stored, game, match, scope, players)
    }
    for table in ownTables {
      guard let player = table.player.flatMap({ players(PlayerID($0)) }), members[player.id] != nil,
        let played = shared ?? played(at: table, stored, game, match, scope, players)
      else { continue }
      seats[player.id] = restoredSeat(player, played, label: plan.mode.rawValue, stored.results)
      if mode?.isPlaying != true { hub.knowledge.finish(scope, by: player.id) }
    }
  }

  /// Open matches that are at no table are those of the round before, and of players who have left this one.
  private func restoreFormerSeats(
    _ body: StoredRoomBody, _ stored: StoredRoomState, _ game: GameModule, _ players: (PlayerID) -> Player?
  ) {
    let onTable = Set(body.tables.map(\.match))
    for (match, moves) in stored.matches where !onTable.contains(match.id) {
      guard let round = match.round,
        let played = replay(match, moves, game, .dealt(room: number, round: round), players)
      else { continue }
      for id in Set(moves.map(\.player)).sorted() {
        guard let player = players(id) else { continue }
        formerSeats[id] = restoredSeat(player, played, label: plan.mode.rawValue, stored.results)
        if round < body.dealt?.round ?? .max { hub.knowledge.finish(played.scope, by: id) }
      }
    }
  }

  /// Brings the mode to where the boards are: who is done is stored with the boards, and guests' places end with their
  /// visit. It may end the round.
  func catchUp() {
    guard let mode, !mode.playsTheDay else { return }
    let done = seats.values.filter(\.isDone).sorted { $0.player.id < $1.player.id }
    if mode.isPlaying {
      for seat in done { if let result = seat.result { perform(.finished(seat.player.id, result.outcome)) } }
    }
    for player in mode.seated where members[player].map(\.isWatching) ?? true { perform(.vacated(player)) }
    for player in mode.seated where self.mode?.isPlaying == true && seats[player] == nil {
      // A board in quarantine must not keep the others from the end of the round.
      perform(.vacated(player))
    }
  }

  private func played(
    at table: StoredRoomBody.Table, _ stored: StoredRoomState, _ game: GameModule, _ fresh: Match,
    _ scope: PuzzleScope, _ players: (PlayerID) -> Player?
  ) -> PlayedMatch? {
    if let (match, moves) = stored.matches.first(where: { $0.match.id == table.match }) {
      return replay(match, moves, game, scope, players)
    }
    return PlayedMatch(
      id: table.match, match: fresh, scope: scope, startedAt: Instant(milliseconds: table.startedAt),
      isRanked: plan.seed == nil)
  }

  private func replay(
    _ match: StoredMatch, _ moves: [StoredMove], _ game: GameModule, _ scope: PuzzleScope,
    _ players: (PlayerID) -> Player?
  ) -> PlayedMatch? {
    do {
      return try PlayedMatch.replaying(match, moves, game, scope: scope) { played, move, turn in
        guard let moveID = move.moveID else { return }
        var board = played.match.board(for: .seat(move.player))
        board.title = boardTitle
        let message = Moved(
          place: EventPlace(room: name, seq: move.seq), player: players(move.player)?.name ?? "", turn: turn.full,
          board: board)
        played.remember(
          ShownMove(message: message, isOwn: true, remark: turn.remark), for: moveID, by: move.player)
      }
    } catch {
      hub.log(
        "match_quarantined",
        ["match": .int(Int(error.match)), "room": .string(name), "why": .string(error.reason)])
      return nil
    }
  }

  private func restoredSeat(
    _ player: Player, _ played: PlayedMatch, label: String, _ results: [StoredResult]
  ) -> Seat {
    let seat = Seat(player: player, played: played, label: label)
    guard let outcome = played.match.outcome(for: player.id) else { return seat }
    let elapsed = results.first { $0.match == played.id && $0.player == player.id }?.elapsed ?? .zero
    seat.restore(Seat.Result(outcome: outcome, elapsed: elapsed))
    hub.knowledge.finish(played.scope, by: player.id)
    return seat
  }
}

extension StoredRoomState {
  /// The greatest number that the room mentions: some belong to boards without a move or to guests, which are stored
  /// nowhere else, and must not be given to anything new.
  fileprivate func greatestNumber(_ body: StoredRoomBody) -> Int64 {
    let places = body.places.map(\.player) + body.kicked + body.wins.map(\.player) + [body.owner ?? 0]
    let tables = body.tables.map(\.match) + body.tables.compactMap(\.player) + matches.map(\.match.id)
    let movers = matches.flatMap { $0.moves.map(\.player.number) }
    return (places + tables + movers).max() ?? 0
  }
}
