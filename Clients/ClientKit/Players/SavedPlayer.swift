/// A player that somebody is at a server, and the token that proves it.
public struct SavedPlayer: Hashable, Sendable {
  /// The server, as ``ServerAddress/description`` writes it.
  public var server: String
  /// The player's name there.
  public var name: String
  /// What ``Client/login(name:token:isBot:within:)`` returned. Whoever has it is the player.
  public var token: String

  /// A player at a server.
  public init(at server: ServerAddress, name: String, token: String) {
    self.init(server: server.description, name: name, token: token)
  }

  init(server: String, name: String, token: String) {
    self.server = server
    self.name = name
    self.token = token
  }
}

/// Why players cannot be read or kept, in a sentence.
public struct SavedPlayersError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String
}
