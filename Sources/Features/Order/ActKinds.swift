import GameKit
import ParlorCore
import WireProtocol

extension ActKind {
  /// A player, or an address range (the target), is kept out, or no more.
  static let ban = ActKind(rawValue: "ban")
  static let unban = ActKind(rawValue: "unban")
  /// A player is silent wherever all can read it, or no more.
  static let mute = ActKind(rawValue: "mute")
  static let unmute = ActKind(rawValue: "unmute")
  /// The same in the server's own rooms alone.
  static let quiet = ActKind(rawValue: "quiet")
  static let unquiet = ActKind(rawValue: "unquiet")
  /// A player is kept out of a room (the target), or no more.
  static let sendAway = ActKind(rawValue: "send_away")
  static let letBack = ActKind(rawValue: "let_back")
  /// Sessions were ended: a player's, or those from an address range.
  static let disconnect = ActKind(rawValue: "disconnect")
  /// A shared result was taken away.
  static let removeShare = ActKind(rawValue: "remove_share")
  /// A player is a moderator, or no more.
  static let appoint = ActKind(rawValue: "appoint")
  static let dismiss = ActKind(rawValue: "dismiss")
  /// A report (the target) about a player is dealt with.
  static let settleReport = ActKind(rawValue: "settle_report")
}

/// Acts as they are kept.
extension Act {
  /// Whom it names.
  var named: [PlayerID] {
    var named = name == nil ? [] : [player].compactMap { $0 }
    if case .moderator(let player, .some) = actor { named.append(player) }
    return named
  }

  /// Whether whom it is about was a guest.
  var isAboutGuest: Bool { name?.hasPrefix(KnownNames.guestPrefix) == true }

  /// Whether it is about a player, or by one.
  func mentions(_ player: PlayerID) -> Bool { self.player == player || actor.player == player }

  /// A player is forgotten: what was done stays, without names and texts that say whom it was about.
  mutating func forget(_ player: PlayerID) {
    if self.player == player { (name, target, text) = (nil, nil, nil) }
    if actor.player == player { actor = .moderator(player, nil) }
  }
}

extension Act.Actor {
  fileprivate var player: PlayerID? { if case .moderator(let player, _) = self { player } else { nil } }
}
