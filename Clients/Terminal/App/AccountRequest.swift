/// Requests about the account. Passwords are held only while a request is pending: only a token is stored on this
/// machine.
enum AccountRequest: Hashable, Sendable {
  case register(name: String, password: String)
  case logIn(name: String, password: String)
  /// Sets or changes a password: `old` is `nil` if there is none.
  case setPassword(old: String?, new: String)
  /// Renames the player, confirmed by the password.
  case rename(to: String, password: String)
  case logOut
  /// Deletes the player, here and at the server.
  case delete(name: String, password: String?)
}
