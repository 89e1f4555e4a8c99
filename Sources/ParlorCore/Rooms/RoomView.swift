import GameKit
import WireProtocol

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
