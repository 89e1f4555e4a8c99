package import GameKit
import TextMode
package import WireProtocol

/// Sanctions, moderators and the audit log, provided by a feature. Without it nobody is banned, muted or a moderator,
/// and acts are in the server log only.
package protocol Moderation: AnyObject {
  /// The ban of an address; `nil` if there is none.
  func ban(of address: String, at now: Instant) -> Sanction?
  /// The ban of a player.
  func ban(of player: PlayerID, at now: Instant) -> Sanction?
  /// The mute of a player, in the server's own rooms or elsewhere. Read for each line of talk.
  func mute(of player: Player, inOwnRoom: Bool, at now: Instant) -> Sanction?
  /// The exclusion of a player from a room, by its folded name.
  func absence(of player: Player, from room: String, at now: Instant) -> Sanction?
  /// The kinds of sanctions in force on a player, in order.
  func kindsInForce(against player: PlayerID, at now: Instant) -> [String]
  /// Whether a player is a moderator.
  func isModerator(_ player: PlayerID) -> Bool
  /// The session of a player continues with an account, to which the player's mutes apply.
  func carry(from player: Player, to account: Player, _ server: ServerContext)
  /// The number of the next act.
  var nextAct: Int64 { get }
  /// Adds an act to the audit log.
  func record(_ act: Act, _ server: ServerContext)
  /// Refuses acts while stored acts are damaged.
  ///
  /// - Throws: `data_damaged`.
  func checkSound() throws(WireError)
}

/// A sanction in force.
package struct Sanction {
  /// When it ends by itself; `nil` for never.
  let until: Instant?
  let reason: String?

  package init(until: Instant?, reason: String?) { (self.until, self.reason) = (until, reason) }

  /// What is in force, until when and why: `You may not talk here until 2026-11-20 09:00 UTC: spam`.
  package func sentence(_ what: String) -> String {
    let until = until.map { " until \(Drawing.moment(Int($0.milliseconds))) UTC" } ?? ""
    return "\(what)\(until)" + (reason.map { ": \($0)" } ?? "")
  }

  /// The refusal for a banned or excluded player.
  package func refusal(_ what: String, at now: Instant) -> WireError {
    var error = WireError(.banned, sentence(what))
    error.retryAfterMilliseconds = until.map { Int(clamping: $0.milliseconds(since: now)) }
    return error
  }
}

/// The blocks between players, provided by a feature. Read for each line of talk.
package protocol Blocking: AnyObject {
  /// The players who have blocked a player; `nil` for none.
  func blockers(of author: PlayerID) -> Set<PlayerID>?
}
