import WireProtocol
import TextMode

/// What watchers get who do not read as fast as a room speaks: its state, merged, once they are ready for it. A seat
/// is worth every event, up to the hard limit of a connection's output; looking on is not.
extension Delivery {
  /// Whether an event is kept back from a slow watcher. One that is ready again gets all that was kept back, this
  /// event included.
  func keepsBack(_ event: RoomEvent, from member: Member, _ session: Session, in room: RoomView) -> Bool {
    // Who is muted or sent away gets it.
    event.concerned != member.player.id && keepsBack(from: event.seq, from: member, session, in: room)
  }

  /// As ``keepsBack(_:from:_:in:)``, for what stands for all events from `first` on.
  func keepsBack(from first: Int, from member: Member, _ session: Session, in room: RoomView) -> Bool {
    if session.isSlow {
      // A room for talking has no state that could stand for what was said.
      guard room.plan.game != nil else { return false }
      member.behindSince = member.behindSince ?? first
      return true
    }
    guard member.behindSince != nil else { return false }
    catchUp(member, session, in: room)
    return true
  }

  /// Describes the room as it is to a watcher from whom events were kept back: one message stands for all of them.
  func catchUp(_ member: Member, _ session: Session, in room: RoomView) {
    guard let first = member.behindSince else { return }
    member.behindSince = nil
    var joined = room.joined(for: member)
    joined.from = min(first, room.seq)
    joined.recovered = false
    room.hub.send(room.shown(joined), to: session, after: room.ticket)
  }
}

extension Parlor {
  /// More waits for a session to read than the soft limit: where it only watches, it gets no more until it is
  /// ready.
  public func becameSlow(_ id: SessionID) { sessions[id]?.isSlow = true }

  /// A slow session has read: the rooms that it watches are described to it.
  public func becameReady(_ id: SessionID, at now: Instant) {
    advance(to: now)
    guard let session = sessions[id] else { return }
    session.isSlow = false
    for room in session.rooms {
      guard let member = room.members[session.player.id] else { continue }
      room.delivery.catchUp(member, session, in: room.view)
    }
  }
}
