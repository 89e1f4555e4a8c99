import WireProtocol

/// A wish, such as giving up, that is granted when all players who have moved within the last two minutes share it;
/// players who have left do not block it.
public struct Agreement: Codable, Hashable, Sendable {
  private struct Player: Codable, Hashable, Sendable {
    let id: PlayerID
    var lastMove: Elapsed
    var agrees = false
  }

  /// In order of arrival.
  private var players: [Player] = []

  /// Players who have moved within this many milliseconds must agree.
  private static let recentMilliseconds: Int64 = 120_000

  /// An agreement without wishes.
  public init() {}

  /// Records a player's move.
  public mutating func note(_ player: PlayerID, at elapsed: Elapsed) {
    if let index = players.firstIndex(where: { $0.id == player }) {
      players[index].lastMove = elapsed
    } else {
      players.append(Player(id: player, lastMove: elapsed))
    }
  }

  /// Records a player's wish, which counts as a move.
  ///
  /// - Parameters:
  ///   - wish: the wish as it follows "wants to": `give up`.
  ///   - field: its name in the turn: `wants_to_give_up`.
  /// - Returns: the turn that informs the others while some have not agreed; `nil` when it is granted.
  public mutating func propose(
    to wish: String, as field: String, by player: PlayerID, at elapsed: Elapsed
  ) -> Turn? {
    note(player, at: elapsed)
    for index in players.indices where players[index].id == player { players[index].agrees = true }
    let missing = players.count { other in
      !other.agrees && elapsed.milliseconds - other.lastMove.milliseconds <= Self.recentMilliseconds
    }
    guard missing > 0 else { return nil }
    var open = JSONObject()
    open[field] = true
    let remark = "wants to \(wish) (\(missing) more to agree)"
    return Turn(open: open, spentTry: false, remark: remark, openRemark: remark)
  }

  /// Whether any player wishes it.
  public var isProposed: Bool { players.contains(where: \.agrees) }

  /// Withdraws all wishes.
  public mutating func reset() {
    for index in players.indices { players[index].agrees = false }
  }

  /// Records a player's wish to give up, and sets `isGivenUp` when it is granted.
  public mutating func giveUp(_ isGivenUp: inout Bool, by player: PlayerID, at elapsed: Elapsed) -> Turn {
    if let wish = propose(to: "give up", as: "wants_to_give_up", by: player, at: elapsed) { return wish }
    isGivenUp = true
    return Turn(open: ["gave_up": true], spentTry: false, remark: "gave up", openRemark: "gave up")
  }
}
