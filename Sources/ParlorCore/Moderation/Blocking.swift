package import GameKit

/// The blocks between players, provided by a feature. Read for each line of talk.
package protocol Blocking: AnyObject {
  /// The players who have blocked a player; `nil` for none.
  func blockers(of author: PlayerID) -> Set<PlayerID>?
}
