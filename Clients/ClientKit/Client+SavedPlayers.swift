public import WireProtocol

/// Logging in as a saved player.
extension Client {
  /// Logs in as a saved player, or claims a name and saves its token.
  ///
  /// - Parameters:
  ///   - name: the player's name; by default the player saved last for this server, or a guest if there is none.
  ///   - saved: the saved players. A token that the server rejects is removed.
  /// - Returns: the answer; `nil` if there is neither a name nor a saved player: then no request was sent.
  @discardableResult
  public func login(
    name: String? = nil, isBot: Bool = false, keptIn saved: SavedPlayers, within limit: Duration? = nil
  ) async throws -> LoginAnswer? {
    if let player = try saved.player(at: server, named: name) {
      let answer: LoginAnswer
      do {
        answer = try await login(token: player.token, isBot: isBot, within: limit)
      } catch {
        if error.code == ErrorCode.badToken.rawValue { try saved.forget(player) }
        throw error
      }
      // The name may have been changed elsewhere.
      try saved.remember(SavedPlayer(at: server, name: answer.you, token: player.token))
      return answer
    }
    guard let name else { return nil }
    let answer = try await login(name: name, isBot: isBot, within: limit)
    if let token = answer.token ?? token {
      try saved.remember(SavedPlayer(at: server, name: answer.you, token: token))
    }
    return answer
  }
}
