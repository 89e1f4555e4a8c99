import GameKit

/// An act of somebody who keeps order, as it is kept: the audit log is made of them, and who is banned or muted follows
/// from them.
package struct StoredAct: Hashable, Sendable {
  /// 1 for the first one, each next one more.
  package internal(set) var number: Int64
  /// When.
  var at: Instant
  /// Who.
  var actor: Actor
  /// What.
  var kind: Kind
  /// Whom it is about; the name is the one of that time, and gone once the player is forgotten.
  var player: PlayerID?
  var name: String?
  /// What it is about besides: a room's name, an address range, the number of a share or score, a new name.
  var target: String?
  /// When it ends by itself; `nil` for never, and where nothing lasts.
  var until: Instant?
  /// Why, or what was said.
  var text: String?
  /// Where the player was from, if newcomers from there are meant too.
  var origin: StoredSanction.Origin?

  /// Who keeps order.
  enum Actor: Hashable, Sendable {
    /// Whoever runs the server, by the name of the user on the machine.
    case `operator`(String)
    /// A player, with the name of that time; `nil` once the player is forgotten.
    case moderator(PlayerID, String?)
  }

  /// What was done; each has its word in the log and the tables.
  package enum Kind: String, CaseIterable, Sendable {
    /// Something was said to everybody, or to a room.
    case announce
    /// A player, or an address range (`target`), is kept out, or no more.
    case ban, unban
    /// A player is silent wherever all can read it, or no more.
    case mute, unmute
    /// The same in the server's own rooms alone.
    case quiet, unquiet
    /// A player is kept out of a room (`target`), or no more.
    case sendAway = "send_away"
    case letBack = "let_back"
    /// Sessions were ended: a player's, or those from an address range.
    case disconnect
    /// A shared result, a score, or a puzzle by a player was taken away.
    case removeShare = "remove_share"
    case removeScore = "remove_score"
    case removePuzzle = "remove_puzzle"
    /// An arena (`target`: its number) was ended before its time.
    case endArena = "end_arena"
    /// What a player has said in a room (`target`), or one line (the room and `#` with its number), was taken back.
    case hide
    /// A player has got another name (`target`).
    case rename
    /// A player has got a new token instead of all others.
    case resetTokens = "reset_tokens"
    /// A player has got a new password, and no token opens anything any more.
    case resetPassword = "reset_password"
    /// All that is stored of a player was read, or deleted.
    case export, erase
    /// No matches begin from then on (`target`: `on`), or again (`off`).
    case maintenance
    /// A room was closed.
    case closeRoom = "close_room"
    /// A player is a moderator, or no more.
    case appoint, dismiss
    /// A report (`target`) about a player is dealt with.
    case settleReport = "settle_report"
  }
}

extension StoredAct {
  /// Whom it names.
  var named: [PlayerID] {
    var named = name == nil ? [] : [player].compactMap { $0 }
    if case .moderator(let player, .some) = actor { named.append(player) }
    return named
  }

  /// Whether it is about a player, or by one.
  func mentions(_ player: PlayerID) -> Bool { self.player == player || actor.player == player }

  /// A player is forgotten: what was done stays, without names and texts that say whom it was about.
  mutating func forget(_ player: PlayerID) {
    if self.player == player { (name, target, text) = (nil, nil, nil) }
    if actor.player == player { actor = .moderator(player, nil) }
  }
}

extension StoredAct.Actor {
  fileprivate var player: PlayerID? { if case .moderator(let player, _) = self { player } else { nil } }
}
