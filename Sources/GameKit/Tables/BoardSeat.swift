public import WireProtocol

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
