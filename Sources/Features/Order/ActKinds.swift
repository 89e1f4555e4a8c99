import GameKit
import ParlorCore
import WireProtocol

extension ActKind {
  /// A player, or an address range (the target), is banned, or not any more.
  static let ban = ActKind(rawValue: "ban")
  static let unban = ActKind(rawValue: "unban")
  /// A player is muted in public, or not any more.
  static let mute = ActKind(rawValue: "mute")
  static let unmute = ActKind(rawValue: "unmute")
  /// The same in the server's own rooms only.
  static let quiet = ActKind(rawValue: "quiet")
  static let unquiet = ActKind(rawValue: "unquiet")
  /// A player is excluded from a room (the target), or not any more.
  static let sendAway = ActKind(rawValue: "send_away")
  static let letBack = ActKind(rawValue: "let_back")
  /// Sessions were ended: a player's, or those from an address range.
  static let disconnect = ActKind(rawValue: "disconnect")
  /// A shared result was removed.
  static let removeShare = ActKind(rawValue: "remove_share")
  /// A player was made a moderator, or is none any more.
  static let appoint = ActKind(rawValue: "appoint")
  static let dismiss = ActKind(rawValue: "dismiss")
  /// A report (the target) about a player was settled.
  static let settleReport = ActKind(rawValue: "settle_report")
}

/// Acts as stored.
extension Act {
  /// The players that it names.
  var named: [PlayerID] {
    var named = name == nil ? [] : [player].compactMap { $0 }
    if case .moderator(let player, .some) = actor { named.append(player) }
    return named
  }

  /// Whether it is about a guest.
  var isAboutGuest: Bool { name?.hasPrefix(KnownNames.guestPrefix) == true }

  /// Whether it is about a player, or by one.
  func mentions(_ player: PlayerID) -> Bool { self.player == player || actor.player == player }

  /// Forgets a player: the act stays, without names and texts that identify the player.
  mutating func forget(_ player: PlayerID) {
    if self.player == player { (name, target, text) = (nil, nil, nil) }
    if actor.player == player { actor = .moderator(player, nil) }
  }
}

extension Act.Actor {
  var isOperator: Bool { if case .operator = self { true } else { false } }

  fileprivate var player: PlayerID? { if case .moderator(let player, _) = self { player } else { nil } }
}
