import GameKit
import TextMode
import WireProtocol

/// Who may move, and on which board.
extension RoomView {
  /// Refuses a move of a player who does not play here.
  func checkPlayer(_ player: Player) throws(WireError) {
    if try member(player).isWatching { throw WireError(.watching, "You are only watching \(name): join it to play") }
    _ = try game()
  }

  /// The board on which a player moves now.
  func openSeat(of player: Player) throws(WireError) -> Seat {
    guard let seat = seats[player.id] else {
      if isPlaying {
        throw WireError(.notPlaying, "A \(mode.roundNoun) is under way in \(name): you play from the next one on")
      }
      throw WireError(.notPlaying, "No round is under way in \(name): the owner begins one with /start")
    }
    if seat.isDone { throw WireError(Rejection.gameOver) }
    if seat.played.isQuarantined {
      throw WireError(.notPlaying, "What is stored of this board is damaged: it is left as it is")
    }
    if !isPlaying {
      throw WireError(.notPlaying, "The round is over: wait for the next one")
    }
    // A dropped or unreadable board does not give a puzzle a second time.
    if hub.knowledge.hasFinished(player.id, seat.played.scope) { throw WireError(Rejection.gameOver) }
    if rounds.isPaused {
      let how = owner === player ? "with /unpause" : "when \(owner?.name ?? "its owner") says so"
      throw WireError(.paused, "The round is paused: it goes on \(how)")
    }
    return seat
  }

  /// Refuses a move on a full board, unless it ends the board or gives up a part of the puzzle.
  func requirePlace(
    for move: Match.Played, on played: PlayedMatch, by player: PlayerID = RoomEvent.nobody
  ) throws(WireError) {
    guard hub.isFull(played), move.after.outcome(for: player) == nil else { return }
    if plan.game?.info.kind(of: move.move) == .givingUp, hub.takesLastMoves(played) { return }
    try hub.requireRoom(on: played, "board", next: wayOn)
  }

  /// The answer that a `move_id` has already had, even if the match is over or the next one has begun.
  func earlierAnswer(to moveID: String, by player: PlayerID) -> ShownMove? {
    let boards = boards
    return boards.seats[player]?.played.answer(to: moveID, by: player)
      ?? boards.former[player]?.played.answer(to: moveID, by: player)
  }

  /// The answer in the form kept for a repeated `move_id`.
  func answer(_ turn: Turn, _ seat: Seat) -> ShownMove {
    let message = Moved(
      place: EventPlace(room: name, seq: seq), player: seat.player.name,
      turn: turn.full(for: seat.player.id), board: board(at: seat))
    return ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark)
  }
}
