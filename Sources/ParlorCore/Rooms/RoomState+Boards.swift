import GameKit
import Names
import WireProtocol

/// What is in front of whom, and by which name.
extension RoomState {
  /// What players call a puzzle here.
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

  /// The board at which all look: the one that all share, or that of somebody who plays alone.
  var onlyBoard: PlayedMatch? {
    shared ?? (plan.mode.isSolitary ? seats.values.first?.played : nil)
  }

  /// Whether a viewer sits at the board that all share, and that puzzle is on it.
  func isAtBoard(_ viewer: Member, _ scope: PuzzleScope) -> Bool {
    shared.map { $0.scope == scope && seats[viewer.player.id]?.played === $0 } ?? false
  }

  /// Whether a member is shown what others play: it watches, or waits for the next match.
  func looksOn(_ member: Member) -> Bool {
    member.isWatching || plan.mode.seats != nil && rounds.isRunning && seats[member.player.id] == nil
  }

  /// Who looks at a board, and is asked for with each move; `nil` for games of this process.
  func viewers(of played: PlayedMatch) -> [Viewer]? {
    guard plan.game?.remote != nil else { return nil }
    if plan.mode.isSolitary, let seat = seats.values.first, members.count == 1, members[seat.player.id] != nil {
      // Nobody else watches, and for newcomers the board is fetched first.
      return [.seat(seat.player.id)]
    }
    // Who has left has a result as well.
    let seated = [seats, formerSeats].lazy.flatMap(\.values)
    let own = seated.filter { $0.played === played }.map(\.player.id).sorted()
    return own.prefix(Self.mostViewers).map { .seat($0) } + [.outsider, .informed]
  }

  /// Boards that are asked for with a move; those of more players are fetched when they are looked at.
  static let mostViewers = 128
}
