package import GameKit
import TextMode
package import WireProtocol

/// Sanctions, moderators and the audit log, as a feature keeps them. Without it nobody is kept out, silent or a
/// moderator, and acts stand in the server's log alone.
package protocol Moderation: AnyObject {
  /// Why nobody comes in from an address; `nil` if they may.
  func ban(of address: String, at now: Instant) -> Sanction?
  /// Why a player is kept out.
  func ban(of player: PlayerID, at now: Instant) -> Sanction?
  /// Why a player is silent; in the server's own rooms, or elsewhere. Asked for each line of talk.
  func mute(of player: Player, inOwnRoom: Bool, at now: Instant) -> Sanction?
  /// Why a player is kept out of a room, by its folded name.
  func absence(of player: Player, from room: String, at now: Instant) -> Sanction?
  /// The kinds of what is in force against a player, in their order.
  func kindsInForce(against player: PlayerID, at now: Instant) -> [String]
  /// Whether a player is a moderator.
  func isModerator(_ player: PlayerID) -> Bool
  /// The session of a player goes on with an account, whom the player's mutes follow.
  func carry(from player: Player, to account: Player, _ server: ServerContext)
  /// The number of the next act.
  var nextAct: Int64 { get }
  /// Adds an act to the audit log.
  func record(_ act: Act, _ server: ServerContext)
  /// Refuses acts while a part of what is stored of them is lost.
  ///
  /// - Throws: `data_damaged`.
  func checkSound() throws(WireError)
}

/// What is in force against somebody.
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

  /// The refusal for somebody who is kept out.
  package func refusal(_ what: String, at now: Instant) -> WireError {
    var error = WireError(.banned, sentence(what))
    error.retryAfterMilliseconds = until.map { Int(clamping: $0.milliseconds(since: now)) }
    return error
  }
}
