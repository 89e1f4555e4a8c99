package import GameKit

/// Who has blocked whom, as a feature keeps it. It is asked for each line of talk.
package protocol Blocking: AnyObject {
  /// Who has blocked a player; `nil` for nobody.
  func blockers(of author: PlayerID) -> Set<PlayerID>?
}
