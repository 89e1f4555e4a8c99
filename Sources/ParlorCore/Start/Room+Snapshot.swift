import GameKit
import Names
import WireProtocol

extension Room {
  /// What a snapshot holds. Guests who could not come back are in it too; a restart is the end of their visit.
  func storedBody() -> StoredRoomBody {
    var body = StoredRoomBody(plan, firstSeq: state.firstSeq)
    body.kicked = kicked.players.map(\.number)
    body.muted = muted.players.map(\.number)
    body.kickedFrom = StoredRoomBody.exclusions(kicked, at: hub.now)
    body.mutedFrom = StoredRoomBody.exclusions(muted, at: hub.now)
    guard !plan.isPermanent else { return body }
    body.owner = owner?.id.number
    body.modeState = mode == nil ? nil : StoredRoomBody.Rounds(rounds)
    body.places = members.all.sorted { $0.order < $1.order }.map { member in
      StoredRoomBody.Place(player: member.player.id.number, isWatching: member.isWatching)
    }
    body.wins = wins.sorted { $0.key < $1.key }.map { StoredRoomBody.Wins(player: $0.key.number, rounds: $0.value) }
    body.used = state.used.texts
    body.finished = hub.knowledge.finishers(in: number).sorted { $0.key < $1.key }.map { round, players in
      StoredRoomBody.Finishers(round: round, players: players.sorted().map(\.number))
    }
    body.former = StoredRoomBody.tables(formerSeats)
    if let shared {
      body.tables.append(
        StoredRoomBody.Table(player: nil, match: shared.id, startedAt: shared.startedAt.milliseconds))
    }
    body.tables += StoredRoomBody.tables(seats)
    if let table, case .dealt(_, let round) = table.scope, let puzzle = try? table.match.puzzle() {
      body.dealt = StoredRoomBody.Dealt(round: round, puzzle: puzzle, dealtAt: table.dealtAt.milliseconds)
    }
    return body
  }
}

extension StoredRoomBody {
  /// A room in which nothing has happened.
  init(_ plan: Room.Plan, firstSeq: Int) {
    self.init(
      name: plan.name.text, game: plan.game?.info.id, mode: plan.mode, settings: plan.settings, code: plan.code,
      isPermanent: plan.isPermanent, firstSeq: firstSeq, seed: plan.seed, archiveDay: plan.archiveDay,
      roundSeconds: plan.roundSeconds, owner: nil, modeState: nil, places: [], kicked: [], muted: [],
      isNamedOnly: plan.isNamedOnly ? true : nil, clock: plan.clock?.text,
      bestOf: plan.terms.bestOf, isUnrated: plan.terms.isRated ? nil : true, words: plan.words, wins: [], dealt: nil,
      tables: [])
  }

  fileprivate static func exclusions(_ exclusions: Exclusions, at now: Instant) -> [Exclusion] {
    exclusions.addresses(at: now).map {
      Exclusion(
        address: $0.text, since: $0.since.milliseconds, until: $0.until.milliseconds, player: $0.player?.number,
        name: $0.name)
    }
  }

  fileprivate static func tables(_ seats: [PlayerID: Seat]) -> [Table] {
    seats.values.sorted { $0.player.id < $1.player.id }.map { seat in
      Table(
        player: seat.player.id.number, match: seat.played.id, startedAt: seat.played.startedAt.milliseconds,
        elapsed: seat.result?.elapsed.milliseconds)
    }
  }
}

extension StoredRoomBody.Rounds {
  init(_ rounds: Rounds) {
    let phase: Phase =
      switch rounds.phase {
      case .waiting: .waiting
      case .running: .running
      case .pausing: .pausing
      }
    self.init(round: rounds.number, phase: phase, deadline: rounds.phase.deadline?.milliseconds)
    pausedAt = rounds.pausedAt?.milliseconds
    if rounds.pausedMilliseconds > 0 { paused = rounds.pausedMilliseconds }
    if rounds.isStopped { isStopped = true }
  }

  /// The rounds as they stood.
  var rounds: Rounds {
    let deadline = deadline.map(Instant.init(milliseconds:))
    let phase: ParlorCore.Rounds.Phase =
      switch (self.phase, deadline) {
      case (.running, let endsAt): .running(endsAt: endsAt)
      case (.pausing, let until?): .pausing(until: until)
      case (.pausing, nil), (.waiting, _): .waiting
      }
    return ParlorCore.Rounds(
      number: round, phase: phase, pausedAt: pausedAt.map(Instant.init(milliseconds:)),
      pausedMilliseconds: max(0, paused ?? 0), isStopped: isStopped ?? false)
  }
}
