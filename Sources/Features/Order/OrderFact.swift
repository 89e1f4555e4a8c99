import GameKit
import ParlorCore

/// A change of acts or sanctions.
enum OrderFact: Hashable {
  /// An act with its effects; it may cover newcomers from an address.
  case acted(Act, covering: StoredSanction.Origin?)
  /// A sanctioned player has logged in to another account: the sanctions apply to that one too.
  case followed(PlayerID, to: PlayerID)
  /// Acts before a number are deleted; the last act never is.
  case dropped(before: Int64)
  /// A player is forgotten. Sanctions that cover newcomers from an address go on for the player's address, without
  /// their reasons: a forgotten player is a newcomer.
  case forgot(PlayerID, leaving: StoredSanction.Origin?)
  /// In a snapshot: an act whose effects are separate facts.
  case kept(Act)
  /// In a snapshot: a sanction in force.
  case began(StoredSanction)
}
