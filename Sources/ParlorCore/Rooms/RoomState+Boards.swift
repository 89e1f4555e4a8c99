import GameKit
import Names
import WireProtocol

/// Boards and their names.
extension RoomState {
  /// The players' noun for a puzzle here.
  var noun: String { plan.game?.info.puzzleNoun ?? "puzzle" }

  /// The title of boards on a puzzle: `Wordle 324`, `Wordle round 2`.
  func title(of scope: PuzzleScope?) -> String {
    guard let game = plan.game else { return plan.name.text }
    switch scope {
    case .day(_, let day): return "\(game.info.title) \(ShareGrid.numberText(day.number))"
    case .dealt where plan.authored != nil: return "\(game.info.title) puzzle"
    case .dealt(_, let round):
      return "\(game.info.title) \(plan.archiveDay == nil ? "round \(round)" : plan.label(of: round))"
    case nil: return game.info.title
    }
  }

  /// The only board: the shared one, or that of a solo player.
  var onlyBoard: PlayedMatch? {
    shared ?? (plan.mode.isSolitary ? seats.values.first?.played : nil)
  }

  /// Whether nobody has moved in the round.
  var isRoundIdle: Bool { roundBoards.seats.values.allSatisfy { $0.played.moveCount == 0 } }

  /// Whether a viewer plays on the shared board, and that puzzle is on it.
  func isAtBoard(_ viewer: Member, _ scope: PuzzleScope) -> Bool {
    shared.map { $0.scope == scope && seats[viewer.player.id]?.played === $0 } ?? false
  }

  /// Whether a member is shown others' boards: it watches, or waits for the next match.
  func looksOn(_ member: Member) -> Bool {
    member.isWatching || rounds.isRunning && plan.mode.seats != nil && seats[member.player.id] == nil
  }

  /// The viewers of a board, which each move requests too; `nil` for games of this process.
  func viewers(of played: PlayedMatch) -> [Viewer]? {
    guard plan.game?.remote != nil else { return nil }
    if plan.mode.isSolitary, let seat = seats.values.first, members.count == 1, members[seat.player.id] != nil {
      // Nobody else watches, and for newcomers the board is fetched first.
      return [.seat(seat.player.id)]
    }
    // A player who has left has a result as well.
    let seated = [seats, formerSeats].lazy.flatMap(\.values)
    let own = seated.filter { $0.played === played }.map(\.player.id).sorted()
    return own.prefix(Self.mostViewers).map { .seat($0) } + [.outsider, .informed]
  }

  /// The most boards requested with a move; those of more players are fetched when they are read.
  static let mostViewers = 128
}
