import GameKit
import Kernel

/// A player whose node has lost its link to this core.
struct LostLink {
  let player: Player
  /// The rooms that the session was in.
  let rooms: [Room]
}

/// Sessions whose link is lost: in a cluster, a node may return over another link with its connections.
///
/// Until then, for at most ``linkGrace``, their players count as present: nobody is told that they are away, and
/// guests, who could not return otherwise, keep rooms, boards and names.
extension Departures {
  /// How long a node may take to return, in milliseconds: it retries every 1.6 s at least.
  static let linkGrace: Int64 = 10_000

  /// The link of a session is lost, and the state of its connection is unknown.
  func detach(_ session: Session, _ server: ServerContext) {
    let player = session.player
    let link = LostLink(player: player, rooms: session.rooms)
    forget(session, server)
    parts.end(of: session, server)
    session.rooms = []
    player.session = nil
    soloRooms.keep(of: player)
    lostLinks[player.id] = link
    lostLinksDue.set(player.id, at: hub.now.adding(milliseconds: Self.linkGrace))
    note(player)
  }

  /// A player with a lost link has returned by that connection.
  func reattach(_ player: Player) -> LostLink? {
    lostLinksDue.set(player.id, at: nil)
    return lostLinks.removeValue(forKey: player.id)
  }

  /// Ends a player's lost link, as if the connection had just been closed.
  func endLostLink(of player: PlayerID, _ server: ServerContext) {
    lostLinksDue.set(player, at: nil)
    guard let link = lostLinks.removeValue(forKey: player) else { return }
    lose(link.player, from: link.rooms)
    forgetIfGone(link.player, server)
  }

  /// Ends the lost links of nodes that have not returned in time.
  func endLostLinks(_ server: ServerContext) {
    while let player = lostLinksDue.popDue(at: hub.now) { endLostLink(of: player, server) }
  }

  /// Deletes guests who cannot return and whose connections have not come.
  func forgetLostGuests(_ server: ServerContext) {
    guard let due = lostGuestsDue, due <= hub.now else { return }
    lostGuestsDue = nil
    hub.missedEvents = [:]
    for player in Array(players.present)
    where player.session == nil && !player.canReturn && lostLinks[player.id] == nil {
      forget(player, server)
    }
  }

  private func forget(_ guest: Player, _ server: ServerContext) {
    players.remove(guest)
    hub.kernel.publish(PlayerGone(parlor: server.parlor, player: guest.id))
    for room in rooms.inOrder {
      if room.members[guest.id] != nil { room.leave(guest, quietly: true) }
      room.dayBoards?.drop(guest.id)
      rooms.removeIfDeserted(room)
    }
  }
}
