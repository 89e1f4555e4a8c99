import GameKit

/// What the facts of a room name, as a start finds it in storage. Whoever shares a board is given the same one.
final class StoredBoards {
  /// Players by number; nobody for guests who cannot come back.
  let player: (PlayerID) -> Player?
  /// By number; nothing for matches that cannot be played again.
  private var boards: [Int64: PlayedMatch?] = [:]

  init(player: @escaping (PlayerID) -> Player?) { self.player = player }

  func add(_ played: PlayedMatch?, number: Int64) { boards[number] = .some(played) }

  /// A board: as its moves have left it or, without any, as it was dealt; `nil` if it cannot be played again, or is one of
  /// a round before without a move.
  func board(_ number: Int64, on table: RoomState.Table?, startedAt: Instant, _ plan: Room.Plan) -> PlayedMatch? {
    if let known = boards[number] { return known }
    guard let table else { return nil }
    let fresh = PlayedMatch(
      id: number, match: table.match, scope: table.scope, startedAt: startedAt, isRanked: plan.isRanked,
      clock: plan.clock)
    boards[number] = fresh
    return fresh
  }

  /// As a snapshot names it.
  func board(_ stored: StoredRoomBody.Table, _ table: RoomState.Table?, _ plan: Room.Plan) -> PlayedMatch? {
    board(stored.match, on: table, startedAt: Instant(milliseconds: stored.startedAt), plan)
  }

  /// A board of which moves are stored.
  func board(_ number: Int64) -> PlayedMatch? { boards[number] ?? nil }
}

extension StoredRoomBody {
  /// A row from before snapshots with what it does not hold: what was put away and who has finished is found by the matches
  /// that are open.
  func completed(_ stored: StoredRoomState, _ boards: StoredBoards) -> StoredRoomBody {
    guard former == nil else { return self }
    var body = self
    body.used = stored.usedPuzzles.map(\.text)
    /// How long a player took; `nil` while the match is not over.
    func elapsed(_ match: Int64, _ player: Int64) -> Int64? {
      let id = PlayerID(player)
      guard let played = boards.board(match),
        played.match.outcome(for: id) != nil
      else { return nil }
      return stored.results.first { $0.match == match && $0.player == id }?.elapsed.milliseconds ?? 0
    }
    for index in body.tables.indices {
      guard let player = body.tables[index].player else { continue }
      body.tables[index].elapsed = elapsed(body.tables[index].match, player)
    }
    let round = dealt?.round ?? .max
    let isOver = modeState?.phase != .running
    var finished: [Int: [Int64]] = [:]
    for table in body.tables where isOver || table.elapsed != nil {
      if let player = table.player { finished[round, default: []].append(player) }
    }
    let onTable = Set(tables.map(\.match))
    var former: [Table] = []
    for (match, moves) in stored.matches where !onTable.contains(match.id) && !match.puzzle.isEmpty {
      guard let ofMatch = match.round else { continue }
      for player in Set(moves.map(\.player.number)).sorted() {
        let table = Table(
          player: player, match: match.id, startedAt: match.startedAt.milliseconds,
          elapsed: elapsed(match.id, player))
        former.append(table)
        if ofMatch < round || table.elapsed != nil { finished[ofMatch, default: []].append(player) }
      }
    }
    body.former = former
    body.finished = finished.map { Finishers(round: $0.key, players: $0.value) }
    return body
  }
}
