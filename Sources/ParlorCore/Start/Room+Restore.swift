import GameKit
import Names
import WireProtocol
import TextMode

extension PlayedMatch {
  /// A stored match brought to where it was, by playing its moves again.
  ///
  /// - Throws: ``Quarantine`` when puzzle, settings or a move are refused, a move is missing, or a state differs from
  ///   the one that was stored.
  static func replaying(
    _ stored: StoredMatch, _ moves: [StoredMove], _ game: GameModule, scope: PuzzleScope,
    clock: ClockRules?, keepsMoves: Bool, told: (PlayedMatch, StoredMove, Turn) -> Void
  ) throws(Quarantine) -> PlayedMatch {
    guard !stored.puzzle.isEmpty else { throw Quarantine(reason: "its row is damaged") }
    do {
      let puzzle = try JSON(parsing: stored.puzzle)
      let settings = try JSON(parsing: stored.settings)
      let played = PlayedMatch(
        id: stored.id, match: try game.match(puzzle: puzzle, settings: settings), scope: scope,
        startedAt: stored.startedAt, isRanked: stored.isRanked, clock: clock,
        keepsMoves: keepsMoves)
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
  /// A room as storage has it: its snapshot, and all facts after that applied as they were live. Its members are away
  /// until they come back.
  ///
  /// The server's own rooms need no snapshot: `own` says what they are, and one that cannot be read is written again.
  ///
  /// - Parameter folded: its name, where no snapshot can be read; `nil` where not even that can be told.
  /// - Throws: ``Quarantine`` when its snapshot makes no sense or its game is gone.
  static func restored(
    _ stored: StoredRoomState, _ lines: RoomLines, folded: String?, own: [Plan], hub: Hub,
    players: @escaping (PlayerID) -> Player?
  ) throws(Quarantine) -> Room {
    let read = lines.snapshot?.body
    let ownPlan = own.first { plan in
      plan.name.folded == folded || read?.isPermanent == true && plan.name.text == read?.name
    }
    let plan: Plan
    if let ownPlan { plan = ownPlan } else { plan = try Self.plan(read, folded: folded, hub: hub) }
    let body = read ?? StoredRoomBody(plan, firstSeq: 0)
    let room = Room(
      plan, number: stored.number, firstSeq: min(max(0, body.firstSeq), RoomLines.greatest), owner: nil, hub: hub)
    if read == nil || plan.name.folded != folded {
      hub.log("room_mended", ["room": .string(room.name)])
      room.snapshotNeed.isUrgent = true
    }
    room.restore(body, lines, stored, players)
    return room
  }

  private func restore(
    _ body: StoredRoomBody, _ lines: RoomLines, _ stored: StoredRoomState, _ players: @escaping (PlayerID) -> Player?
  ) {
    hub.numbers.raise(to: max(stored.greatestNumber(body), lines.events.map(\.greatestNumber).max() ?? 0))
    for range in lines.unreadable {
      hub.quarantine(
        .events, ["room": .string(name), "first": .int(range.lowerBound), "last": .int(range.upperBound)],
        why: "they cannot be read: who resumes from before them is told the room as it is")
    }
    if plan.isPermanent {
      for event in lines.events { state.keep(event) }
      if playsTheDay { restoreDay(stored, players: players) }
    } else {
      let boards = boards(in: stored, players)
      resume(body, boards)
      fold(lines, boards)
      snapshotNeed.isUrgent = !lines.unreadable.isEmpty
    }
    state.raiseSeq(to: lines.seq ?? 0)
    markInherited()
    state.loseAll(at: hub.now)
    for member in members.all { member.player.awayFrom.append(self) }
    scheduleDeadline()
  }

  /// Applies the facts after the snapshot.
  private func fold(_ lines: RoomLines, _ boards: StoredBoards) {
    for event in lines.events {
      if event.seq > lines.snapshot?.seq ?? 0 {
        snapshotNeed.facts += 1
        apply(event, .stored(boards))
      } else {
        state.keep(event)
      }
    }
  }

  /// Takes up what a snapshot holds.
  private func resume(_ body: StoredRoomBody, _ boards: StoredBoards) {
    for finishers in body.finished {
      for player in finishers.players {
        hub.knowledge.finish(.dealt(room: number, round: finishers.round), by: PlayerID(player))
      }
    }
    let table = body.dealt.flatMap { dealt in
      (try? plan.game?.match(puzzle: dealt.puzzle, settings: plan.settings)).map { match in
        RoomState.Table(
          scope: .dealt(room: number, round: dealt.round), match: match,
          dealtAt: Instant(milliseconds: dealt.dealtAt))
      }
    }
    func seat(_ stored: StoredRoomBody.Table) -> Seat? {
      guard let player = stored.player.flatMap({ boards.player(PlayerID($0)) }),
        let played = boards.board(stored, table, plan)
      else { return nil }
      let elapsed = stored.elapsed.map { Elapsed(milliseconds: $0) }
      let outcome = played.match.outcome(for: player.id)
      return Seat(
        player: player, played: played, label: state.label(of: played.scope),
        result: elapsed.flatMap { elapsed in outcome.map { Seat.Result(outcome: $0, elapsed: elapsed) } })
    }
    for place in body.places {
      guard let player = boards.player(PlayerID(place.player)) else { continue }
      state.add(Member(player: player, isWatching: place.isWatching))
    }
    let seats = body.tables.compactMap(seat).filter { members[$0.player.id] != nil }
    // One of the round before may be closed by now. Dealt anew it would be taken for one of this round.
    let former = body.former.filter { boards.board($0.match) != nil || $0.startedAt == body.dealt?.dealtAt }
      .compactMap(seat)
    let owner = owner
    let shared = body.tables.first { $0.player == nil }
    state.resume(
      owner: body.owner.flatMap { boards.player(PlayerID($0)) }, rounds: body.modeState?.rounds ?? Rounds(),
      table: table, seats: seats, former: former,
      shared: shared.flatMap { boards.board($0, table, plan) },
      wins: Dictionary(body.wins.map { (PlayerID($0.player), $0.rounds) }) { $1 },
      used: PuzzleSet(body.used.map { PuzzleKey($0) }),
      kicked: Exclusions(players: body.kicked, addresses: body.kickedFrom),
      muted: Exclusions(players: body.muted, addresses: body.mutedFrom))
    countOwner(insteadOf: owner)
  }

  /// After a start: guests' visits have ended with the server, and a board in quarantine must not keep the others from
  /// the end of the round.
  func settle() { perform(.boardsChanged) }

  /// What a player's room is made of.
  private static func plan(_ body: StoredRoomBody?, folded: String?, hub: Hub) throws(Quarantine) -> Plan {
    guard let body, let name = try? PlayerName(body.name, as: "A room's name", maximum: 64, isStored: true),
      name.folded == folded,
      !body.isPermanent || body.game != nil
    else { throw Quarantine(reason: "its snapshot cannot be read") }
    let game = body.game.flatMap { id in hub.configuration.games.first { $0.info.id == id } }
    if let id = body.game, game == nil || body.isPermanent {
      throw Quarantine(reason: "there is no game \(id) here")
    }
    var terms = MatchTerms()
    terms.clock = body.clock.flatMap { ClockRules($0) }
    terms.bestOf = body.bestOf.flatMap { MatchTerms.series.contains($0) ? $0 : nil }
    terms.isRated = body.isUnrated != true
    return Plan(
      name: name, game: game, settings: body.settings, mode: body.mode, code: body.code,
      isNamedOnly: body.isNamedOnly ?? false, seed: body.seed, archiveDay: body.archiveDay,
      roundSeconds: body.roundSeconds, terms: terms, words: body.words)
  }

  /// Today's boards, and those of the day before that may be finished; those of days to come are left alone.
  private func restoreDay(_ stored: StoredRoomState, players: (PlayerID) -> Player?) {
    guard let game = plan.game else { return }
    dealDay()
    // A day that is still to come was played by a wrong clock, or this one is wrong: its boards wait for it.
    for (match, moves) in stored.matches where isSound(match) {
      guard let number = match.day, (hub.openSince.number...hub.today.number).contains(number) else { continue }
      let scope = PuzzleScope.day(game: game.info.id, Day(number: number))
      // A guest who cannot come back keeps the board in storage alone.
      guard let id = match.player, let player = players(id) else { continue }
      let results = stored.results[match.id] ?? []
      if !results.isEmpty { hub.knowledge.finish(scope, by: id) }
      if number < hub.today.number, !results.isEmpty { continue }
      guard let played = replay(match, moves, game, scope, players) else { continue }
      var seat = Seat(player: player, played: played, label: state.label(of: scope))
      if let outcome = played.match.outcome(for: id) {
        let elapsed = results.first { $0.player == id }?.elapsed ?? .zero
        seat.result = Seat.Result(outcome: outcome, elapsed: elapsed)
        hub.knowledge.finish(scope, by: id)
      }
      state.sit(seat)
    }
  }

  /// The open matches of rounds, each brought to where it was.
  private func boards(in stored: StoredRoomState, _ players: @escaping (PlayerID) -> Player?) -> StoredBoards {
    let boards = StoredBoards(player: players)
    guard let game = plan.game else { return boards }
    for (match, moves) in stored.matches {
      guard isSound(match), let round = match.round else {
        boards.add(nil, number: match.id)
        continue
      }
      boards.add(replay(match, moves, game, .dealt(room: number, round: round), players), number: match.id)
    }
    return boards
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
      let isGuests = playsTheDay && match.player.flatMap(players)?.isGuest == true
      return try PlayedMatch.replaying(match, moves, game, scope: scope, clock: plan.clock, keepsMoves: isGuests) {
        played, move, turn in
        guard let moveID = move.moveID else { return }
        var board = played.match.board(for: .seat(move.player))
        board.title = title(of: scope)
        let message = Moved(
          place: EventPlace(room: name, seq: move.seq), player: players(move.player)?.name ?? "",
          turn: turn.full(for: move.player), board: board)
        played.remember(
          ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark), for: moveID,
          by: move.player)
      }
    } catch {
      hub.quarantine(.match, ["match": .int(Int(match.id)), "room": .string(name)], why: error.reason)
      return nil
    }
  }
}

