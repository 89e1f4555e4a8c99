import WireProtocol
import TextMode

/// Delivery to watchers that read slowly: the room's merged state, once they are ready for it. Players get every event,
/// up to the hard limit of a connection's output; watchers do not.
extension Delivery {
  /// Whether an event is withheld from a slow watcher. One that is ready again gets everything withheld, this event
  /// included.
  func keepsBack(_ event: RoomEvent, from member: Member, _ session: Session, in room: RoomView) -> Bool {
    // A watcher who is muted or sent away gets it.
    event.concerned != member.player.id && keepsBack(from: event.seq, from: member, session, in: room)
  }

  /// As ``keepsBack(_:from:_:in:)``, for a message that covers all events from `first` on.
  func keepsBack(from first: Int, from member: Member, _ session: Session, in room: RoomView) -> Bool {
    if session.isSlow {
      // A room for talking has no state that could replace its talk.
      guard room.plan.game != nil else { return false }
      member.behindSince = member.behindSince ?? first
      return true
    }
    guard member.behindSince != nil else { return false }
    catchUp(member, session, in: room)
    return true
  }

  /// Sends a watcher the room's state: one message that replaces the withheld events.
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
  /// A session has more unread output than the soft limit: where it only watches, it gets no more until it is ready.
  public func becameSlow(_ id: SessionID) { sessions[id]?.isSlow = true }

  /// A slow session has read: sends it the state of the rooms that it watches.
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
