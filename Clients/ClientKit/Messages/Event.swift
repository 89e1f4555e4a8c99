public import WireProtocol

/// An event that the client did not request, including the effects of its own actions, in order.
///
/// Every event of the client's rooms is delivered exactly once, also across lost links. Missed events that are not
/// available any more are replaced by ``resynchronised(_:)``, which describes the room.
public enum Event: Sendable {
  /// The state of the link has changed.
  case link(LinkState)
  /// The client has entered a room, by `join`, `watch` or `create`, or because the server has kept its place.
  case joined(Joined)
  /// After a lost link the room is resumed; all missed events follow.
  case resumed(Joined)
  /// After a lost link, or an overflow of events, missed events are not available any more: replace your state of the
  /// room by this one. Acknowledged own moves are included.
  case resynchronised(Joined)
  /// The client cannot return to a room: it is gone, or the client is not admitted.
  case shutOut(room: String, WireError)
  /// The server rejects the player's token; the client continues as a guest.
  case loginLost(SavedPlayer, WireError)
  /// A player has moved, possibly this one.
  case moved(Moved)
  /// A player has finished a puzzle.
  case finished(Finished)
  /// A summary of recent events in a large room.
  case digest(Digest)
  /// A round has begun.
  case round(Round)
  /// A round is over.
  case roundOver(RoundOver)
  /// Somebody said something.
  case said(Said)
  /// Talk that was hidden from the client, and is visible now.
  case hiddenTalk(HiddenTalk)
  /// A player came, went, was renamed or muted, or became the owner of the room.
  case presence(Presence)
  /// The room's owner has paused or resumed the rounds.
  case paused(Paused)
  /// The room's owner has stopped the rounds.
  case stopped(Stopped)
  /// The room's owner has changed how long rounds last.
  case changed(Changed)
  /// The room's owner lets nobody new in, or lets others in again.
  case locked(Locked)
  /// The state of a trial: it was opened, or resumed after a lost link.
  case trial(TrialAnswer)
  /// A trial is over.
  case trialReport(TrialReport)
  /// A civil day has begun; daily rooms have dealt new boards.
  case newDay(NewDay)
  /// An announcement by the operator or a moderator, to everybody or a room.
  case announcement(Announcement)
  /// A house bot is invited to a table.
  case invited(Invited)
  /// A player's talk in a room was withdrawn and must not be shown any more.
  case unsaid(Unsaid)
  /// The number of messages of no room that were dropped because the buffer was full.
  case passedOver(Int)
  /// A message that is unknown to this library, or lacks a required member: the raw line.
  case other(Message)

  /// The position among a room's events; `nil` if it is not a room's event.
  public var place: EventPlace? {
    switch self {
    case .moved(let event): event.place
    case .finished(let event): event.place
    case .digest(let event): event.place
    case .round(let event): event.place
    case .roundOver(let event): event.place
    case .said(let event): event.place
    case .presence(let event): event.place
    case .paused(let event): event.place
    case .stopped(let event): event.place
    case .changed(let event): event.place
    case .locked(let event): event.place
    case .trial(let event): event.place
    default: nil
    }
  }

  /// The room concerned, if there is one.
  public var room: String? {
    switch self {
    case .joined(let joined), .resumed(let joined), .resynchronised(let joined): joined.room
    case .shutOut(let room, _): room
    case .trialReport: KnownNames.trial
    case .hiddenTalk(let talk): talk.room
    default: place?.room
    }
  }
}

extension Event {
  /// Reads an event from its line.
  init(reading raw: RawEvent) {
    switch raw {
    case .link(let state): self = .link(state)
    case .shutOut(let room, let error): self = .shutOut(room: room, error)
    case .loginLost(let player, let error): self = .loginLost(player, error)
    case .passedOver(let count): self = .passedOver(count)
    case .message(let message): self = (try? Self.known(message)) ?? .other(message)
    case .joined(let kind, let message):
      guard let joined = try? message.read(as: Joined.self) else {
        self = .other(message)
        return
      }
      switch kind {
      case .joined: self = .joined(joined)
      case .resumed: self = .resumed(joined)
      case .resynchronised: self = .resynchronised(joined)
      }
    }
  }

  private static func known(_ message: Message) throws(UnreadableMessage) -> Event {
    switch message.type {
    case "moved": return .moved(try message.read())
    case "finished": return .finished(try message.read())
    case "digest": return .digest(try message.read())
    case "round": return .round(try message.read())
    case "round_over": return .roundOver(try message.read())
    case "said": return .said(try message.read())
    case "talk": return .hiddenTalk(try message.read())
    case "paused": return .paused(try message.read())
    case "stopped": return .stopped(try message.read())
    case "changed": return .changed(try message.read())
    case "locked": return .locked(try message.read())
    case "trial": return .trial(try message.read())
    case "trial_report": return .trialReport(try message.read())
    case "new_day": return .newDay(try message.read())
    case "announcement": return .announcement(try message.read())
    case "invited": return .invited(try message.read())
    case "unsaid": return .unsaid(try message.read())
    case _ where Presence.Change(rawValue: message.type) != nil:
      return .presence(try Presence(reading: MessageFields(try message.parsed())))
    default: return .other(message)
    }
  }
}

/// An event that waits for its consumer: a line is parsed only when it is taken.
enum RawEvent: Sendable {
  case link(LinkState)
  case message(Message)
  case joined(JoinedKind, Message)
  case shutOut(room: String, WireError)
  case loginLost(SavedPlayer, WireError)
  case passedOver(Int)

  enum JoinedKind {
    case joined, resumed, resynchronised
  }
}
