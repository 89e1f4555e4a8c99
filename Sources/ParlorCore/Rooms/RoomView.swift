import GameKit
import WireProtocol

/// A room as it is at a moment: who may come and play, and what each viewer is shown. Nothing here changes the room.
struct RoomView: RoomReading {
  let state: RoomState
  let hub: Hub
  /// The commit that what is shown depends on.
  let ticket: CommitTicket
  /// When the next round begins by itself; now where only its game has yet to answer.
  let nextRoundAt: Instant?
}

extension Room {
  /// The room as it is now.
  var view: RoomView { RoomView(state: state, hub: hub, ticket: ticket, nextRoundAt: nextRoundAt) }

  private var nextRoundAt: Instant? {
    if pendingRound != nil { return rounds.clock(at: hub.now) }
    if isPlaying { return nil }
    return rounds.isPaused ? rounds.phase.deadline : roundDeadline
  }
}
