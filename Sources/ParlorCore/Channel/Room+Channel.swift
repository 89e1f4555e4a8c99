import GameKit
import WireProtocol
import TextMode

/// The channel: a room of the server's own in which results are shared instead of words.
extension Room {
  /// The channel's number, which no other room is ever given.
  static let channelNumber: Int64 = 0

  /// Whether this is the channel, the one room of the server's own that has no game.
  var isChannel: Bool { plan.isPermanent && plan.game == nil }

  /// Stores a result and tells everybody who follows.
  func post(_ share: StoredShare, of player: Player, replacing old: Int64? = nil, for requester: Requester? = nil) {
    hub.keep(player)
    if let old { hub.journal.append(.channel(.unshared(old))) }
    hub.journal.append(.channel(.shared(share)))
    let result = SharedResult(share, name: player.name, isBot: player.isBot)
    publish(.shared(result, id: player.id, replaced: old.map { Int($0) }), for: requester)
    answerNonMember(requester) { Shared(place: nil, result: result, replaced: old.map { Int($0) }) }
  }

  /// Takes a result back.
  func withdraw(_ share: Int64, of player: Player, for requester: Requester?) {
    hub.journal.append(.channel(.unshared(share)))
    publish(.unshared(player: player.name, id: player.id, share: Int(share)), for: requester)
    answerNonMember(requester) { Unshared(place: nil, player: player.name, share: Int(share)) }
  }

  /// A shared result is taken away by those who keep order.
  func withdraw(_ share: Int64, named name: String, of player: PlayerID) {
    hub.journal.append(.channel(.unshared(share)))
    publish(.unshared(player: name, id: player, share: Int(share)))
  }

  /// Everything that a player has shared is gone, and nothing of it is told to those who resume.
  func withdrawAll(of player: Player) {
    publish(.unshared(player: player.name, id: player.id, share: nil))
  }

  /// Sets or takes back a reaction.
  ///
  /// - Parameter reactions: all reactions to the result after it.
  func react(
    _ emoji: Reaction?, to share: StoredShare, by player: Player, reactions: [(emoji: Reaction, count: Int)],
    for requester: Requester?
  ) {
    hub.keep(player)
    hub.journal.append(.channel(.reacted(share: share.id, player: player.id, emoji: emoji?.rawValue)))
    let reaction = SharedReaction(
      share: Int(share.id), owner: share.player, emoji: emoji, reactions: reactions)
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
  let reactions: [(emoji: Reaction, count: Int)]

  func message(at place: EventPlace?, by player: String) -> Reacted {
    Reacted(place: place, share: share, player: player, emoji: emoji, reactions: reactions)
  }
}

/// What those who resume are not told, since it is no longer in the channel.
struct Withdrawn {
  private var shares: Set<Int> = []
  private var players: Set<PlayerID> = []

  /// Looks through events that are about to be told.
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
