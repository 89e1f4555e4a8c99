import GameKit
import WireProtocol

/// Something that happened in a room, with everything needed to show it to any viewer, now or on resume.
struct RoomEvent {
  /// What happened.
  enum Content {
    case moved(player: String, id: PlayerID, turn: Turn, scope: PuzzleScope)
    case finished(player: String, id: PlayerID, outcome: Outcome, share: String, scope: PuzzleScope)
    case round(number: Int, endsAt: Instant?)
    case roundOver(number: Int, standings: [Standing], solution: [JSON], scope: PuzzleScope, nextAt: Instant?)
    /// `scope` is set when the speaker may know a puzzle that others still play.
    case said(player: String, text: String, scope: PuzzleScope?)
    case presence(Presence.Change, player: String, id: PlayerID, details: PresenceDetails)
    /// In the channel: a result was shared, perhaps in place of an earlier claim.
    case shared(SharedResult, id: PlayerID, replaced: Int?)
    /// In the channel: a result is gone, or (`nil`) everything of a player who was forgotten.
    case unshared(player: String, id: PlayerID, share: Int?)
    /// In the channel: somebody has reacted to a result.
    case reacted(player: String, id: PlayerID, SharedReaction)
  }

  /// Details of a change of who is here.
  struct PresenceDetails {
    var isWatching = false
    var reason: String?
    var name: String?
    var isMuted: Bool?
  }

  let seq: Int
  let content: Content

  /// Whether large rooms fold the event into the next digest instead of telling everybody.
  var isDigested: Bool {
    switch content {
    case .moved, .finished, .presence, .reacted: true
    case .round, .roundOver, .said, .shared, .unshared: false
    }
  }
}

extension RoomEvent.Content {
  /// Whether the event comes with a change of who has which place, or of the round.
  var changesPlaces: Bool {
    switch self {
    case .presence, .round, .roundOver: true
    case .moved, .finished, .said, .shared, .unshared, .reacted: false
    }
  }
}

/// One player's place in a round, under the name the player had then.
struct Standing {
  let place: Int
  let player: String
  let result: Seat.Result?
  /// How far somebody came who did not finish.
  let progress: Int
  let wins: Int
}

/// The last events of a room, for those who come back.
struct EventLog {
  private var events: [RoomEvent] = []
  private var start = 0
  private let capacity: Int

  init(capacity: Int) { self.capacity = capacity }

  mutating func append(_ event: RoomEvent) {
    guard capacity > 0 else { return }
    if events.count < capacity {
      events.append(event)
    } else {
      events[start] = event
      start = (start + 1) % capacity
    }
  }

  /// The events after `seq` up to `last`; `nil` when some of them are no longer kept.
  func events(after seq: Int, upTo last: Int) -> [RoomEvent]? {
    guard seq <= last else { return nil }
    guard seq < last else { return [] }
    let missed = last - seq
    guard missed <= events.count else { return nil }
    return (events.count - missed..<events.count).map { events[(start + $0) % events.count] }
  }
}
