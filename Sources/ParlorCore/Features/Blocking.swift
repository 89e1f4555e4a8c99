package import GameKit

/// Who does not want to hear whom, as a feature keeps it. Each line of talk asks.
package protocol Blocking: AnyObject {
  /// Who does not want to hear a player; `nil` for nobody.
  func blockers(of author: PlayerID) -> Set<PlayerID>?
}
