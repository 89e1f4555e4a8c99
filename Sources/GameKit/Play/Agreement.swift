/// A wish that is granted when everybody at a board shares it who has moved within the last two minutes, such as giving
/// up: those who have left do not hold the others up.
public struct Agreement: Codable, Hashable, Sendable {
  private struct Player: Codable, Hashable, Sendable {
    let id: PlayerID
    var lastMove: Elapsed
    var agrees = false
  }

  /// In the order in which they came.
  private var players: [Player] = []

  /// A player is asked who has moved within so many milliseconds.
  private static let recent: Int64 = 120_000

  /// Before the first move.
  public init() {}

  /// A player has moved.
  public mutating func note(_ player: PlayerID, at elapsed: Elapsed) {
    if let index = players.firstIndex(where: { $0.id == player }) {
      players[index].lastMove = elapsed
    } else {
      players.append(Player(id: player, lastMove: elapsed))
    }
  }

  /// A player wishes it, which counts as a move.
  ///
  /// - Returns: how many have still to agree; with 0 it is granted.
  public mutating func agree(_ player: PlayerID, at elapsed: Elapsed) -> Int {
    note(player, at: elapsed)
    for index in players.indices where players[index].id == player { players[index].agrees = true }
    return players.count { other in
      !other.agrees && elapsed.milliseconds - other.lastMove.milliseconds <= Self.recent
    }
  }

  /// Everybody is asked anew.
  public mutating func reset() {
    for index in players.indices { players[index].agrees = false }
  }
}
