import GameKit
import Kernel

/// A player whose node has lost its link to this core.
struct LostLink {
  let player: Player
  /// The rooms that the session was in.
  let rooms: [Room]
}

/// Sessions whose link is lost: in a cluster, a node may come back over another link with the connections that it
/// holds.
///
/// Until then, for at most ``linkGrace``, their players count as here: nobody gets a message that they are away, and
/// guests, whom nobody else could come back to, keep rooms, boards and names.
extension Parlor {
  /// How long a node may take to come back, in milliseconds: it tries again every 1.6 s at least.
  static let linkGrace: Int64 = 10_000

  /// The link over which a session has come is lost, and nobody knows about its connection.
  public func detach(_ id: SessionID, at now: Instant) {
    advance(to: now)
    attaching.remove(id)
    guard let session = sessions[id] else { return }
    // Where a connection has nothing to come back with, it is gone.
    guard session.snapshot != nil, session.closing == nil, !isReading else { return close(id, at: now) }
    let link = LostLink(player: session.player, rooms: session.rooms)
    forget(session)
    endParts(of: session)
    session.rooms = []
    session.player.session = nil
    keepSoloRoom(of: session.player)
    hub.lostLinks[link.player.id] = link
    hub.lostLinksDue.set(link.player.id, at: now.adding(milliseconds: Self.linkGrace))
    noteDeparture(of: link.player)
  }

  /// A player whose link was lost is here again by that connection.
  func reattach(_ player: Player) -> LostLink? {
    hub.lostLinksDue.set(player.id, at: nil)
    return hub.lostLinks.removeValue(forKey: player.id)
  }

  /// A player whose link was lost is away, or gone, as if the connection had just been closed.
  func endLostLink(of player: PlayerID) {
    hub.lostLinksDue.set(player, at: nil)
    guard let link = hub.lostLinks.removeValue(forKey: player) else { return }
    lose(link.player, from: link.rooms)
    leave(link.player)
  }

  /// Nodes that have not come back in time have lost their players.
  func endLostLinks() {
    while let player = hub.lostLinksDue.popDue(at: hub.now) { endLostLink(of: player) }
  }

  /// Rooms keep a player's place, or give it up.
  func lose(_ player: Player, from rooms: [Room], reason: String? = nil) {
    for room in rooms {
      room.lose(player, reason: reason)
      removeIfDeserted(room)
    }
  }

  /// A player without a session is forgotten, where nobody can ever come back.
  func leave(_ player: Player) {
    guard !player.canReturn else { return }
    players.remove(player)
    kernel.publish(PlayerGone(parlor: self, player: player.id))
    for room in dailyRooms { room.dayBoards?.drop(player.id) }
  }
}
