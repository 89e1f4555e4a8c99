import GameKit
import WireProtocol
import TextMode

extension PlayedMatch {
  /// A stored match brought to where it was, by playing its moves again.
  ///
  /// - Throws: ``Quarantine`` when puzzle, settings or a move are refused, a move is missing, or a state differs from the
  ///   one that was stored.
  static func replaying(
    _ stored: StoredMatch, _ moves: [StoredMove], _ game: GameModule, scope: PuzzleScope,
    told: (PlayedMatch, StoredMove, Turn) -> Void
  ) throws(Quarantine) -> PlayedMatch {
    guard !stored.puzzle.isEmpty else { throw Quarantine(reason: "its row is damaged") }
    do {
      let puzzle = try JSON(parsing: stored.puzzle)
      let settings = try JSON(parsing: stored.settings)
      let played = PlayedMatch(
        id: stored.id, match: try game.match(puzzle: puzzle, settings: settings), scope: scope,
        startedAt: stored.startedAt, isRanked: stored.isRanked)
      played.isStored = true
      for move in moves {
        guard move.index == played.moveCount else {
          throw Rejection("missing_move", "move \(played.moveCount + 1) is missing")
        }
        let turn = try played.replay(JSON(parsing: move.move), by: move.player, at: move.elapsed)
        guard played.match.stateHash == move.stateHash else {
          throw Rejection("other_state", "move \(move.index + 1) leads to another state than it did")
        }
        told(played, move, turn)
      }
      return played
    } catch let rejection as Rejection {
      throw Quarantine(reason: rejection.message)
    } catch {
      throw Quarantine(reason: "\(error)")
    }
  }
}

extension Room {
  /// A room as storage has it. Its members are away until they come back.
  ///
  /// The server's own rooms need no row: `own` says what they are, and a row that cannot be read is written again.
  ///
  /// - Throws: ``Quarantine`` when its row makes no sense or its game is gone.
  static func restored(
    _ stored: StoredRoomState, own: [Plan], hub: Hub, players: (PlayerID) -> Player?
  ) throws(Quarantine) -> Room {
    let read = try? JSON(parsing: stored.room.body).decode(StoredRoomBody.self)
    let ownPlan = own.first { plan in
      plan.name.folded == stored.room.folded || read?.isPermanent == true && plan.name.text == read?.name
    }
    let plan: Plan
    if let ownPlan { plan = ownPlan } else { plan = try Self.plan(read, folded: stored.room.folded, hub: hub) }
    let body = read ?? StoredRoomBody(own: plan)
    let room = Room(
      plan, number: stored.room.number, firstSeq: min(max(0, body.firstSeq), RestoredEvents.greatest),
      owner: body.owner.flatMap { players(PlayerID($0)) },
      hub: hub)
    hub.numbers.raise(to: stored.greatestNumber(body))
    room.restoreEvents(stored.events)
    if read == nil || plan.name.folded != stored.room.folded {
      hub.log("room_mended", ["room": .string(room.name)])
      room.isRowStale = true
    }
    for place in body.places {
      guard let player = players(PlayerID(place.player)) else { continue }
      let member = room.members.add(player, isWatching: place.isWatching)
      member.isArriving = false
      room.members.markAway(member, since: hub.now)
      player.awayFrom.append(room)
    }
    room.kicked = Exclusions(players: body.kicked, addresses: body.kickedFrom)
    room.muted = Exclusions(players: body.muted, addresses: body.mutedFrom)
    for wins in body.wins { room.wins[PlayerID(wins.player)] = wins.rounds }
    room.used = PuzzleSet(stored.usedPuzzles)
    if let state = body.modeState { room.mode?.restore(state) }
    if room.playsTheDay {
      room.restoreDay(stored, players: players)
    } else {
      room.restoreRound(body, stored, players: players)
    }
    room.scheduleDeadline()
    return room
  }

  private func restoreEvents(_ rows: [StoredEvents]) {
    let found = RestoredEvents(rows)
    restore(found)
    for range in found.unreadable {
      hub.quarantine(
        .events, ["room": .string(name), "first": .int(range.lowerBound), "last": .int(range.upperBound)],
        why: "they cannot be read: who resumes from before them is told the room as it is")
    }
  }

