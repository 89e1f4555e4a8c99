public import WireProtocol

extension Board.Seat {
  /// Somebody who plays at the board; the room knows the name.
  ///
  /// - Parameters:
  ///   - mark: what stands for them on the board, such as `🟦`.
  ///   - score: their points, where the game counts them.
  public init(_ player: PlayerID, mark: String = "", score: Int? = nil) {
    self.init(number: player.number, mark: mark, score: score)
  }
}

extension Board.Part {
  /// The part as one player's: clients show whose it is.
  public func of(_ player: PlayerID) -> Board.Part {
    var part = self
    part.owner = player.number
    return part
  }
}
