import WireProtocol

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
  /// - Parameters:
  ///   - wish: as it follows "wants to": `give up`.
  ///   - field: what names it in the turn: `wants_to_give_up`.
  /// - Returns: the turn that tells the others, while some have still to agree; `nil` once it is granted.
  public mutating func wish(
    to wish: String, as field: String, by player: PlayerID, at elapsed: Elapsed
  ) -> Turn? {
    note(player, at: elapsed)
    for index in players.indices where players[index].id == player { players[index].agrees = true }
    let missing = players.count { other in
      !other.agrees && elapsed.milliseconds - other.lastMove.milliseconds <= Self.recent
    }
    guard missing > 0 else { return nil }
    var open = JSONObject()
    open[field] = true
    let remark = "wants to \(wish) (\(missing) more to agree)"
    return Turn(open: open, spentTry: false, remark: remark, openRemark: remark)
  }

  /// Whether somebody wishes it.
  public var isWished: Bool { players.contains(where: \.agrees) }

  /// Everybody is asked anew.
  public mutating func reset() {
    for index in players.indices { players[index].agrees = false }
  }
}
