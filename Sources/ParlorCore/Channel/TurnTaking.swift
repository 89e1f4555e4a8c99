import GameKit

/// Makes those who ask storage before they change something take turns, so that each finds what the one before has
/// done.
final class TurnTaking<Key: Hashable> {
  /// Those who wait, by what they want to change; a key is there while somebody has the turn.
  private var waiting: [Key: [() -> Void]] = [:]

  /// Begins at once, or when everybody ahead has given the turn back.
  func take(_ key: Key, _ body: @escaping () -> Void) {
    guard waiting[key] != nil else {
      waiting[key] = []
      return body()
    }
    waiting[key]?.append(body)
  }

  /// Gives the turn to whoever waits next.
  func giveBack(_ key: Key) {
    guard let queue = waiting[key], !queue.isEmpty else { return waiting[key] = nil }
    waiting[key]?.removeFirst()
    queue[0]()
  }
}

/// What changes of the channel are about.
enum ChannelTurn: Hashable {
  /// What a player has shared.
  case player(PlayerID)
  /// The reactions to a shared result.
  case share(Int64)
}
