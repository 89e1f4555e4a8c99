import GameKit
import WireProtocol

/// Replays the stored boards of a room's rounds.
extension Room {
  /// The open matches of rounds, each in its last state.
  func replayedBoards(in stored: StoredRoomState, _ players: @escaping (PlayerID) -> Player?) -> StoredBoards {
    let boards = StoredBoards(player: players)
    guard let game = plan.game, dayBoards == nil else { return boards }
    for history in stored.matches { boards.add(replay(history, game, players), number: history.match.id) }
    return boards
  }

  /// - Returns: `nil` if it cannot be replayed, or its row is damaged: not even its player can be trusted then.
  private func replay(
    _ history: StoredMatchHistory, _ game: GameModule, _ players: (PlayerID) -> Player?
  ) -> PlayedMatch? {
    let match = history.match
    do throws(Quarantine) {
      if match.puzzle.isEmpty { throw Quarantine(reason: "its row is damaged") }
      guard let round = match.round else { return nil }
      if let reason = hub.trappedMatches[match.id] { throw Quarantine(reason: reason) }
      let scope = PuzzleScope.dealt(room: number, round: round)
      return try PlayedMatch.replaying(
        history, game, scope: scope, clock: plan.clock, in: name, title: state.title(of: scope)
      ) { players($0)?.name ?? "" }
    } catch {
      hub.quarantine(.match, ["match": .int(Int(match.id)), "room": .string(name)], why: error.reason)
      return nil
    }
  }
}
