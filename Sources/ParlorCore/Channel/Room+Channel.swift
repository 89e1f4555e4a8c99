import GameKit
import Kernel
import WireProtocol
import TextMode

/// The channel: a room of the server's own in which results are shared instead of words.
extension Room {
  /// The channel's number, which no other room is ever given.
  static let channelNumber: Int64 = 0

  /// Shares a result and tells everybody who follows.
  ///
  /// - Parameter old: the result whose place it takes.
  func post(
    _ share: StoredShare, of player: Player, replacing old: Document<ShareDocument>? = nil,
    for requester: Requester? = nil
  ) {
    hub.keep(player)
    old?.emit(.withdrawn, through: hub)
    hub.shares.new(share.id).emit(.shared(share), through: hub)
    player.shareChanges += 1
    let result = SharedResult(share, name: player.name, isBot: player.isBot)
    let replaced = old.map { Int($0.id.key) }
    publish(.shared(result, id: player.id, replaced: replaced), for: requester)
    answerNonMember(requester) { Shared(place: nil, result: result, replaced: replaced) }
  }

  /// A result is taken back, or taken away by those who keep order.
  func withdraw(_ share: Document<ShareDocument>, of player: Player, for requester: Requester? = nil) {
    share.emit(.withdrawn, through: hub)
    player.shareChanges += 1
    let number = Int(share.id.key)
    publish(.unshared(player: player.name, id: player.id, share: number), for: requester)
    answerNonMember(requester) { Unshared(place: nil, player: player.name, share: number) }
  }

  /// Everything that a player has shared is gone, and sessions that resume get none of it.
  func withdrawAll(of player: Player) {
    publish(.unshared(player: player.name, id: player.id, share: nil))
  }

  /// Sets or takes back a reaction.
  func react(
    _ emoji: Reaction?, to share: Document<ShareDocument>, of owner: PlayerID, by player: Player,
    for requester: Requester?
  ) {
    hub.keep(player)
    share.emit(.reacted(player.id, emoji), through: hub)
    let reaction = SharedReaction(
      share: Int(share.id.key), owner: owner, emoji: emoji, reactions: share.state.reactionCounts)
    publish(.reacted(player: player.name, id: player.id, reaction), for: requester)
    answerNonMember(requester) { reaction.message(at: nil, by: player.name) }
  }

  /// Somebody who does not follow the channel is answered all the same, without a place among its events.
  private func answerNonMember(_ requester: Requester?, _ message: () -> some Drawable) {
    guard let requester, members[requester.session.player.id]?.session !== requester.session else { return }
    hub.send(message(), to: requester.session, answering: requester.re, after: ticket)
  }
}

/// How somebody has reacted to a shared result.
struct SharedReaction {
  let share: Int
  /// Whose result it is: with a player who is forgotten, answers to what that player has shared go too.
  let owner: PlayerID
  let emoji: Reaction?
  let reactions: Reactions

  func message(at place: EventPlace?, by player: String) -> Reacted {
    Reacted(place: place, share: share, player: player, emoji: emoji, reactions: reactions)
  }
}

/// What sessions that resume do not get, since it is no longer in the channel.
struct Withdrawn {
  private var shares: Set<Int> = []
  private var players: Set<PlayerID> = []

  /// Looks through events that are about to be sent.
  init(_ events: [RoomEvent]) {
    for event in events {
      switch event.content {
      case .unshared(_, let player, let share):
        if let share { shares.insert(share) } else { players.insert(player) }
      case .shared(_, _, let replaced): if let replaced { shares.insert(replaced) }
      default: break
      }
    }
  }

  func holds(_ event: RoomEvent) -> Bool {
    switch event.content {
    case .shared(let result, let player, _): shares.contains(result.id) || players.contains(player)
    case .reacted(_, let player, let reaction):
      shares.contains(reaction.share) || players.contains(player) || players.contains(reaction.owner)
    default: false
    }
  }
}
