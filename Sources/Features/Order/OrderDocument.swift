import GameKit
import Kernel
import ParlorCore

/// A change of acts or sanctions.
enum OrderFact: Codable, Hashable {
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

/// The server's document of acts and of the sanctions in force.
enum OrderDocument: ResidentKind {
  static let number: UInt8 = 10
  static let name = "acts and measures"

  static func initialState(_ key: Int64) -> OrderState { OrderState() }
  static func apply(_ fact: OrderFact, to state: inout OrderState) { state.apply(fact) }

  static func pack(_ state: OrderState) -> [OrderFact] {
    state.acts.map { .kept($0) } + state.sanctionsInOrder.map { .began($0) }
  }
}
