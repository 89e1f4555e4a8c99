package import GameKit
import Kernel
import TextMode
package import WireProtocol

/// The channel: a room of the server's own in which results are shared instead of talk. A feature stores what is shared
/// (``SharedResults``).
extension Room {
  /// The channel's number, which no other room gets.
  static let channelNumber: Int64 = 0

  /// Withdraws everything that a player has shared, also for resuming sessions.
  func withdrawAll(of player: Player) {
    publish(.unshared(share: nil), by: .init(player))
  }

  /// Answers a session that does not follow the channel, without a place among its events.
  fileprivate func answerNonMember(_ requester: Requester?, _ message: () -> some Drawable) {
    guard let requester, members[requester.session.player.id]?.session !== requester.session else { return }
    hub.send(message(), to: requester.session, answering: requester.re, after: ticket)
  }
}

/// The channel for the feature that shares results there. Valid during the call only.
package struct ChannelRoom: HubContext {
  fileprivate let room: Room
  package var hub: Hub { room.hub }

  /// A new key for a document of a kind.
  package func newKey(of kind: UInt8) -> Int64 { hub.numbers.nextKey(of: kind) }

  /// Notifies all followers of a shared result.
  ///
  /// - Parameters:
  ///   - replaced: the number of the result that it replaces.
  ///   - context: the session to be answered.
  package func publish(
    _ result: SharedResult, of player: Player, replacing replaced: Int?, answering context: SessionContext?
  ) {
    player.shareChanges &+= 1
    room.publish(
      .shared(result, replaced: replaced), by: .init(result.player, player.id), for: context?.requester)
    room.answerNonMember(context?.requester) { Shared(place: nil, result: result, replaced: replaced) }
  }

  /// Notifies all followers of a withdrawn or removed result.
  package func publishRemoval(of share: Int, by player: Player, answering context: SessionContext?) {
    player.shareChanges &+= 1
    room.publish(.unshared(share: share), by: .init(player), for: context?.requester)
    room.answerNonMember(context?.requester) { Unshared(place: nil, player: player.name, share: share) }
  }

  /// Notifies all followers of a reaction that is set or removed.
  package func publish(_ reaction: SharedReaction, by player: Player, answering context: SessionContext) {
    room.publish(.reacted(reaction), by: .init(player), for: context.requester)
    room.answerNonMember(context.requester) { reaction.message(at: nil, by: player.name) }
  }
}

extension SessionContext {
  /// The channel, if it can be written to.
  ///
  /// - Throws: `storage_unavailable`.
  package func openChannel() throws(WireError) -> ChannelRoom {
    try hub.requireStorage()
    guard let channel = parlor.hub.channel else { throw Parlor.storageUnavailable }
    return ChannelRoom(room: channel)
  }

  /// Refuses a player who is muted in the channel.
  package func checkVoiceInChannel() throws(WireError) { try hub.restrictions.checkVoiceInChannel(of: player) }

  var requester: Requester { Requester(session: session, re: re) }
}

extension PlayerDay {
  /// The channel; `nil` on a server without one.
  package var channel: ChannelRoom? { hub.channel.map(ChannelRoom.init) }

  /// The same, unless the player is muted there.
  package var channelToTalk: ChannelRoom? {
    (try? hub.restrictions.checkVoiceInChannel(of: player)) == nil ? nil : channel
  }
}

/// A reaction to a shared result.
package struct SharedReaction {
  let share: Int
  /// The result's owner: forgetting that player removes the reactions too.
  let owner: PlayerID
  let emoji: Reaction?
  let reactions: Reactions

  package init(share: Int, owner: PlayerID, emoji: Reaction?, reactions: Reactions) {
    (self.share, self.owner, self.emoji, self.reactions) = (share, owner, emoji, reactions)
  }

  func message(at place: EventPlace?, by player: String) -> Reacted {
    Reacted(place: place, share: share, player: player, emoji: emoji, reactions: reactions)
  }
}

/// The events that resuming sessions do not get, since they were withdrawn.
struct Withdrawn {
  private var shares: Set<Int> = []
  private var players: Set<PlayerID> = []

  /// Examines events that are about to be sent.
  init(_ events: [RoomEvent]) {
    for event in events {
      switch event.content {
      case .unshared(let share): if let share { shares.insert(share) } else { players.insert(event.actor.id) }
      case .shared(_, let replaced): if let replaced { shares.insert(replaced) }
      default: break
      }
    }
  }

  func holds(_ event: RoomEvent) -> Bool {
    switch event.content {
    case .shared(let result, _): shares.contains(result.id) || players.contains(event.actor.id)
    case .reacted(let reaction):
      shares.contains(reaction.share) || players.contains(event.actor.id) || players.contains(reaction.owner)
    default: false
    }
  }
}
