import GameKit
import Kernel
import WireProtocol

/// Records the events of a room's boards as facts of the matches' documents, which the room publishes.
extension Room {
  /// Records a move that is about to be published; the first one stores the match.
  ///
  /// - Parameters:
  ///   - player: the mover; `nil` for none, and for a guest who is not stored.
  ///   - id: the number stored with the move.
  /// - Returns: the move as a line of the room.
  func record(
    _ move: Match.Played, on match: PlayedMatch, by player: Player?, _ id: PlayerID, moveID: String?
  ) -> [UInt8] {
    if let player { hub.keep(player) }
    if match.moveCount == 0 {
      store(
        match.match, number: match.id, match.scope, startedAt: match.startedAt, isRanked: match.isRanked,
        player: match === state.shared ? nil : player)
    }
    let stored = StoredMove(
      match: match.id, index: match.moveCount, player: id, move: bytes(of: move.move),
      elapsed: move.elapsed, moveID: moveID, seq: seq + 1, stateHash: move.after.stateHash)
    var told = telling(RoomEvent.telling(move, by: player?.name ?? "", match.scope))
    let line = told.line(of: stored).bytes
    told.line = line
    append(.moved(stored, told: hub.isDurable ? told : nil), match.id)
    match.ticket = hub.journal.lastTicket
    return line
  }

  /// Records a guest's finished board as a match of another player. The room has published its moves.
  func record(_ moves: [PlayedMatch.KeptMove], on match: PlayedMatch, by player: Player) {
    hub.keep(player)
    store(
      match.match, number: match.id, match.scope, startedAt: match.startedAt, isRanked: match.isRanked, player: player)
    for (index, move) in moves.enumerated() {
      let stored = StoredMove(
        match: match.id, index: index, player: player.id, move: bytes(of: move.move), elapsed: move.elapsed,
        moveID: nil, seq: seq, stateHash: move.stateHash)
      append(.moved(stored, told: nil), match.id)
    }
    match.ticket = hub.journal.lastTicket
  }

  /// Records the beginning of a match at a table, which the round's event publishes.
  func record(_ begin: Match.Played, of match: Match, number: Int64, in deal: Deal) {
    for board in deal.boards { if let member = members[board.player] { hub.keep(member.player) } }
    store(
      match, number: number, .dealt(room: self.number, round: deal.round), startedAt: deal.dealtAt,
      isRanked: plan.isRanked, player: nil)
    let stored = StoredMove(
      match: number, index: 0, player: RoomEvent.nobody, move: bytes(of: begin.move), elapsed: begin.elapsed,
      moveID: nil, seq: seq + 1, stateHash: begin.after.stateHash)
    append(.moved(stored, told: nil), number)
  }

  /// How the next event is sent, for its fact. Not stored if nobody can resume after a restart.
  private func telling(_ body: [UInt8]) -> StoredTelling { StoredTelling(room: number, seq: seq + 1, body: body) }

  /// Records a player's end, which is about to be published.
  ///
  /// - Parameter isRanked: whether it counts for statistics.
  /// - Returns: the end as a line of the room.
  func record(_ result: Seat.Result, of seat: Seat, share: String, isRanked: Bool) -> [UInt8] {
    let stored = stored(result, of: seat, share: share, isRanked: isRanked)
    var told = telling(RoomEvent.telling(result.outcome, of: seat.player.name, seat.played.scope))
    let line = told.line(of: stored).bytes
    told.line = line
    append(.finished(stored, told: hub.isDurable ? told : nil), seat.played.id)
    seat.played.ticket = hub.journal.lastTicket
    return line
  }

  /// Records a board that its player has left unfinished as lost.
  func recordGivenUp(_ result: Seat.Result, of seat: Seat) {
    append(.givenUp(stored(result, of: seat, share: "", isRanked: true)), seat.played.id)
    seat.played.ticket = hub.journal.lastTicket
  }

  private func stored(_ result: Seat.Result, of seat: Seat, share: String, isRanked: Bool) -> StoredResult {
    let outcome = result.outcome
    // A daily finished after midnight counts for the day of its puzzle.
    let day = if case .day(_, let day) = seat.played.scope { day } else { hub.today }
    hub.keep(seat.player)
    return StoredResult(
      match: seat.played.id, player: seat.player.id, game: plan.game?.info.id ?? "", mode: mode.name,
      day: day.number, won: outcome.won, tries: outcome.tries, score: outcome.score, elapsed: result.elapsed,
      isRanked: isRanked, share: share, secret: bytes(of: .object(outcome.kept)), finishedAt: hub.now)
  }

  private func append(_ fact: MatchFact, _ match: Int64) { hub.journal.append(MatchDocument.line(fact, of: match)) }

  private func bytes(of value: JSON) -> [UInt8] {
    var json = JSONWriter(reserving: 64)
    json.value(value)
    return json.bytes
  }

  private func store(
    _ match: Match, number: Int64, _ scope: PuzzleScope, startedAt: Instant, isRanked: Bool, player: Player?
  ) {
    guard let game = plan.game, let puzzle = try? match.puzzle(), let settings = try? match.settings() else { return }
    var stored = StoredMatch(
      id: number, room: self.number, game: game.info.id, mode: mode.name, puzzleKey: match.puzzleKey.text,
      puzzle: bytes(of: puzzle), settings: bytes(of: settings), day: nil, round: nil, player: player?.id,
      isRanked: isRanked, startedAt: startedAt)
    switch scope {
    case .day(_, let day): stored.day = day.number
    case .dealt(_, let round): (stored.round, stored.archiveDay) = (round, plan.archiveDay(in: round)?.number)
    }
    stored.isVoted = mode.ballotSeconds != nil
    append(.opened(stored), number)
  }
}

extension Outcome {
  /// The stored part for those who may know: the secret, then the public fields.
  fileprivate var kept: JSONObject {
    var fields = secret
    fields.merge(open)
    return fields
  }
}
