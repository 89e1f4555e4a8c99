import GameKit
import TextMode
import WireProtocol

extension PlayedMatch {
  /// A stored match in its last state, by a replay of its moves, with the answers to repeated requests.
  ///
  /// - Parameters:
  ///   - room: its room's name.
  ///   - title: of its boards.
  /// - Throws: ``Quarantine`` if puzzle, settings or a move are refused, a move is missing, or a state differs from the
  ///   stored one.
  static func replaying(
    _ history: StoredMatchHistory, _ game: GameModule, scope: PuzzleScope, clock: ClockRules? = nil,
    keepsMoves: Bool = false, in room: String, title: String, named name: (PlayerID) -> String
  ) throws(Quarantine) -> PlayedMatch {
    let stored = history.match
    guard !stored.puzzle.isEmpty else { throw Quarantine(reason: "its row is damaged") }
    do {
      let puzzle = try JSON(parsing: stored.puzzle)
      let settings = try JSON(parsing: stored.settings)
      let table = Boards.Table(
        scope: scope, match: try game.match(puzzle: puzzle, settings: settings), dealtAt: stored.startedAt)
      let played = PlayedMatch(
        id: stored.id, of: table, isRanked: stored.isRanked, isShared: stored.player == nil, clock: clock,
        keepsMoves: keepsMoves)
      for move in history.moves {
        guard move.index == played.moveCount else {
          throw Rejection("missing_move", "move \(played.moveCount + 1) is missing")
        }
        let turn = try played.replay(JSON(parsing: move.move), by: move.player, at: move.elapsed)
        guard played.match.stateHash == move.stateHash else {
          throw Rejection("other_state", "move \(move.index + 1) leads to another state than it did")
        }
        if let moveID = move.moveID {
          var board = played.match.board(for: .seat(move.player))
          board.title = title
          let message = Moved(
            place: EventPlace(room: room, seq: move.seq), player: name(move.player), turn: turn.full(for: move.player),
            board: board)
          let answer = ShownMove(message: message, isOwn: true, redrawsBoard: true, remark: turn.remark)
          played.remember(answer, for: moveID, by: move.player)
        }
      }
      return played
    } catch let rejection as Rejection {
      throw Quarantine(reason: rejection.message)
    } catch {
      throw Quarantine(reason: "\(error)")
    }
  }
}
