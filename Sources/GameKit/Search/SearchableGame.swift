/// A game that bots can search: it makes, from what one player has been sent, a match that may be the one under way.
///
/// A search plays many such matches to their end, by ``Game/candidates(for:)``, and chooses the move that does best.
/// It runs in the bot's process, which has the rules and not the server's match. The game has to draw the players in
/// ``WireProtocol/Board/seats``.
public protocol SearchableGame: Game where Move: Hashable {
  /// A match that looks to the player as the observation does. What the player cannot know (the hands of others, the
  /// next cards) is drawn from the generator, so that each call may give another match.
  ///
  /// - Returns: `nil` where none was found. A match that does not agree with the observation is not searched either.
  static func determinization(
    of observation: Observation, settings: Settings, using generator: inout SeededGenerator
  ) -> Self?
}
