internal import ClientKit
internal import WireProtocol

/// Account requests: each request with a password returns a token, which is saved.
extension Backend {
  static func answer(_ request: AccountRequest, _ client: Client, _ saved: SavedPlayers) async throws -> Answer {
    let name = client.name
    switch request {
    case .register(let name, let password):
      let answer = try await client.ask(
        Request.Register(name: name, password: Password(password), wantsToken: true))
      keep(answer.token, of: answer.you, client, saved)
      return .registered(answer.you)
    case .logIn(let name, let password):
      let answer = try await client.ask(
        Request.Login(name: name, password: Password(password), wantsToken: true))
      keep(answer.token, of: answer.you, client, saved)
      return .login(answer)
    case .setPassword(let old, let new):
      let answer = try await client.ask(
        Request.PasswordChange(old: old.map { Password($0) }, new: Password(new), wantsToken: true))
      keep(answer.token, of: answer.you, client, saved)
      return .passwordSet
    case .rename(let name, let password):
      let answer = try await client.ask(Request.Rename(name: name, password: Password(password)))
      keep(nil, of: answer.you, client, saved)
      return .login(LoginAnswer(you: answer.you, token: nil))
    case .logOut:
      let answer = try await client.ask(Request.Logout())
      try await leave(name, client, saved)
      return .loggedOut(answer.you)
    case .delete(let name, let password):
      let answer = try await client.ask(Request.ForgetMe(name: name, password: password.map { Password($0) }))
      try await leave(name, client, saved)
      return .forgotten(answer.you)
    }
  }

  /// A client that has a token keeps it.
  private static func keep(_ token: String?, of name: String, _ client: Client, _ saved: SavedPlayers) {
    guard let token = token ?? client.token else { return }
    try? saved.remember(SavedPlayer(at: client.server, name: name, token: token))
  }

  /// Removes the player's data here; the new guest gets a token.
  private static func leave(_ name: String, _ client: Client, _ saved: SavedPlayers) async throws {
    try? saved.forget(at: client.server, named: name)
    try await client.login()
  }
}
