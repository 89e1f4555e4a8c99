package import GameKit
import Kernel
package import TextMode
import WireProtocol

/// A match that is being played, by one player or by all who share its board.
package final class PlayedMatch {
  let id: Int64
  package private(set) var match: Match
  let scope: PuzzleScope
  let startedAt: Instant
  /// Counts for statistics: the server chose the puzzle.
  let isRanked: Bool
  private(set) var moveCount = 0
  /// Whether somebody has moved, or given up or asked for something: more than what time and comings and goings bring.
  private(set) var hasBeenPlayed = false
  /// The commit that its last fact is part of.
  var ticket: CommitTicket = 0
  /// Whether storage refuses it: nobody plays on.
  var isQuarantined = false
  /// Those who play on, where the game has seats, in the order in which they sat down.
  private(set) var players: [PlayerID] = []
  /// Their clocks, where there are some.
  private(set) var clock: TurnClock?
  private(set) var ignoresTime = false
  /// When each player has moved last, where the game has seats.
  private(set) var lastMoves: [PlayerID: Elapsed] = [:]
  /// By what a player has given up, where the game has seats: `leave` or `resign`.
  private(set) var exits: [PlayerID: TableEvent] = [:]
  /// Who had the turn before the last event, and since when; nobody in a game without turns.
  private(set) var lastTurn: (players: [PlayerID], since: Elapsed) = ([], .zero)
  /// Those who have let the match wait or go on.
  private(set) var leaders: Set<PlayerID> = []
  private var answers: [PlayerID: RecentAnswers] = [:]
  /// The first moves of a guest's board, at most ``mostKeptMoves``: they are stored again where it goes along into a
  /// login.
  private(set) var keptMoves: [KeptMove] = []
  private let keepsMoves: Bool

  /// A move and the state after it.
  struct KeptMove {
    let move: JSON
    let elapsed: Elapsed
    let stateHash: UInt64
  }

  /// A board with more moves does not go along.
  static let mostKeptMoves = 256

  /// A board before its first move.
  ///
  /// - Parameters:
  ///   - table: the puzzle that is on it; its time counts from when that was dealt.
  ///   - keepsMoves: whether the moves may go along into a login.
  init(id: Int64, of table: Boards.Table, isRanked: Bool, clock: ClockRules? = nil, keepsMoves: Bool = false) {
    self.id = id
    (match, scope, startedAt) = (table.match, table.scope, table.dealtAt)
    self.isRanked = isRanked
    self.clock = clock.map(TurnClock.init)
    self.keepsMoves = keepsMoves
  }

  /// A match in a solo room, whose puzzle nobody else is ever asked about: the number is no room's.
  package convenience init(solo match: Match, number: Int64, puzzle: Int, startedAt: Instant) {
    let table = Boards.Table(scope: .dealt(room: number, round: puzzle), match: match, dealtAt: startedAt)
    self.init(id: number, of: table, isRanked: false)
  }

  /// The time of the last move.
  private(set) var lastElapsed = Elapsed.zero

  /// Time since the match began; never less than at the move before, whatever the clock did over a restart.
  func elapsed(at now: Instant) -> Elapsed {
    max(lastElapsed, Elapsed(milliseconds: now.milliseconds(since: startedAt)))
  }

  /// Finds out what a move leads to, and changes nothing.
  ///
  /// - Parameter viewers: who looks on, in a game of another process: see ``RoomState/viewers(of:)``.
  func attempt(
    _ input: MoveInput, by player: PlayerID, at now: Instant, viewers: [Viewer]? = nil
  ) throws(Rejection) -> Match.Played {
    if let viewers { return try match.attempt(input, by: player, at: elapsed(at: now), viewers: viewers) }
    return try match.attempt(input, by: player, at: elapsed(at: now))
  }

  /// Finds out what an event at the table leads to, and changes nothing.
  func attempt(
    _ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]? = nil
  ) throws(Rejection) -> Match.Played {
    if let viewers { return try match.attempt(event, at: max(lastElapsed, elapsed), viewers: viewers) }
    return try match.attempt(event, at: max(lastElapsed, elapsed))
  }

  /// Plays what was admitted.
  ///
  /// - Parameter mover: who has moved; `nil` for an event at the table.
  package func play(_ move: Match.Played, by mover: PlayerID?) {
    lastTurn = (match.toMove, lastElapsed)
    match = move.after
    lastElapsed = move.elapsed
    moveCount += 1
    keep(move.move)
    follow(move.event, mover)
  }

  /// Plays a stored move again.
  func replay(_ move: JSON, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let turn = try match.replay(move, by: player, at: elapsed)
    lastElapsed = max(lastElapsed, elapsed)
    moveCount += 1
    keep(move)
    let event = try TableEvent(move, by: player)
    follow(event, event == nil ? player : nil)
    return turn
  }

  private func keep(_ move: JSON) {
    guard keepsMoves, keptMoves.count < Self.mostKeptMoves else { return }
    keptMoves.append(KeptMove(move: move, elapsed: lastElapsed, stateHash: match.stateHash))
  }

  /// The same board for another player, where all of its moves are kept.
  func copy(number: Int64) -> PlayedMatch? {
    guard keptMoves.count == moveCount else { return nil }
    let table = Boards.Table(scope: scope, match: match, dealtAt: startedAt)
    let copy = PlayedMatch(id: number, of: table, isRanked: isRanked)
    (copy.moveCount, copy.lastElapsed, copy.hasBeenPlayed) = (moveCount, lastElapsed, hasBeenPlayed)
    return copy
  }

  /// Keeps account of who plays and of their clocks.
  private func follow(_ event: TableEvent?, _ mover: PlayerID?) {
    switch event {
    case .begin(let all): players = all
    case .join(let player): players.append(player)
    case .leave(let player):
      players.removeAll { $0 == player }
      exits[player] = event
    case .flag, .time: break
    case .pause(let player), .unpause(let player), .skip(let player):
      hasBeenPlayed = true
      leaders.insert(player)
    case .resign(let player):
      hasBeenPlayed = true
      exits[player] = event
    case .draw: hasBeenPlayed = true
    case nil:
      hasBeenPlayed = true
      if !players.isEmpty, let mover { lastMoves[mover] = lastElapsed }
    }
    clock?.advance(to: lastElapsed, mover: mover, toMove: match.toMove)
  }

  /// The game refuses that time is up.
  func ignoreTime() {
    clock = nil
    ignoresTime = true
  }

  package func answer(to moveID: String, by player: PlayerID) -> ShownMove? { answers[player]?[moveID] }

  package func remember(_ answer: ShownMove, for moveID: String, by player: PlayerID) {
    answers[player, default: RecentAnswers()].remember(answer, for: moveID)
  }
}

/// A player's place at a board.
struct Seat {
  let player: Player
  let played: PlayedMatch
  /// The label of the puzzle in share texts: its number, or the mode.
  let label: String
  /// How it ended for this player; `nil` before it has.
  @OutOfLine var result: Result?

  /// An end.
  struct Result {
    let outcome: Outcome
    let elapsed: Elapsed
  }

  init(player: Player, played: PlayedMatch, label: String, result: Result? = nil) {
    self.player = player
    self.played = played
    self.label = label
    self.result = result
  }

  var isDone: Bool { result != nil }

  /// Whether it is a board of the day before, was begun, and may be finished.
  func isLate(by clock: Clock) -> Bool {
    guard case .day(_, let day) = played.scope, day < clock.today, day >= clock.openSince else { return false }
    return !isDone && played.moveCount > 0 && !played.isQuarantined
  }

  /// Whether its player has moved in a game with seats.
  var hasMoved: Bool { played.lastMoves[player.id] != nil }
}
