import GameKit
import WireProtocol

/// What play hands to storage.
extension Room {
  /// A move was played, and is going to be told: the player and the match are stored with the first one.
  func record(_ played: Match.Played, at seat: Seat, moveID: String?) {
    let match = seat.played
    hub.keep(seat.player)
    if !match.isStored {
      match.isStored = true
      if let stored = storedMatch(match, seat) { hub.journal.append(.match(stored)) }
    }
    let stored = StoredMove(
      match: match.id, index: match.moveCount - 1, player: seat.player.id, move: bytes(of: played.move),
      elapsed: match.elapsed(at: hub.now), moveID: moveID, seq: seq + 1, stateHash: match.match.stateHash)
    let told = telling { RoomEvent.telling(played, by: seat.player.name, match.scope) }
    hub.journal.append(.moved(stored, told: told))
  }

  /// How the next event is told, for the fact that holds it; `nil` where nobody can resume after a restart.
  private func telling(_ body: () -> [UInt8]) -> StoredTelling? {
    guard hub.isDurable else { return nil }
    flushEvents()
    return StoredTelling(room: number, seq: seq + 1, body: body())
  }

  /// A player's match is over, which is going to be told.
  func record(_ result: Seat.Result, of seat: Seat, share: String) {
    let outcome = result.outcome
    hub.keep(seat.player)
    let stored = StoredResult(
      match: seat.played.id, player: seat.player.id, game: plan.game?.info.id ?? "", mode: plan.mode.rawValue,
      day: hub.today.number, won: outcome.won, tries: outcome.tries, score: outcome.score, elapsed: result.elapsed,
      isRanked: seat.played.isRanked, share: share, secret: bytes(of: .object(outcome.secret)), finishedAt: hub.now)
    let told = telling { RoomEvent.telling(outcome, of: seat.player.name, seat.played.scope) }
    hub.journal.append(.finished(stored, told: told))
  }

  private func bytes(of value: JSON) -> [UInt8] {
    var json = JSONWriter()
    json.value(value)
    return json.bytes
  }

  /// Boards are put away for good: not even a repeated `move_id` asks for them any more.
  func recordClosed(_ seats: [PlayerID: Seat]) {
    var closed: Set<Int64> = []
    for seat in seats.values where seat.played.isStored { closed.insert(seat.played.id) }
    for match in closed.sorted() { hub.journal.append(.matchClosed(match)) }
  }

  private func storedMatch(_ played: PlayedMatch, _ seat: Seat) -> StoredMatch? {
    guard let game = plan.game, let puzzle = try? played.match.puzzle(), let settings = try? played.match.settings()
    else { return nil }
    var match = StoredMatch(
      id: played.id, room: number, game: game.info.id, mode: plan.mode.rawValue,
      puzzleKey: played.match.puzzleKey.text, puzzle: bytes(of: puzzle), settings: bytes(of: settings), day: nil,
      round: nil, player: played === shared ? nil : seat.player.id,
      isRanked: played.isRanked, startedAt: played.startedAt)
    switch played.scope {
    case .day(_, let day): match.day = day.number
    case .dealt(_, let round): match.round = round
    }
    return match
  }
}

extension Hub {
  /// Stores a player whom storage does not know yet.
  func keep(_ player: Player) {
    guard !player.isStored else { return }
    player.isStored = true
    store(player)
  }

  /// Stores a player as it is now.
  func store(_ player: Player) {
    let createdAt = player.createdAt ?? now
    player.createdAt = createdAt
    player.seenDay = today
    // Guests' names are given again once the guest is gone, so their rows are told apart by number.
    let folded = PlayerName.fold(player.name) + (player.isGuest ? "#\(player.id.number)" : "")
    journal.append(
      .player(
        StoredPlayer(
          id: player.id, name: player.name, folded: folded, isGuest: player.isGuest, isBot: player.isBot,
          tokenHash: player.tokenHash?.bytes, createdAt: createdAt, seenAt: now,
          theme: player.theme.rawValue)))
  }

  /// Asks storage: see ``Journal/ask(_:from:at:_:)``.
  func ask(_ query: Query, from address: String?, _ finish: @escaping (QueryAnswer) -> Void) {
    journal.ask(query, from: address, at: now, finish)
  }

  /// Notes that a room has something to hand over with the next batch.
  func touch(_ room: Room) { journal.touch(room) }
}
