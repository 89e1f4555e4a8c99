import GameKit
import Names
import WireProtocol

/// The common reading of a room by its parts: the state, with the server's clock and limits.
protocol RoomReading {
  var state: RoomState { get }
  var hub: Hub { get }
}

extension RoomReading {
  var plan: RoomPlan { state.plan }
  var number: Int64 { state.number }
  var name: String { state.plan.name.text }
  var mode: any Mode { state.plan.mode }
  var owner: Player? { state.owner }
  var members: MemberTable { state.members }
  var rounds: Rounds { state.rounds }
  var seq: Int { state.seq }
  var history: HistoryWindow { state.history }
  /// The boards of the day, if the day's puzzle is played.
  var dayBoards: DayBoards? { state.dayBoards }

  /// The boards of the day or of the round, and archived ones. Of the day's only those in memory.
  var boards: Boards { state.boards }
  /// The puzzle of today or of the round.
  var table: Boards.Table? { state.table }
  /// The scope of that puzzle.
  var scope: PuzzleScope? { table?.scope }
  var seats: [PlayerID: Seat] { state.seats }
  var formerSeats: [PlayerID: Seat] { state.formerSeats }
  /// The shared board, in modes with one.
  var shared: PlayedMatch? { state.shared }

  /// Whether moves are accepted.
  var isPlaying: Bool { mode.isPlaying(rounds) }
  /// The current match against others at one board; `nil` for puzzles.
  var tableMatch: PlayedMatch? { mode.seats != nil && isPlaying ? shared : nil }
  /// Whether no player of the round has been here since a start: its clocks stand.
  var isUnattended: Bool { state.isUnattended }
  /// The time that measures players, without pauses.
  var playTime: Instant {
    let stood = isUnattended && !rounds.isPaused ? state.lastPlayed : nil
    return stood ?? rounds.playTime(at: hub.now)
  }
  /// The time of the round's clock, which stands in pauses.
  var roundClock: Instant { playTime.adding(milliseconds: rounds.pausedMilliseconds) }
  /// Whether events are sent in digests, so that their cost does not grow with the square of the members.
  var isLarge: Bool { state.digestsAlways || members.count > hub.limits.digestMembers }

  /// - Throws: `not_in_room`.
  func member(_ player: Player) throws(WireError) -> Member {
    guard let member = members[player.id] else {
      throw WireError(.notInRoom, "You are not in \(name): join it first")
    }
    return member
  }

  /// - Throws: in a room for talking.
  func game() throws(WireError) -> GameModule {
    guard let game = plan.game else { throw WireError(.notPlaying, "\(name) is a room for talking") }
    return game
  }
}

/// A room at a moment: who may join and play, and what each viewer is shown. It never changes the room.
struct RoomView: RoomReading {
  let state: RoomState
  let hub: Hub
  /// The commit that the view depends on.
  let ticket: CommitTicket
  /// When the next round begins by itself; now if only its game has yet to answer.
  let nextRoundAt: Instant?
}

extension Room {
  /// The present room.
  var view: RoomView { RoomView(state: state, hub: hub, ticket: ticket, nextRoundAt: nextRoundAt) }

  private var nextRoundAt: Instant? {
    if pendingRound != nil { return rounds.clock(at: hub.now) }
    if isPlaying { return nil }
    return rounds.isPaused ? rounds.phase.deadline : roundDeadline
  }
}
