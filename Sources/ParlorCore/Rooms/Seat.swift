package import GameKit
import Kernel
package import TextMode
import WireProtocol

/// A match in progress, of one player or of all who share its board.
package final class PlayedMatch {
  let id: Int64
  package private(set) var match: Match
  let scope: PuzzleScope
  let startedAt: Instant
  /// Whether it counts for statistics: the server chose the puzzle.
  let isRanked: Bool
  /// Whether a player has moved, given up or requested something: not only timed events, joins and leaves.
  private(set) var hasBeenPlayed = false
  /// Whether a player has moved.
  private(set) var hasMoves = false
  /// Whether storage refuses it: it accepts no more moves.
  var isQuarantined = false
  private(set) var moveCount = 0
  /// The commit of its last fact.
  var ticket: CommitTicket = 0
  /// `nil` for most boards, which are nobody else's and have no turns or clocks.
  private var table: TableState?
  private var answers: [PlayerID: RecentAnswers] = [:]
  /// The first moves of a guest's board, at most ``mostKeptMoves``: they are stored again if it is carried into a
  /// login.
  private(set) var keptMoves: [KeptMove] = []
  private let keepsMoves: Bool

  /// The part of a match on a shared board.
  private final class TableState {
    var players: [PlayerID] = []
    var clock: TurnClock?
    var ignoresTime = false
    var lastMoves: [PlayerID: Elapsed] = [:]
    var exits: [PlayerID: TableEvent] = [:]
    var lastTurn: (players: [PlayerID], since: Elapsed) = ([], .zero)
    var leaders: Set<PlayerID> = []

    init(clock: TurnClock? = nil) { self.clock = clock }

    func follow(_ event: TableEvent?, _ mover: PlayerID?, at elapsed: Elapsed, toMove: [PlayerID]) {
      switch event {
      case .begin(let all): players = all
      case .join(let player): players.append(player)
      case .leave(let player):
        players.removeAll { $0 == player }
        exits[player] = event
      case .flag, .time, .draw: break
      case .pause(let player), .unpause(let player), .skip(let player), .stop(let player): leaders.insert(player)
      case .resign(let player): exits[player] = event
      case nil: if let mover { lastMoves[mover] = elapsed }
      }
      clock?.advance(to: elapsed, mover: mover, toMove: toMove)
    }
  }

  /// The players in the game, if it has seats, in the order of sitting down.
  var players: [PlayerID] { table?.players ?? [] }
  /// Their clocks, if there are any.
  var clock: TurnClock? { table?.clock }
  var ignoresTime: Bool { table?.ignoresTime ?? false }
  /// When each player last moved, on a shared board.
  var lastMoves: [PlayerID: Elapsed] { table?.lastMoves ?? [:] }
  /// How a player left the game, if it has seats: `leave` or `resign`.
  var exits: [PlayerID: TableEvent] { table?.exits ?? [:] }
  /// The players to move before the last event, and since when; empty in a game without turns.
  var lastTurn: (players: [PlayerID], since: Elapsed) { table?.lastTurn ?? ([], .zero) }
  /// Players who have paused or resumed the match.
  var leaders: Set<PlayerID> { table?.leaders ?? [] }

  /// A move and the state after it.
  struct KeptMove {
    let move: JSON
    let elapsed: Elapsed
    let stateHash: UInt64
  }

  /// A board with more moves is not carried over.
  static let mostKeptMoves = 256

  /// A board before its first move.
  ///
  /// - Parameters:
  ///   - table: its puzzle; time counts from its deal.
  ///   - isShared: whether several players move on it.
  ///   - keepsMoves: whether the moves may be carried into a login.
  init(
    id: Int64, of table: Boards.Table, isRanked: Bool, isShared: Bool = false, clock: ClockRules? = nil,
    keepsMoves: Bool = false
  ) {
    self.id = id
    (match, scope, startedAt) = (table.match, table.scope, table.dealtAt)
    self.isRanked = isRanked
    if isShared || clock != nil { self.table = TableState(clock: clock.map(TurnClock.init)) }
    self.keepsMoves = keepsMoves
  }

  /// A match in a solo room, whose puzzle is never looked up: the number is no room's.
  package convenience init(solo match: Match, number: Int64, puzzle: Int, startedAt: Instant) {
    let table = Boards.Table(scope: .dealt(room: number, round: puzzle), match: match, dealtAt: startedAt)
    self.init(id: number, of: table, isRanked: false)
  }

  /// The time of the last move.
  private(set) var lastElapsed = Elapsed.zero

  /// Time since the match began; never less than at the previous move, whatever the clock did over a restart.
  func elapsed(at now: Instant) -> Elapsed {
    max(lastElapsed, Elapsed(milliseconds: now.milliseconds(since: startedAt)))
  }

  /// Computes the result of a move without changing anything.
  ///
  /// - Parameter viewers: the viewers, for a game in another process: see ``RoomState/viewers(of:)``.
  func attempt(
    _ input: MoveInput, by player: PlayerID, at now: Instant, viewers: [Viewer]? = nil
  ) throws(Rejection) -> Match.Played {
    if let viewers { return try match.attempt(input, by: player, at: elapsed(at: now), viewers: viewers) }
    return try match.attempt(input, by: player, at: elapsed(at: now))
  }

  /// Computes the result of a table event without changing anything.
  func attempt(
    _ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]? = nil
  ) throws(Rejection) -> Match.Played {
    if let viewers { return try match.attempt(event, at: max(lastElapsed, elapsed), viewers: viewers) }
    return try match.attempt(event, at: max(lastElapsed, elapsed))
  }

  /// Plays an accepted move.
  ///
  /// - Parameter mover: the mover; `nil` for a table event.
  package func play(_ move: Match.Played, by mover: PlayerID?) {
    let toMove = match.toMove
    if table != nil || !toMove.isEmpty { madeTable().lastTurn = (toMove, lastElapsed) }
    match = move.after
    lastElapsed = move.elapsed
    moveCount += 1
    keep(move.move)
    follow(move.event, mover)
  }

  /// Replays a stored move.
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

  /// The same board for another player, if all of its moves are kept.
  func copy(number: Int64) -> PlayedMatch? {
    guard keptMoves.count == moveCount else { return nil }
    let table = Boards.Table(scope: scope, match: match, dealtAt: startedAt)
    let copy = PlayedMatch(id: number, of: table, isRanked: isRanked)
    (copy.moveCount, copy.lastElapsed) = (moveCount, lastElapsed)
    (copy.hasBeenPlayed, copy.hasMoves) = (hasBeenPlayed, hasMoves)
    return copy
  }

  /// Updates the players and their clocks.
  private func follow(_ event: TableEvent?, _ mover: PlayerID?) {
    switch event {
    case .begin, .join, .leave, .flag, .time: break
    case .pause, .unpause, .skip, .stop, .resign, .draw: hasBeenPlayed = true
    case nil: (hasBeenPlayed, hasMoves) = (true, true)
    }
    if event != nil { _ = madeTable() }
    table?.follow(event, mover, at: lastElapsed, toMove: match.toMove)
  }

  private func madeTable() -> TableState {
    let state = table ?? TableState()
    table = state
    return state
  }

  /// The game refuses the event for its deadline.
  func ignoreTime() {
    let table = madeTable()
    table.clock = nil
    table.ignoresTime = true
  }

  package func answer(to moveID: String, by player: PlayerID) -> ShownMove? { answers[player]?[moveID] }

  package func remember(_ answer: ShownMove, for moveID: String, by player: PlayerID) {
    answers[player, default: RecentAnswers()].remember(answer, for: moveID)
  }
}

/// A player's seat at a board.
struct Seat {
  let player: Player
  let played: PlayedMatch
  /// The player's result; `nil` before the end.
  @OutOfLine var result: Result?

  /// An end.
  struct Result {
    let outcome: Outcome
    let elapsed: Elapsed
  }

  init(player: Player, played: PlayedMatch, result: Result? = nil) {
    self.player = player
    self.played = played
    self.result = result
  }

  var isDone: Bool { result != nil }

  /// Whether it is yesterday's board, was begun, and may be finished.
  func isLate(by clock: Clock) -> Bool {
    guard case .day(_, let day) = played.scope, day < clock.today, day >= clock.openSince else { return false }
    return !isDone && played.moveCount > 0 && !played.isQuarantined
  }

  /// Whether its player has moved on a shared board.
  var hasMoved: Bool { played.lastMoves[player.id] != nil }
}
