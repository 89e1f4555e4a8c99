internal import ClientKit
internal import WireProtocol

/// Accounts: a token is asked for along with whatever is done with a password, and the token is what is kept.
extension Backend {
  static func answer(_ request: AccountRequest, _ client: Client, _ saved: SavedPlayers) async throws -> Answer {
    switch request {
    case .register(let name, let password):
      let answer = try await client.request("register", .given(["name": name, "password": password, "keep": true]))
      return .registered(keep(answer, client, saved))
    case .logIn(let name, let password):
      let answer = try await client.request("login", .given(["name": name, "password": password, "keep": true]))
      return .login(LoginAnswer(you: keep(answer, client, saved), token: nil))
    case .setPassword(let old, let new):
      let answer = try await client.request("password", .given(["old": old, "new": new, "keep": true]))
      _ = keep(answer, client, saved)
      return .passwordSet(isChanged: answer.json["tokens_ended"]?.boolValue ?? false)
    case .logOut:
      let name = client.name
      return .loggedOut(try await leave(name, try await client.request("logout"), client, saved))
    case .delete(let name, let password):
      let answer = try await client.request("forget_me", .given(["name": name, "password": password]))
      return .forgotten(try await leave(name, answer, client, saved))
    }
  }

  /// Keeps the token that has come; returns the name.
  private static func keep(_ answer: Message, _ client: Client, _ saved: SavedPlayers) -> String {
    let name = answer.json["you"]?.stringValue ?? client.name
    if let token = answer.json["token"]?.stringValue ?? client.token {
      try? saved.remember(SavedPlayer(at: client.server, name: name, token: token))
    }
    return name
  }

  /// Nothing of the player stays here; the new guest, whose name is returned, has a token as every guest.
  private static func leave(
    _ name: String, _ answer: Message, _ client: Client, _ saved: SavedPlayers
  ) async throws -> String {
    try? saved.forget(at: client.server, named: name)
    try await client.login()
    return answer.json["you"]?.stringValue ?? client.name
  }
}
