import GameKit
import Kernel
import Names
import TextMode
public import WireProtocol

/// The refusals for those who are banned, muted or sent away, and where they are checked.
extension Parlor {
  /// Why nobody is let in from an address, in a refusal; `nil` if they are. For who has no session: a request over
  /// HTTP.
  public func refusal(of address: String, at now: Instant) -> WireError? {
    hub.order.state.ban(of: address, at: max(now, hub.now)).map {
      hub.banned($0, "Your address is kept out of this server")
    }
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

  /// Refuses a player who is kept out.
  func checkBan(of player: Player) throws(WireError) {
    if let ban = hub.order.state.ban(of: player.id, at: hub.now) {
      throw hub.banned(ban, "\(player.name) is kept out of this server")
    }
  }

  /// Refuses somebody who is silent, where all can read what is said.
  func checkVoice(of player: Player, in room: Room) throws(WireError) {
    guard room.plan.code == nil,
      let mute = hub.order.state.mute(of: player, inOwnRoom: room.mode.isPermanent, at: hub.now)
    else { return }
    throw WireError(.muted, hub.sentence("You may not talk or share here", mute))
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
    guard let mute = hub.order.state.mute(of: session.player, inOwnRoom: inOwnRoom, at: hub.now) else { return }
    throw WireError(.muted, hub.sentence("You may not choose names", mute))
  }

  /// Refuses somebody who was sent away.
  func checkAbsence(of player: Player, from room: Room) throws(WireError) {
    if let away = hub.order.state.absence(of: player, from: room.plan.name.folded, at: hub.now) {
      throw WireError(.kicked, hub.sentence("You were sent away from \(room.name)", away))
    }
  }

  /// Whoever is silent, or was sent away, is so as well under the name of an account that the same connection logs in
  /// to: else anybody who has one would talk on.
  func carryMeasures(against player: Player, to account: Player) {
    guard hub.order.state.follows(player.id, at: hub.now), !isModerator(account), !hub.order.isDamaged else { return }
    hub.change(.followed(player.id, to: account.id))
    hub.log("measures_followed", ["player": .string(player.name), "to": .string(account.name)])
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

extension Hub {
  func banned(_ ban: StoredSanction, _ what: String) -> WireError {
    var error = WireError(.banned, sentence(what, ban))
    error.retryAfterMilliseconds = ban.until.map { Int(clamping: $0.milliseconds(since: now)) }
    return error
  }

  /// What is in force, until when and why: `You may not talk here until 2026-11-20 09:00 UTC: spam`.
  func sentence(_ what: String, _ sanction: StoredSanction) -> String {
    let until = sanction.until.map { " until \(Drawing.moment(Int($0.milliseconds))) UTC" } ?? ""
    return "\(what)\(until)" + (sanction.reason.map { ": \($0)" } ?? "")
  }
}
