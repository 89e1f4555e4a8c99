/// A player at a server, with the token that authenticates it.
public struct SavedPlayer: Hashable, Sendable {
  /// The server, as in ``ServerAddress/description``.
  public var server: String
  /// The player's name there.
  public var name: String
  /// The result of ``Client/login(name:token:isBot:within:)``. Anybody who has it can log in as the player.
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

/// Why saved players cannot be read or written, as a sentence.
public struct SavedPlayersError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  public let description: String
}
