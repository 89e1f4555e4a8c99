public import WireProtocol

/// Accounts: names with a password. The client asks for a token each time, with which it comes back when the link is
/// lost; it does not keep the password.
extension Client {
  /// Claims a name and gives it a password. What follows, for a learner, is the first language with its first word.
  @discardableResult
  public func register(
    name: String, password: String, within limit: Duration? = nil
  ) async throws(RequestError) -> RegisterAnswer {
    try await request(
      "register", ["name": .string(name), "password": .string(password), "keep": true], within: limit,
      as: RegisterAnswer.self)
  }

  /// Comes back to a name with its password.
  @discardableResult
  public func login(
    name: String, password: String, isBot: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> LoginAnswer {
    var fields: JSONObject = ["name": .string(name), "password": .string(password), "keep": true]
    if isBot { fields["bot"] = true }
    return try await request("login", fields, within: limit, as: LoginAnswer.self)
  }

  /// Sets a password, or changes it.
  ///
  /// - Parameter old: the present one, where there is one. Tokens of before open nothing after a change.
  @discardableResult
  public func setPassword(
    _ new: String, old: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> PasswordAnswer {
    var fields: JSONObject = ["new": .string(new), "keep": true]
    if let old { fields["old"] = .string(old) }
    return try await request("password", fields, within: limit, as: PasswordAnswer.self)
  }

  /// Goes on as a new guest. A token ends with it where the account has a password.
  @discardableResult
  public func logOut(within limit: Duration? = nil) async throws(RequestError) -> LogoutAnswer {
    try await request("logout", within: limit, as: LogoutAnswer.self)
  }

  /// Deletes the account for good, with everything in it; the session goes on as a new guest.
  ///
  /// - Parameter password: required of an account that has one.
  @discardableResult
  public func forgetMe(
    name: String, password: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> ForgetMeAnswer {
    try await request(
      "forget_me", .given(["name": name, "password": password]), within: limit, as: ForgetMeAnswer.self)
  }
}
