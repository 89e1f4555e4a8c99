import GameKit
import WireProtocol

/// House bots that can be invited, and the tables that they were invited to.
///
/// All of it is in memory: a bot offers itself again after a reconnect.
final class HouseBots {
  /// A bot's offer.
  struct Offer {
    let games: Set<String>
    let tables: Int
  }

  /// A bot's invitation to a table.
  struct Invitation {
    let bot: SessionID
    let room: Room
    /// The address that invited it.
    let address: String
    let at: Instant
    /// Whether the bot is free again: the room is closed, or the bot has left it. It still counts for the address.
    var isOver = false
  }

  private(set) var offers: [(bot: SessionID, offer: Offer)] = []
  private(set) var invitations: [Invitation] = []

  /// How long a bot may take to join.
  static let arrivalMilliseconds: Int64 = 15_000

  /// An offer for no tables ends a bot's invitations.
  func offer(_ offer: Offer, by bot: SessionID) {
    offers.removeAll { $0.bot == bot }
    if offer.tables > 0 { offers.append((bot, offer)) }
  }

  func invite(_ invitation: Invitation) { invitations.append(invitation) }

  /// Drops what is over: disconnected bots, and invitations to tables where the bot does not sit any more.
  func prune(at now: Instant, _ session: (SessionID) -> Session?) {
    offers.removeAll { session($0.bot) == nil }
    for index in invitations.indices where invitations[index].room.isClosed { invitations[index].isOver = true }
    invitations.removeAll { invitation in
      guard let bot = session(invitation.bot) else { return true }
      if !invitation.isOver, invitation.room.members[bot.player.id]?.isWatching == false { return false }
      return invitation.at.adding(milliseconds: Self.arrivalMilliseconds) <= now
    }
  }

  /// A bot has left a room, or was sent away: it is free at once.
  func leave(_ room: Room, _ bot: SessionID) {
    for index in invitations.indices where invitations[index].room === room && invitations[index].bot == bot {
      invitations[index].isOver = true
    }
  }

  /// The number of bots at an address's tables or invited to them.
  func count(from address: String) -> Int { invitations.count { $0.address == address } }

  /// The number of bots on their way to a room.
  func arriving(at room: Room, _ session: (SessionID) -> Session?) -> Int {
    invitations.count { invitation in
      guard !invitation.isOver, invitation.room === room, let bot = session(invitation.bot) else { return false }
      return room.members[bot.player.id] == nil
    }
  }

  /// The number of tables that a bot is at, or on its way to.
  func tables(of bot: SessionID) -> Int { invitations.count { !$0.isOver && $0.bot == bot } }
}
