public import WireProtocol

/// Accounts: names with a password. The client asks for a token each time, with which it comes back when the link is
/// lost; it does not keep the password.
extension Client {
  /// Claims a name and gives it a password. What follows, for a learner, is the first language with its first word.
  @discardableResult
  public func register(
    name: String, password: String, within limit: Duration? = nil
  ) async throws(RequestError) -> RegisterAnswer {
    try await ask(Request.Register(name: name, password: Password(password), wantsToken: true), within: limit)
  }

  /// Comes back to a name with its password.
  @discardableResult
  public func login(
    name: String, password: String, isBot: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> LoginAnswer {
    let request = Request.Login(name: name, password: Password(password), wantsToken: true, isBot: isBot)
    return try await ask(request, within: limit)
  }

  /// Sets a password, or changes it.
  ///
  /// - Parameter old: the present one, where there is one. Tokens of before open nothing after a change.
  @discardableResult
  public func setPassword(
    _ new: String, old: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> PasswordAnswer {
    let request = Request.PasswordChange(old: old.map { Password($0) }, new: Password(new), wantsToken: true)
    return try await ask(request, within: limit)
  }

  /// Goes on as a new guest. A token ends with it where the account has a password.
  @discardableResult
  public func logOut(within limit: Duration? = nil) async throws(RequestError) -> LogoutAnswer {
    try await ask(Request.Logout(), within: limit)
  }

  /// Deletes the account for good, with everything in it; the session goes on as a new guest.
  ///
  /// - Parameter password: required of an account that has one.
  @discardableResult
  public func forgetMe(
    name: String, password: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> ForgetMeAnswer {
    try await ask(Request.ForgetMe(name: name, password: password.map { Password($0) }), within: limit)
  }
}
