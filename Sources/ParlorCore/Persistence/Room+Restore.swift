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
    let plan = Plan(
      name: name, game: game, settings: body.settings, mode: body.mode, code: body.code,
      isPermanent: body.isPermanent, seed: body.seed, roundSeconds: body.roundSeconds)
    let room = Room(
      plan, number: stored.room.number, owner: body.owner.flatMap { players(PlayerID($0)) }, hub: hub)
    room.restore(events: stored.events.flatMap { RoomEvent.decode($0.body) ?? [] })
    for place in body.places {
      guard let player = players(PlayerID(place.player)) else { continue }
      let member = room.members.add(player, isWatching: place.isWatching)
      member.isMuted = place.isMuted
      room.members.markAway(member, since: hub.now)
      player.awayFrom.append(room)
    }
    room.kicked = Set(body.kicked.map { PlayerID($0) })
    for wins in body.wins { room.wins[PlayerID(wins.player)] = wins.rounds }
    room.used = Set(stored.usedPuzzles)
    if let state = body.modeState { room.mode?.restore(state) }
    if plan.mode == .daily {
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
      guard let played = replay(match, moves, game, scope) else { continue }
      restoreSeat(player, played, label: ShareGrid.numberText(hub.today.number), stored.results)
    }
  }

  private func restoreRound(
    _ body: StoredRoomBody, _ stored: StoredRoomState, players: (PlayerID) -> Player?
  ) {
    guard let game = plan.game, let dealt = body.dealt, mode?.isPlaying == true,
      let match = try? game.match(puzzle: dealt.puzzle, settings: plan.settings)
    else { return }
    let scope = PuzzleScope.dealt(room: number, round: dealt.round)
    template = (scope, match, Instant(milliseconds: dealt.dealtAt))
    let ownTables = body.tables.filter { $0.player != nil }
    if let table = body.tables.first(where: { $0.player == nil }) {
      shared = played(at: table, stored, game, match, scope)
    }
    for table in ownTables {
      guard let player = table.player.flatMap({ players(PlayerID($0)) }), members[player.id] != nil,
        let played = shared ?? played(at: table, stored, game, match, scope)
      else { continue }
      restoreSeat(player, played, label: plan.mode.rawValue, stored.results)
    }
  }

  private func played(
    at table: StoredRoomBody.Table, _ stored: StoredRoomState, _ game: GameModule, _ fresh: Match,
    _ scope: PuzzleScope
  ) -> PlayedMatch? {
    if let (match, moves) = stored.matches.first(where: { $0.match.id == table.match }) {
      return replay(match, moves, game, scope)
    }
    return PlayedMatch(
      id: table.match, match: fresh, scope: scope, startedAt: Instant(milliseconds: table.startedAt),
      isRanked: plan.seed == nil)
  }

  private func replay(
    _ match: StoredMatch, _ moves: [StoredMove], _ game: GameModule, _ scope: PuzzleScope
  ) -> PlayedMatch? {
    do {
      return try PlayedMatch.replaying(match, moves, game, scope: scope) { played, move, turn in
        guard let moveID = move.moveID else { return }
        var board = played.match.board(for: .seat(move.player))
        board.title = boardTitle
        let message = Moved(
          place: EventPlace(room: name, seq: move.seq), player: "", turn: turn.full, board: board)
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

  private func restoreSeat(_ player: Player, _ played: PlayedMatch, label: String, _ results: [StoredResult]) {
    let seat = Seat(player: player, played: played, label: label)
    seats[player.id] = seat
    guard let outcome = played.match.outcome(for: player.id) else { return }
    let elapsed = results.first { $0.match == played.id && $0.player == player.id }?.elapsed ?? .zero
    seat.restore(Seat.Result(outcome: outcome, elapsed: elapsed))
    hub.knowledge.finish(played.scope, by: player.id)
  }
}
