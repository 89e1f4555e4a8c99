/// A game that bots can search: from what one player has been sent, it makes a match that is consistent with it.
///
/// A search plays many such matches to the end, with ``Game/candidates(for:)``, and chooses the best move. It runs in
/// the bot's process, which has the rules but not the server's match. The game must show the players in
/// ``WireProtocol/Board/seats``.
public protocol SearchableGame: Game where Move: Hashable {
  /// A match that is consistent with an observation. What the player cannot know (the hands of others, the next cards)
  /// is drawn from the generator, so that calls may differ.
  ///
  /// - Returns: `nil` if none was found. A match that contradicts the observation is not searched.
  static func determinization(
    of observation: Observation, settings: Settings, using generator: inout SeededGenerator
  ) -> Self?
}