  /// What a player's room is made of.
  private static func plan(_ body: StoredRoomBody?, folded: String, hub: Hub) throws(Quarantine) -> Plan {
    guard let body, let name = try? PlayerName(body.name, as: "A room's name", maximum: 64, isStored: true),
      name.folded == folded,
      !body.isPermanent || body.game != nil
    else { throw Quarantine(reason: "its row cannot be read") }
    let game = body.game.flatMap { id in hub.configuration.games.first { $0.info.id == id } }
    if let id = body.game, game == nil || body.isPermanent {
      throw Quarantine(reason: "there is no game \(id) here")
    }
    return Plan(
      name: name, game: game, settings: body.settings, mode: body.mode, code: body.code,
      isNamedOnly: body.isNamedOnly ?? false, seed: body.seed, archiveDay: body.archiveDay,
      roundSeconds: body.roundSeconds)
  }

  /// Today's boards; those of days that are over are closed, those of days to come left alone.
  private func restoreDay(_ stored: StoredRoomState, players: (PlayerID) -> Player?) {
    guard let game = plan.game else { return }
    dealDay()
    for (match, moves) in stored.matches where isSound(match) {
      // A day that is still to come was played by a wrong clock, or this one is wrong: its boards wait for it.
      if let day = match.day, day > hub.today.number { continue }
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
      seats[player.id] = restoredSeat(player, played, label: roundLabel(played.scope), stored.results)
      if mode?.isPlaying != true { hub.knowledge.finish(scope, by: player.id) }
    }
  }

  /// Open matches that are at no table are those of the round before, and of players who have left this one.
  private func restoreFormerSeats(
    _ body: StoredRoomBody, _ stored: StoredRoomState, _ game: GameModule, _ players: (PlayerID) -> Player?
  ) {
    let onTable = Set(body.tables.map(\.match))
    for (match, moves) in stored.matches where !onTable.contains(match.id) && isSound(match) {
      guard let round = match.round,
        let played = replay(match, moves, game, .dealt(room: number, round: round), players)
      else { continue }
      for id in Set(moves.map(\.player)).sorted() {
        guard let player = players(id) else { continue }
        formerSeats[id] = restoredSeat(player, played, label: roundLabel(played.scope), stored.results)
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
      isRanked: plan.isRanked)
  }

  /// Whether a match's row is what was stored. If not it is named: not even whose it is can be believed.
  private func isSound(_ match: StoredMatch) -> Bool {
    guard match.puzzle.isEmpty else { return true }
    hub.quarantine(.match, ["match": .int(Int(match.id)), "room": .string(name)], why: "its row is damaged")
    return false
  }

  private func replay(
    _ match: StoredMatch, _ moves: [StoredMove], _ game: GameModule, _ scope: PuzzleScope,
    _ players: (PlayerID) -> Player?
  ) -> PlayedMatch? {
    do throws(Quarantine) {
      if let reason = hub.trappedMatches[match.id] { throw Quarantine(reason: reason) }
      return try PlayedMatch.replaying(match, moves, game, scope: scope) { played, move, turn in
        guard let moveID = move.moveID else { return }
        var board = played.match.board(for: .seat(move.player))
        board.title = boardTitle
        let message = Moved(
          place: EventPlace(room: name, seq: move.seq), player: players(move.player)?.name ?? "", turn: turn.full,
          board: board)
        played.remember(
          ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark), for: moveID,
          by: move.player)
      }
    } catch {
      hub.quarantine(.match, ["match": .int(Int(match.id)), "room": .string(name)], why: error.reason)
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
    let places = body.places.map(\.player) + body.kicked + body.muted + body.wins.map(\.player) + [body.owner ?? 0]
    let tables = body.tables.map(\.match) + body.tables.compactMap(\.player) + matches.map(\.match.id)
    let movers = matches.flatMap { $0.moves.map(\.player.number) }
    return (places + tables + movers).max() ?? 0
  }
}

extension Exclusions {
  /// As a room's row has them.
  fileprivate init(players: [Int64], addresses: [StoredRoomBody.Exclusion]?) {
    self.init(
      players: players.map { PlayerID($0) },
      addresses: (addresses ?? []).map {
        Address(
          text: $0.address, since: Instant(milliseconds: $0.since), until: Instant(milliseconds: $0.until))
      })
  }
}
