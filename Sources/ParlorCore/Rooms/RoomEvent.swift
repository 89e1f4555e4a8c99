import GameKit
import WireProtocol

/// An event of a room: a fact, which changes the room (``RoomState/apply(_:_:at:)``), with everything needed to show it
/// to any viewer, now or on resume.
struct RoomEvent {
  /// What happened.
  indirect enum Content {
    case moved(Turn, scope: PuzzleScope)
    case finished(Seat.Result, share: String, scope: PuzzleScope)
    case round(Deal)
    case roundOver(number: Int, standings: [Standing], solution: [JSON], scope: PuzzleScope, nextAt: Instant?)
    /// `scope` is set if the speaker may know a puzzle that others still play.
    case said(String, scope: PuzzleScope?)
    /// The owner's decision about rounds.
    case directed(Direction)
    case presence(Presence.Change, PresenceDetails)
    /// In the channel: a result was shared, and may replace an earlier claim.
    case shared(SharedResult, replaced: Int?)
    /// In the channel: a result is gone, or (`nil`) everything of a forgotten player.
    case unshared(share: Int?)
    /// In the channel: a player has reacted to a result.
    case reacted(SharedReaction)
    /// Its content was about a forgotten player and is removed; it is not sent any more.
    case removed
  }

  /// Details of a join or leave.
  struct PresenceDetails {
    var isWatching = false
    var reason: String?
    var name: String?
    var isMuted: Bool?
    /// The part that no client gets.
    var privateDetails = PrivateDetails()

    struct PrivateDetails {
      /// The number of the new board of a player who takes a seat in the current round; `nil` if there is one already,
      /// or none.
      var board: Int64?
      /// Whether a joining player is muted, having come from the address of a muted one.
      var isMuted = false
      /// The last address of a player who is sent away, muted, or allowed to talk again.
      var address: Exclusions.Address?

      var isEmpty: Bool { board == nil && !isMuted && address == nil }
    }
  }

  /// The player of a move made by nobody: no player has the number.
  static let nobody = PlayerID(0)

  let seq: Int
  /// Whose it is.
  let actor: Actor
  let content: Content
  /// Its line of the room's document, if that is written already.
  var written: [UInt8]?

  /// A player, and the name at that time; or ``nobody``, who may have a name.
  struct Actor {
    let name: String
    let id: PlayerID

    init(_ name: String, _ id: PlayerID) { (self.name, self.id) = (name, id) }

    init(_ player: Player) { self.init(player.name, player.id) }

    static let nobody = Actor("", RoomEvent.nobody)
  }

  init(seq: Int, by actor: Actor = .nobody, _ content: Content, written: [UInt8]? = nil) {
    (self.seq, self.actor, self.content, self.written) = (seq, actor, content, written)
  }

  /// The form for resuming sessions: without private details.
  var told: RoomEvent {
    if isToldWhole { return self }
    switch content {
    case .round(let deal): return RoomEvent(seq: seq, .round(deal.told))
    case .presence(let change, var details):
      details.privateDetails = PresenceDetails.PrivateDetails()
      return RoomEvent(seq: seq, by: actor, .presence(change, details))
    default: return self
    }
  }

  /// Whether that is all of it.
  var isToldWhole: Bool {
    switch content {
    case .round: false
    case .presence(_, let details): details.privateDetails.isEmpty
    default: true
    }
  }

  /// Whether its content is removed.
  var isRemoved: Bool { if case .removed = content { true } else { false } }

  /// Whether large rooms add the event to the next digest instead of sending it to everybody.
  var isDigested: Bool {
    switch content {
    case .presence(let change, _): change != .owner
    case .moved, .finished, .reacted: true
    case .round, .roundOver, .directed, .said, .shared, .unshared, .removed: false
    }
  }
}

extension RoomEvent {
  /// Calls a body with each player that the event names.
  func forEachPlayer(_ body: (PlayerID) -> Void) {
    if actor.id != Self.nobody { body(actor.id) }
    switch content {
    case .reacted(let reaction): body(reaction.owner)
    case .roundOver(_, let standings, _, _, _): for standing in standings { body(standing.id) }
    default: break
    }
  }

  /// An event that names a player, in the form after that one is forgotten: the end of a round under another name,
  /// otherwise without content.
  func without(_ player: PlayerID) -> RoomEvent {
    guard case .roundOver(let number, let standings, let solution, let scope, let nextAt) = content else {
      return RoomEvent(seq: seq, .removed)
    }
    let others = standings.map { standing in
      standing.id == player
        ? Standing(place: standing.place, player: "somebody", id: PlayerID(-1), result: nil, progress: 0, wins: 0)
        : standing
    }
    return RoomEvent(
      seq: seq, .roundOver(number: number, standings: others, solution: solution, scope: scope, nextAt: nextAt))
  }
}

/// One player's place in a round, under the player's name at that time.
struct Standing {
  /// 0 for none.
  let place: Int
  let player: String
  let id: PlayerID
  let result: Seat.Result?
  /// How far an unfinished player got.
  let progress: Int
  let wins: Int
  /// The change of the player's rating; `nil` if it was not rated.
  var rating: Change?

  struct Change: Hashable {
    /// Rounded, for people.
    let value: Int
    let change: Int
  }
}
