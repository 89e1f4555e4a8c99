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
