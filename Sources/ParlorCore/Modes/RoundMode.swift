import GameKit
import WireProtocol

/// A mode with rounds: race, together, at a table, and practice.
protocol RoundMode: Mode {
  /// The default time limit of a round; `nil` for none.
  var usualSeconds: Int? { get }
  /// Seconds between the end of a round and the start of the next; `nil` if it waits for `start`.
  var pause: Int? { get }
}

/// A board each on the same puzzle; the next round starts 5 s after all are done or time ends.
struct RaceMode: RoundMode {
  let kind: ModeKind? = .race
  let usualSeconds: Int?
  let pause: Int? = 5
  let showsOthersBoards = true
}

/// One board for all.
struct TogetherMode: RoundMode {
  let kind: ModeKind? = .together
  let sharesBoard = true
  let dealsAtOnce = true

  /// All players of a shared board get each of its moves, so it has no more seats than a room may have members before
  /// it sends digests.
  func checkSeat(in room: RoomView) throws(WireError) {
    let most = room.hub.limits.digestMembers
    guard room.members.seatedCount >= most else { return }
    throw WireError(.roomFull, "The board of \(room.name) has \(most) seats, all taken: /watch \(room.name)")
  }
}

/// A game against others at one board; the match begins by itself once all seats are taken.
struct TableMode: RoundMode {
  let kind: ModeKind? = .together
  let seats: Seats?
  let sharesBoard = true
  let roundNoun = "match"

  init(_ seats: Seats) { self.seats = seats }

  /// In the order of joining, and everybody begins in turn. Who is away plays no match that begins meanwhile.
  func playOrder(of seated: [Member], in round: Int) -> [PlayerID] {
    let ordered = seated.filter { $0.awaySince == nil }.sorted { $0.order < $1.order }.map(\.player.id)
    guard !ordered.isEmpty else { return [] }
    let first = (round &- 1) % ordered.count
    return Array(ordered[first...] + ordered[..<first])
  }
}

/// A mode for one player: only the room's owner has a seat.
protocol SolitaryMode: RoundMode {}

extension SolitaryMode {
  var kind: ModeKind? { .practice }
  var isSolitary: Bool { true }
  var hasCommonRounds: Bool { false }
  var isListed: Bool { false }
  var dealsAtOnce: Bool { true }
}

/// Alone, as often as wanted.
struct PracticeMode: SolitaryMode {
  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError) {
    guard !isWatching, room.owner !== player else { return }
    throw WireError(.roomFull, "\(room.name) is a practice room for one: /watch \(room.name) to look on")
  }
}

/// A custom puzzle, which its room's owner plays alone and once.
struct AuthoredMode: SolitaryMode {
  let hasOneRound = true

  /// Nobody may watch: a watcher learns the solution.
  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError) {
    guard room.owner !== player || isWatching else { return }
    throw WireError(.roomFull, "\(room.name) is the room of one player, for a puzzle by another")
  }

  func checkStart(in room: RoomState, with players: Int) throws(WireError) {
    throw WireError(.notPlaying, "There is one puzzle in this room: /practice plays others")
  }

  func adviceWhenDone(in room: RoomView) -> String? {
    "You have finished this \(room.state.noun): /puzzle-results shows how others did, /leave leaves"
  }
}

extension RoundMode {
  var usualSeconds: Int? { nil }
  var pause: Int? { nil }
  var hasCommonRounds: Bool { true }
  var endsByTime: Bool { usualSeconds != nil }

  func isPlaying(_ rounds: Rounds) -> Bool { rounds.isRunning }

  func checkStart(in room: RoomState, with players: Int) throws(WireError) {
    if room.rounds.isRunning {
      throw WireError(.alreadyPlaying, "A round is under way: finish it first, or /leave")
    }
    if room.members.seatedCount == 0 { throw WireError(.notPlaying, "Nobody has a seat here") }
    if let seats, players < leastPlayers {
      throw WireError(
        .notPlaying, "A match takes \(seats.text) players, and \(players) \(players == 1 ? "is" : "are") here")
    }
  }

  func action(after event: ModeEvent, in room: RoomState, at now: Instant) -> ModeAction? {
    let (rounds, present) = (room.rounds, room.members.presentPlayerCount)
    switch event {
    case .seated:
      guard rounds.phase == .waiting, !rounds.isStopped else { return nil }
      // Those who have just played say themselves whether they want another match.
      let isTime =
        seats.map { present >= $0.count.upperBound && room.hasNewcomer } ?? (dealsAtOnce && rounds.number == 0)
      return isTime ? begin(in: room, at: now) : nil
    case .startAsked: return begin(in: room, at: now)
    case .boardsChanged:
      // A game that ignores who leaves must not keep the others in a match that nobody can win.
      let boards = room.roundBoards.seats
      let isOver = boards.count < leastPlayers || boards.values.allSatisfy(\.isDone)
      return rounds.isRunning && (rounds.isStopped || isOver) ? end(in: room, at: now) : nil
    case .boardFull: return rounds.isRunning ? end(in: room, at: now) : nil
    case .timeReached:
      guard let deadline = rounds.deadline, deadline <= now else { return nil }
      // If nobody has moved the next round waits for `start`, so that an abandoned room does not use up all puzzles.
      if rounds.isRunning { return end(in: room, waits: room.isRoundIdle, at: now) }
      // If no player is present, the next round waits for a request; that of a series, for all who have a seat.
      let isComplete = seats == nil || present == room.members.seatedCount
      return isComplete && present >= leastPlayers ? begin(in: room, at: now) : nil
    }
  }

  private func begin(in room: RoomState, at now: Instant) -> ModeAction {
    let seconds = usualSeconds.map { room.plan.roundSeconds ?? $0 }
    return .beginRound(endsAt: seconds.map { now.adding(milliseconds: Int64($0) * 1000) })
  }

  private func end(in room: RoomState, waits: Bool = false, at now: Instant) -> ModeAction {
    let waits = waits || room.members.seatedCount == 0 || room.rounds.isStopped
    return .endRound(nextAt: waits ? nil : pause.map { now.adding(milliseconds: Int64($0) * 1000) })
  }
}
