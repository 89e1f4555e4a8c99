public import WireProtocol

/// What a client hears without having asked, and its own deeds among it, in the order in which they happened.
///
/// Every event of a room that the client is in comes exactly once, also across lost links. What was missed and cannot
/// be had any more is replaced by ``resynchronised(_:)``, which describes the room as it is.
public enum Event: Sendable {
  /// The link has changed.
  case link(LinkState)
  /// The client is in a room now, by `join`, `watch` or `create`, or because the server has kept its place.
  case joined(Joined)
  /// The link was lost and the room is followed again; every event that was missed comes after this.
  case resumed(Joined)
  /// The link was lost, or events have been passed over, and what was missed cannot be had any more: forget what you
  /// know of the room, this is how it is. Own moves that were acknowledged are in it.
  case resynchronised(Joined)
  /// The client cannot go on in a room that it was in: the room is gone, or the client is not let in.
  case shutOut(room: String, WireError)
  /// The server does not know the player any more, whose token opens nothing; the client goes on as a guest.
  case loginLost(SavedPlayer, WireError)
  /// Somebody moved: oneself, too.
  case moved(Moved)
  /// Somebody is done with a puzzle.
  case finished(Finished)
  /// What happened in a large room of late.
  case digest(Digest)
  /// A round has begun.
  case round(Round)
  /// A round is over.
  case roundOver(RoundOver)
  /// Somebody said something.
  case said(Said)
  /// What was hidden from the client when it was said, and is not any more.
  case hiddenTalk(HiddenTalk)
  /// Somebody came, went, was renamed or silenced, or owns the room now.
  case presence(Presence)
  /// The room's owner lets the rounds wait, or go on.
  case paused(Paused)
  /// The room's owner has stopped the rounds.
  case stopped(Stopped)
  /// The room's owner has changed how long rounds last.
  case changed(Changed)
  /// A trial as it stands: it has been opened, or the player has come back to it after the link was lost.
  case trial(TrialAnswer)
  /// A trial is over.
  case trialReport(TrialReport)
  /// A civil day has begun; daily rooms have dealt new boards.
  case newDay(NewDay)
  /// Those who run the server have something to say, to everybody or to a room.
  case announcement(Announcement)
  /// A bot of the house is asked to a table.
  case invited(Invited)
  /// What a player has said in a room was taken back: it is to be shown no more.
  case unsaid(Unsaid)
  /// So many messages that belong to no room were passed over because nobody took the events before them.
  case passedOver(Int)
  /// A message that this library does not know, or that is not what its type promises: the line as it came.
  case other(Message)

  /// Where in a room's events it stands; `nil` for what is no room's event.
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
    case .trial(let event): event.place
    default: nil
    }
  }

  /// The room that it is about, if it is about one.
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
  /// Reads an event from the line that brought it.
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
    case "trial": return .trial(try message.read())
    case "trial_report": return .trialReport(try message.read())
    case "new_day": return .newDay(try message.read())
    case "announcement": return .announcement(try message.read())
    case "invited": return .invited(try message.read())
    case "unsaid": return .unsaid(try message.read())
    case _ where Presence.Change(rawValue: message.type) != nil: return .presence(try message.presence())
    default: return .other(message)
    }
  }
}

extension Message {
  fileprivate func presence() throws(UnreadableMessage) -> Presence {
    let document = JSONDocument()
    do { try document.parse(line) } catch { throw UnreadableMessage("\"\(type)\" is not JSON: \(error)") }
    return try Presence(reading: MessageFields(document.root))
  }
}

/// An event as it waits for its consumer: what came as a line stays one until somebody looks at it.
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
