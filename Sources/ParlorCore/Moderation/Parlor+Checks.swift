import GameKit
import Kernel
import Names
public import WireProtocol

/// The refusals for those who are banned, muted or sent away, and where they are checked.
extension Hub {
  /// Whether a player keeps order in the server's own rooms.
  func isModerator(_ player: PlayerID) -> Bool { moderation?.isModerator(player) == true }
}

extension Parlor {
  /// Why nobody is let in from an address, in a refusal; `nil` if they are. For who has no session: a request over
  /// HTTP.
  public func refusal(of address: String, at now: Instant) -> WireError? {
    hub.moderation?.ban(of: address, at: max(now, hub.now))?
      .refusal("Your address is kept out of this server", at: hub.now)
  }

  /// Refuses a connection from a banned range before there is a session.
  ///
  /// - Returns: whether it was refused.
  func refuses(_ id: SessionID, from origin: SessionOrigin) -> Bool {
    guard let address = origin.address, let refusal = refusal(of: address, at: hub.now) else { return false }
    hub.figures.count(refusal)
    hub.effects.send(to: id, after: 0) { ErrorMessage(refusal).write(to: &$0) }
    hub.effects.close(id)
    return true
  }

  /// Why a player is kept out, in a refusal; `nil` if the player is not.
  func refusal(of player: Player) -> WireError? {
    hub.moderation?.ban(of: player.id, at: hub.now)?
      .refusal("\(player.name) is kept out of this server", at: hub.now)
  }

  /// Refuses a player who is kept out.
  func checkBan(of player: Player) throws(WireError) {
    if let refusal = refusal(of: player) { throw refusal }
  }

  /// Refuses somebody who is silent, where all can read what is said.
  func checkVoice(of player: Player, in room: Room) throws(WireError) {
    guard room.plan.code == nil,
      let mute = hub.moderation?.mute(of: player, inOwnRoom: room.mode.isPermanent, at: hub.now)
    else { return }
    throw WireError(.muted, mute.sentence("You may not talk or share here"))
  }

  /// The same for the channel.
  func checkVoiceInChannel(of player: Player) throws(WireError) {
    if let channel = hub.channel { try checkVoice(of: player, in: channel) }
  }

  /// Refuses a name of one's own choice to somebody who is muted: all who see the name read it.
  func checkNaming(of session: Session) throws(WireError) {
    try checkNaming(of: session, inOwnRoom: true)
    if let room = session.rooms.first(where: { $0.muted.contains(session.player.id) }) {
      throw WireError(.muted, "The owner of \(room.name) has silenced you: leave it before you take another name")
    }
  }

  /// The same for a room that is listed, which is none of the server's own.
  func checkNamingRoom(by session: Session) throws(WireError) { try checkNaming(of: session, inOwnRoom: false) }

  private func checkNaming(of session: Session, inOwnRoom: Bool) throws(WireError) {
    guard let mute = hub.moderation?.mute(of: session.player, inOwnRoom: inOwnRoom, at: hub.now) else { return }
    throw WireError(.muted, mute.sentence("You may not choose what others read"))
  }

  /// Refuses somebody who was sent away.
  func checkAbsence(of player: Player, from room: Room) throws(WireError) {
    if let away = hub.moderation?.absence(of: player, from: room.plan.name.folded, at: hub.now) {
      throw WireError(.kicked, away.sentence("You were sent away from \(room.name)"))
    }
  }

  /// Ends a session from this side, with a sentence; the player's seats are given up.
  func sendOff(_ session: Session, with refusal: WireError) {
    for room in session.rooms {
      room.leave(session.player, quietly: true)
      removeIfDeserted(room)
    }
    hub.send(ErrorMessage(refusal), to: session)
    end(session, because: refusal.code)
  }
}
