import GameKit
import WireProtocol

/// Something that happened in a room: a fact, which changes the room (``RoomState/apply(_:_:at:)``), with everything
/// needed to show it to any viewer, now or on resume.
struct RoomEvent {
  /// What happened.
  indirect enum Content {
    case moved(player: String, id: PlayerID, turn: Turn, scope: PuzzleScope)
    case finished(player: String, id: PlayerID, result: Seat.Result, share: String, scope: PuzzleScope)
    case round(Deal)
    case roundOver(number: Int, standings: [Standing], solution: [JSON], scope: PuzzleScope, nextAt: Instant?)
    /// `scope` is set when the speaker may know a puzzle that others still play.
    case said(player: String, id: PlayerID, text: String, scope: PuzzleScope?)
    /// The owner says how rounds go on.
    case directed(Direction, player: String, id: PlayerID)
    case presence(Presence.Change, player: String, id: PlayerID, details: PresenceDetails)
    /// In the channel: a result was shared, perhaps in place of an earlier claim.
    case shared(SharedResult, id: PlayerID, replaced: Int?)
    /// In the channel: a result is gone, or (`nil`) everything of a player who was forgotten.
    case unshared(player: String, id: PlayerID, share: Int?)
    /// In the channel: somebody has reacted to a result.
    case reacted(player: String, id: PlayerID, SharedReaction)
    /// What it said about a player who was forgotten is gone, and it is sent to nobody any more.
    case removed
  }

  /// Details of a change of who is here.
  struct PresenceDetails {
    var isWatching = false
    var reason: String?
    var name: String?
    var isMuted: Bool?
    /// What nobody gets.
    var privateDetails = PrivateDetails()

    struct PrivateDetails {
      /// The number of the board that somebody is given who takes a seat in a round under way; `nil` where there is one
      /// already, or none.
      var board: Int64?
      /// Whether somebody who enters is silent, having come from where somebody was silenced.
      var isSilenced = false
      /// Where somebody was last here from who is sent away, silenced, or may talk again.
      var address: Exclusions.Address?

      var isEmpty: Bool { board == nil && !isSilenced && address == nil }
    }
  }

  /// Stands for the player of a move that nobody made: no player has the number.
  static let nobody = PlayerID(0)

  let seq: Int
  let content: Content
  /// Its line of the room's document, where that is written already.
  var written: [UInt8]?

  /// What is kept of it for sessions that resume: without what nobody gets.
  var told: RoomEvent {
    if isToldWhole { return self }
    switch content {
    case .round(let deal): return RoomEvent(seq: seq, content: .round(deal.told))
    case .presence(let change, let player, let id, var details):
      details.privateDetails = PresenceDetails.PrivateDetails()
      return RoomEvent(seq: seq, content: .presence(change, player: player, id: id, details: details))
    default: return self
    }
  }

  /// Whether that is all of it.
  var isToldWhole: Bool {
    switch content {
    case .round: false
    case .presence(_, _, _, let details): details.privateDetails.isEmpty
    default: true
    }
  }

  /// Whether it tells nothing any more.
  var isRemoved: Bool { if case .removed = content { true } else { false } }

  /// Whether large rooms fold the event into the next digest instead of telling everybody.
  var isDigested: Bool {
    switch content {
    case .presence(let change, _, _, _): change != .owner
    case .moved, .finished, .reacted: true
    case .round, .roundOver, .directed, .said, .shared, .unshared, .removed: false
    }
  }
}

extension RoomEvent {
  /// Calls a body with each player whom the event names.
  func forEachPlayer(_ body: (PlayerID) -> Void) {
    switch content {
    case .moved(_, let id, _, _), .finished(_, let id, _, _, _), .said(_, let id, _, _), .presence(_, _, let id, _),
      .directed(_, _, let id), .shared(_, let id, _), .unshared(_, let id, _):
      body(id)
    case .reacted(_, let id, let reaction):
      body(id)
      body(reaction.owner)
    case .roundOver(_, let standings, _, _, _): for standing in standings { body(standing.id) }
    case .round, .removed: break
    }
  }

  /// An event that names a player, as it may be sent once that one is forgotten: the end of a round under another name,
  /// else nothing.
  func without(_ player: PlayerID) -> RoomEvent {
    guard case .roundOver(let number, let standings, let solution, let scope, let nextAt) = content else {
      return RoomEvent(seq: seq, content: .removed)
    }
    let others = standings.map { standing in
      standing.id == player
        ? Standing(place: standing.place, player: "somebody", id: PlayerID(-1), result: nil, progress: 0, wins: 0)
        : standing
    }
    return RoomEvent(
      seq: seq,
      content: .roundOver(number: number, standings: others, solution: solution, scope: scope, nextAt: nextAt))
  }
}

/// One player's place in a round, under the name the player had then.
struct Standing {
  /// 0 for none.
  let place: Int
  let player: String
  let id: PlayerID
  let result: Seat.Result?
  /// How far somebody came who did not finish.
  let progress: Int
  let wins: Int
  /// What it has made of the player's rating; `nil` where it was not rated.
  var rating: Change?

  struct Change: Hashable {
    /// As it is shown.
    let value: Int
    let change: Int
  }
}
