/// What is asked about the account itself. Passwords stand in the question while it is under way and nowhere else: what
/// is kept on this machine is a token.
enum AccountRequest: Hashable, Sendable {
  case register(name: String, password: String)
  case logIn(name: String, password: String)
  /// Sets a password, or changes it: `old` is `nil` where there is none.
  case setPassword(old: String?, new: String)
  /// Takes another name; the password shows that it is one's own wish.
  case rename(to: String, password: String)
  case logOut
  /// Removes the player for good, here and at the server.
  case delete(name: String, password: String?)
}
