import GameKit
import Kernel
import Names
import WireProtocol

/// The refusals for banned, muted and excluded players.
struct Restrictions {
  fileprivate let hub: Hub
  private var moderation: (any Moderation)? { hub.moderation }

  /// The refusal of a banned address; `nil` if it is not banned.
  func refusal(of address: String) -> WireError? {
    moderation?.ban(of: address, at: hub.now)?.refusal("Your address is kept out of this server", at: hub.now)
  }

  /// The refusal of a banned player; `nil` if the player is not banned.
  func refusal(of player: Player) -> WireError? {
    moderation?.ban(of: player.id, at: hub.now)?
      .refusal("\(player.name) is kept out of this server", at: hub.now)
  }

  /// Refuses a banned player.
  func checkBan(of player: Player) throws(WireError) {
    if let refusal = refusal(of: player) { throw refusal }
  }

  /// Refuses a player who is muted in public.
  func checkVoice(of player: Player, in room: Room) throws(WireError) {
    guard room.plan.code == nil,
      let mute = moderation?.mute(of: player, inOwnRoom: room.mode.isPermanent, at: hub.now)
    else { return }
    throw WireError(.muted, mute.sentence("You may not talk or share here"))
  }

  /// The same for the channel.
  func checkVoiceInChannel(of player: Player) throws(WireError) {
    if let channel = hub.channel { try checkVoice(of: player, in: channel) }
  }

  /// Refuses a name of a muted player's choice, which others would read.
  func checkNaming(of session: Session) throws(WireError) {
    try checkNaming(of: session, inOwnRoom: true)
    if let room = session.rooms.first(where: { $0.state.muted.contains(session.player.id) }) {
      throw WireError(.muted, "The owner of \(room.name) has muted you: leave it before you take another name")
    }
  }

  /// The same for a listed room, which is none of the server's own.
  func checkNamingRoom(by session: Session) throws(WireError) { try checkNaming(of: session, inOwnRoom: false) }

  private func checkNaming(of session: Session, inOwnRoom: Bool) throws(WireError) {
    guard let mute = moderation?.mute(of: session.player, inOwnRoom: inOwnRoom, at: hub.now) else { return }
    throw WireError(.muted, mute.sentence("You may not choose what others read"))
  }

  /// Refuses an excluded player.
  func checkAbsence(of player: Player, from room: Room) throws(WireError) {
    if let away = moderation?.absence(of: player, from: room.plan.name.folded, at: hub.now) {
      throw WireError(.kicked, away.sentence("You were sent away from \(room.name)"))
    }
  }
}

extension Hub {
  /// Whether a player moderates the server's own rooms.
  func isModerator(_ player: PlayerID) -> Bool { moderation?.isModerator(player) == true }

  /// The refusals for banned, muted and excluded players.
  var restrictions: Restrictions { Restrictions(hub: self) }
}
