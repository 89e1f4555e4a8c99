import GameKit
import TextMode
import WireProtocol

/// Replays the stored boards of a room's rounds.
struct RoomReplay: RoomReading {
  let state: RoomState
  let hub: Hub

  /// The open matches of rounds, each in its last state.
  func boards(in stored: StoredRoomState, _ players: @escaping (PlayerID) -> Player?) -> StoredBoards {
    let boards = StoredBoards(player: players)
    guard let game = plan.game else { return boards }
    for history in stored.matches {
      let match = history.match
      guard isSound(match), let round = match.round else {
        boards.add(nil, number: match.id)
        continue
      }
      boards.add(replay(history, game, .dealt(room: number, round: round), players), number: match.id)
    }
    return boards
  }

  /// Whether a match's row is intact. A damaged one is reported: not even its player can be trusted.
  private func isSound(_ match: StoredMatch) -> Bool {
    guard match.puzzle.isEmpty else { return true }
    hub.quarantine(.match, ["match": .int(Int(match.id)), "room": .string(name)], why: "its row is damaged")
    return false
  }

  private func replay(
    _ history: StoredMatchHistory, _ game: GameModule, _ scope: PuzzleScope, _ players: (PlayerID) -> Player?
  ) -> PlayedMatch? {
    let match = history.match
    do throws(Quarantine) {
      if let reason = hub.trappedMatches[match.id] { throw Quarantine(reason: reason) }
      return try PlayedMatch.replaying(history, game, scope: scope, clock: plan.clock) { played, move, turn in
        guard let moveID = move.moveID else { return }
        var board = played.match.board(for: .seat(move.player))
        board.title = state.title(of: scope)
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
