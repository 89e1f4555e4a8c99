public import WireProtocol

/// The number of players at one board of a table game. A game without seats is a puzzle, which anybody may play.
public struct Seats: Hashable, Sendable {
  /// The players of a match: it starts automatically when all seats are taken, and on request with the lower bound.
  public let count: ClosedRange<Int>
  /// Whether a player may join a match in progress: see ``TableEvent/join(_:)``.
  public let areOpenLate: Bool

  /// Seats for a number of players, at least one and at most 1,000.
  public init(_ count: ClosedRange<Int>, areOpenLate: Bool = false) {
    let fewest = min(max(1, count.lowerBound), 1000)
    self.count = fewest...min(max(fewest, count.upperBound), 1000)
    self.areOpenLate = areOpenLate
  }

  /// Seats for exactly that many players.
  public static func exactly(_ count: Int) -> Seats { Seats(count...count) }

  /// `2`, or `2 to 6`.
  public var text: String {
    count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
  }
}

extension Board.Seat {
  /// A player at the board; the room adds the name.
  ///
  /// - Parameters:
  ///   - mark: the player's symbol on the board, such as `🟦`.
  ///   - score: the points, if the game counts them.
  public init(_ player: PlayerID, mark: String = "", score: Int? = nil) {
    self.init(number: player.number, mark: mark, score: score)
  }
}

extension Board.Part {
  /// The part as a player's own: clients show its owner.
  public func of(_ player: PlayerID) -> Board.Part {
    var part = self
    part.owner = player.number
    return part
  }
}
