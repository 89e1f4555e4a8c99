package import GameKit
package import WireProtocol

/// The source of a room's words, for games with the player's own words.
package protocol WordSource {
  /// Whether it has a deck with a name.
  func holds(_ deck: String) -> Bool
  /// The words of the session's player in one of its decks.
  func words(of deck: String, _ context: SessionContext) throws(WireError) -> OwnWords
}
