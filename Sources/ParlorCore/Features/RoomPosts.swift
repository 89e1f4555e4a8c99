package import GameKit
import Kernel

/// What a feature keeps that players have posted in rooms besides talk: reports copy it, and `hide` removes it.
package protocol RoomPosts {
  /// What a player has posted in a room and can still be seen there, the oldest first.
  func texts(of author: PlayerID, in room: RoomHandle) -> [String]
  /// Removes what a player has posted in a room, and notifies those who are there.
  ///
  /// - Returns: whether there was anything.
  func remove(of author: PlayerID, in room: RoomHandle) -> Bool
}

extension SessionContext {
  /// What a player has posted in a room through features, the oldest first of each.
  package func posts(of author: PlayerID, in room: RoomHandle) -> [String] {
    parlor.kernel.contributions((any RoomPosts).self).flatMap { $0.texts(of: author, in: room) }
  }

  /// Removes what a player has posted in a room through features.
  ///
  /// - Returns: whether there was anything.
  package func removePosts(of author: PlayerID, in room: RoomHandle) -> Bool {
    parlor.kernel.contributions((any RoomPosts).self).reduce(false) { $1.remove(of: author, in: room) || $0 }
  }
}
