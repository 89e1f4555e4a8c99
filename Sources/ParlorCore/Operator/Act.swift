package import GameKit
import Names
package import WireProtocol

/// An act of the operator or a moderator. The audit log consists of acts, and sanctions follow from them.
package struct Act: Codable, Hashable, Sendable {
  /// 1 for the first one, each next one more.
  package let number: Int64
  /// When.
  package let at: Instant
  /// Who.
  package var actor: Actor
  /// What.
  package let kind: ActKind
  /// The player that it is about; the name is that of the time, and removed once the player is forgotten.
  package var player: PlayerID?
  package var name: String?
  /// Its other subject: a room's name, an address range, the number of a share or score, a new name.
  package var target: String?
  /// When it ends by itself; `nil` for never, and for acts without a duration.
  package let until: Instant?
  /// The reason, or the announcement.
  package var text: String?

  package init(
    number: Int64, at: Instant, actor: Actor, kind: ActKind, player: PlayerID? = nil, name: String? = nil,
    target: String? = nil, until: Instant? = nil, text: String? = nil
  ) {
    (self.number, self.at, self.actor, self.kind) = (number, at, actor, kind)
    (self.player, self.name, self.target, self.until, self.text) = (player, name, target, until, text)
  }

  /// The actor of an act.
  package enum Actor: Codable, Hashable, Sendable {
    /// The operator, by the name of the user on the machine.
    case `operator`(String)
    /// A player, with the name at that time; `nil` once the player is forgotten.
    case moderator(PlayerID, String?)
  }

  /// The form for moderators.
  package var shown: OrderAct {
    let by =
      switch actor {
      case .operator(let user): user
      case .moderator(_, let name): name ?? KnownNames.forgotten
      }
    return OrderAct(
      number: Int(number), milliseconds: Int(at.milliseconds), by: by, act: kind.rawValue,
      player: player.map { _ in name ?? KnownNames.forgotten }, target: target,
      untilMilliseconds: until.map { Int($0.milliseconds) }, text: text)
  }
}

/// The kind of an act, by its word in the log. The core and features declare theirs.
package struct ActKind: RawRepresentable, Codable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension ActKind {
  /// An announcement to everybody, or to a room.
  static let announce = ActKind(rawValue: "announce")
  /// A player's talk and posts in a room (the target), or one line (the room and `#` with its number), were redacted.
  package static let hide = ActKind(rawValue: "hide")
  /// A player was renamed (the target).
  static let rename = ActKind(rawValue: "rename")
  /// A player got a new token, which replaces all others.
  static let resetTokens = ActKind(rawValue: "reset_tokens")
  /// A player got a new password, and all tokens ended.
  static let resetPassword = ActKind(rawValue: "reset_password")
  /// All stored data of a player was exported, or deleted.
  static let export = ActKind(rawValue: "export")
  static let erase = ActKind(rawValue: "erase")
  /// Maintenance was turned on (the target is `on`) or off (`off`).
  static let maintenance = ActKind(rawValue: "maintenance")
  /// A room was closed.
  static let closeRoom = ActKind(rawValue: "close_room")
}
