package import GameKit
package import WireProtocol

/// Where a room's words come from whose game takes words of the player's own.
package protocol WordSource {
  /// Whether it has the deck of a name.
  func holds(_ deck: String) -> Bool
  /// The words that the player of a session has in a deck that it holds.
  func words(of deck: String, _ context: SessionContext) throws(WireError) -> OwnWords
}
