package import GameKit
import Names
package import WireProtocol

/// An act of somebody who runs the server or keeps order on it. The audit log is made of acts, and who is banned or
/// muted follows from them.
package struct Act: Hashable, Sendable {
  /// 1 for the first one, each next one more.
  package let number: Int64
  /// When.
  package let at: Instant
  /// Who.
  package var actor: Actor
  /// What.
  package let kind: ActKind
  /// Whom it is about; the name is the one of that time, and gone once the player is forgotten.
  package var player: PlayerID?
  package var name: String?
  /// What it is about besides: a room's name, an address range, the number of a share or score, a new name.
  package var target: String?
  /// When it ends by itself; `nil` for never, and where nothing lasts.
  package let until: Instant?
  /// Why, or what was said.
  package var text: String?

  package init(
    number: Int64, at: Instant, actor: Actor, kind: ActKind, player: PlayerID? = nil, name: String? = nil,
    target: String? = nil, until: Instant? = nil, text: String? = nil
  ) {
    (self.number, self.at, self.actor, self.kind) = (number, at, actor, kind)
    (self.player, self.name, self.target, self.until, self.text) = (player, name, target, until, text)
  }

  /// Who acts.
  package enum Actor: Hashable, Sendable {
    /// Whoever runs the server, by the name of the user on the machine.
    case `operator`(String)
    /// A player, with the name of that time; `nil` once the player is forgotten.
    case moderator(PlayerID, String?)
  }

  /// As those are shown it who keep order.
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

/// What was done, by its word in the log. The core and features declare theirs.
package struct ActKind: RawRepresentable, Hashable, Sendable {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}

extension ActKind {
  /// Something was said to everybody, or to a room.
  static let announce = ActKind(rawValue: "announce")
  /// What a player has said or posted in a room (the target), or one line (the room and `#` with its number), was taken
  /// back.
  package static let hide = ActKind(rawValue: "hide")
  /// A player has got another name (the target).
  static let rename = ActKind(rawValue: "rename")
  /// A player has got a new token instead of all others.
  static let resetTokens = ActKind(rawValue: "reset_tokens")
  /// A player has got a new password, and no token opens anything any more.
  static let resetPassword = ActKind(rawValue: "reset_password")
  /// All that is stored of a player was read, or deleted.
  static let export = ActKind(rawValue: "export")
  static let erase = ActKind(rawValue: "erase")
  /// No matches begin from then on (the target is `on`), or again (`off`).
  static let maintenance = ActKind(rawValue: "maintenance")
  /// A room was closed.
  static let closeRoom = ActKind(rawValue: "close_room")
}
