import GameKit
import WireProtocol

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
