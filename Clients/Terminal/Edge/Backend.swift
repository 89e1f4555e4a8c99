internal import ClientKit
internal import WireProtocol

enum Backend {
  static func ask(_ question: Question, of client: Client, keptIn saved: SavedPlayers) async -> Result<Answer, Failure>
  {
    do {
      return .success(try await answer(question, client, saved))
    } catch let error as RequestError {
      let isOfLink =
        switch error {
        case .linkLost, .timedOut: true
        default: false
        }
      return .failure(Failure(code: error.code, what: error.what, message: sentence(error), isOfLink: isOfLink))
    } catch {
      return .failure(Failure(message: "\(error)"))
    }
  }

  private static func sentence(_ error: RequestError) -> String {
    let text = error.description
    return text.hasSuffix(".") || text.hasSuffix("!") || text.hasSuffix("?") ? text : text + "."
  }

  private static func answer(_ question: Question, _ client: Client, _ saved: SavedPlayers) async throws -> Answer {
    switch question {
    case .request(let type, let fields, _):
      let name = client.name
      let message = try await client.request(type, fields)
      try await keepToken(after: type, of: name, client, saved)
      return .message(message)
    case .comeBack(nil, nil, let asGuest): return .login(try await comeBack(client, asGuest ? nil : saved))
    case .comeBack(let name, let token, _): return .login(try await login(name ?? "", token, client, saved))
    case .login(let name, let token): return .login(try await login(name, token, client, saved))
    case .sendDeck(let path, let language):
      _ = try await client.sendDeck(try LocalFile.read(path), into: language)
      return .sent
    case .exportDeck(let language, let format, let path):
      let file = try await client.exportDeck(language, format: format)
      return .exported(path: try LocalFile.create(path, with: file))
    case .keepCommitments(let hashes, let day, let epoch):
      let seen = SeenCommitments(beside: saved)
      try? seen.remember(hashes, of: day, at: client.server, epoch: epoch)
      return .commitments(seen.list(at: client.server, epoch: epoch))
    }
  }

  /// Saves the token after a request that may have changed it, or removes that of a player who is none any more.
  ///
  /// The new guest gets a token, too.
  private static func keepToken(
    after type: String, of name: String, _ client: Client, _ saved: SavedPlayers
  ) async throws {
    switch type {
    case "register", "login", "password", "rename":
      guard let token = client.token else { return }
      try? saved.remember(SavedPlayer(at: client.server, name: client.name, token: token))
    case "logout", "forget_me":
      try? saved.forget(at: client.server, named: name)
      try await client.login()
    default: break
    }
  }

  /// Logs in as the saved player, or as a guest with a token; also if the server rejects the player.
  private static func comeBack(_ client: Client, _ saved: SavedPlayers?) async throws -> LoginAnswer? {
    do {
      if let saved, let answer = try await client.login(keptIn: saved) { return answer }
    } catch let error as RequestError where error.code == ErrorCode.badToken.rawValue {
      try await client.login()
      throw error
    }
    try await client.login()
    return nil
  }

  /// Logs in with a token, as a saved player, or with a new name, which is saved.
  private static func login(
    _ name: String, _ token: String?, _ client: Client, _ saved: SavedPlayers
  ) async throws -> LoginAnswer {
    if let token {
      let answer = try await client.login(token: token)
      try? saved.remember(SavedPlayer(at: client.server, name: answer.you, token: token))
      return answer
    }
    let kept = try saved.player(at: client.server, named: name)
    if kept == nil, !client.name.isEmpty, !KnownNames.isGuest(client.name), client.token != nil {
      let answer = try await client.ask(Request.Rename(name: name))
      if let token = client.token { try saved.remember(SavedPlayer(at: client.server, name: answer.you, token: token)) }
      return LoginAnswer(you: answer.you, token: nil)
    }
    do {
      if let answer = try await client.login(name: name, keptIn: saved) { return answer }
    } catch let error as RequestError where error.code == ErrorCode.badToken.rawValue && !name.isEmpty {
      // A server with new data knows no players: the name is free again, or somebody else's.
      if let answer = try await client.login(name: name, keptIn: saved) { return answer }
    }
    return LoginAnswer(you: client.name, token: nil)
  }
}
