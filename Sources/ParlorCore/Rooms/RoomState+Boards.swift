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

  /// Whether no player of the round has been here since a start: its clocks stand.
  var isUnattended: Bool { rounds.isRunning && unattendedRound == rounds.number }

  /// The players' time at the last move of the round, or at its beginning.
  var lastPlayed: Instant? {
    seats.values.map { $0.played.startedAt.adding(milliseconds: $0.played.lastElapsed.milliseconds) }.max()
  }

  /// Whether a player has a part in what is played: not one who has finished, is out or looks on.
  func isInPlay(_ player: PlayerID) -> Bool {
    guard let seat = seats[player], !seat.isDone, members[player]?.isWatching == false else { return false }
    let (played, match) = (seat.played, seat.played.match)
    guard played.exits[player] == nil else { return false }
    return match.timeIsUp(for: player) != nil || !played.players.contains { match.timeIsUp(for: $0) != nil }
  }

  /// Whether a player's result counts for statistics: one who has moved, in a race or match with somebody else. A loss
  /// without a move counts in a match of two, as it does for ratings.
  func counts(_ outcome: Outcome, of seat: Seat) -> Bool {
    let (mode, played) = (plan.mode, seat.played)
    guard played.isRanked, played.hasMoves else { return false }
    guard mode.hasCommonRounds else { return true }
    let hasMoved = !mode.sharesBoard || seat.hasMoved
    if mode.seats == nil, mode.sharesBoard { return hasMoved }
    let players = playerCount(of: played.scope)
    return players > 1 && (hasMoved || players == 2 && outcome.verdict == .lost)
  }

  /// How many have a board of the round, or have left one; with more than two, those who are there.
  private func playerCount(of scope: PuzzleScope) -> Int {
    guard seats.count <= 2 else { return seats.count }
    return seats.count + formerSeats.values.count { $0.played.scope == scope && seats[$0.player.id] == nil }
  }

  /// Whether a board that was begun is left unfinished for good, which counts as lost: not by those whom the owner has
  /// sent away or interrupted.
  func isGivenUp(_ seat: Seat) -> Bool {
    guard plan.mode.seats == nil, !seat.isDone, !seat.played.isQuarantined,
      !kicked.contains(seat.player.id), !rounds.isStopped || owner === seat.player
    else { return false }
    return seat.played.match.outcome(for: seat.player.id) == nil
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
