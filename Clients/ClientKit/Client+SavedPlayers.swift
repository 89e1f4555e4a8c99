public import WireProtocol

/// Coming back as who one was the last time.
extension Client {
  /// Logs in as a player that was kept, or claims a name and keeps its token.
  ///
  /// - Parameters:
  ///   - name: who to be; without it, whoever was kept last for this server, and a guest if nobody was.
  ///   - saved: where players are kept.
  /// A token that the server refuses as one that opens nothing is forgotten.
  ///
  /// - Returns: the answer; `nil` when there is neither a name nor a kept player: nothing was asked then.
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
      // Names change elsewhere, too.
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