extension StoredRoomState {
  /// The greatest number that the room mentions: some belong to boards without a move or to guests, which are stored
  /// nowhere else, and must not be given to anything new.
  fileprivate func greatestNumber(_ body: StoredRoomBody) -> Int64 {
    let places = body.places.map(\.player) + body.kicked + body.muted + body.wins.map(\.player) + [body.owner ?? 0]
    let boards = body.tables + body.former
    let tables = boards.map(\.match) + boards.compactMap(\.player) + matches.map(\.match.id)
    let movers = matches.flatMap { $0.moves.map(\.player.number) }
    return (places + tables + movers).max() ?? 0
  }
}

extension RoomEvent {
  /// The greatest number that the fact mentions.
  fileprivate var greatestNumber: Int64 {
    var greatest: Int64 = 0
    forEachPlayer { greatest = max(greatest, $0.number) }
    switch content {
    case .round(let deal): return deal.boards.reduce(greatest) { max($0, $1.match, $1.player.number) }
    case .presence(_, _, _, let details): return max(greatest, details.privateDetails.board ?? 0)
    default: return greatest
    }
  }
}

extension Exclusions {
  /// As a snapshot has them.
  fileprivate init(players: [Int64], addresses: [StoredRoomBody.Exclusion]) {
    self.init(
      players: players.map { PlayerID($0) },
      addresses: addresses.map {
        Address(
          text: $0.address, since: Instant(milliseconds: $0.since), until: Instant(milliseconds: $0.until),
          player: $0.player.map { PlayerID($0) }, name: $0.name)
      })
  }
}
