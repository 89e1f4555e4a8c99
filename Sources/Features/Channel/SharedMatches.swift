import GameKit
import Kernel
import ParlorCore
import WireProtocol

extension StoredShare {
  /// A finished match as a share.
  ///
  /// - Parameter newID: returns the number, once all checks have passed.
  init(of replayed: ReplayedMatch, _ context: SessionContext, newID: () -> Int64) throws(WireError) {
    let history = replayed.history
    let (stored, player) = (history.match, context.player.id)
    let result = history.results.first { $0.player == player }
    let unfinished = WireError(.notFound, .match, "Match \(stored.id) is not over")
    if context.isRecorded(stored) {
      guard let result else { throw unfinished }
      self.init(ofRecorded: result, day: stored.day, id: newID(), sharedAt: context.now)
      return
    }
    let match = try context.replayedEnd(of: replayed)
    guard let game = context.games.first(where: { $0.info.id == stored.game }), let outcome = match.outcome(for: player)
    else { throw unfinished }
    let board = FinishedBoard(
      match: stored.id, game: game.info, outcome: outcome,
      label: context.label(of: stored), puzzle: stored.day,
      day: result?.day ?? context.today.number, mode: ModeKind(rawValue: stored.mode))
    self.init(board, of: player, id: newID(), sharedAt: context.now)
  }

  /// A recorded result without a match.
  private init(ofRecorded result: StoredResult, day: Int?, id: Int64, sharedAt: Instant) {
    let body = ShareBody(text: result.share, puzzle: day, mode: ModeKind(rawValue: result.mode), tries: nil)
    self.init(
      id: id, player: result.player, game: result.game, match: result.match, claim: nil, day: result.day,
      won: result.won, score: result.score, content: body, sharedAt: sharedAt)
  }

  /// A board as a share.
  init(_ board: FinishedBoard, of player: PlayerID, id: Int64, sharedAt: Instant) {
    let body = ShareBody(
      text: board.outcome.grid.text(title: board.game.title, label: board.label), puzzle: board.puzzle,
      mode: board.mode, tries: board.outcome.tries)
    self.init(
      id: id, player: player, game: board.game.id, match: board.match, claim: nil, day: board.day,
      won: board.outcome.won, score: board.outcome.score, content: body, sharedAt: sharedAt)
  }
}
