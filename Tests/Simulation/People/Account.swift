/// An account as its owner knows it: what was acknowledged of it must be so, and what was deleted must be gone.
final class Account {
  enum Existence { case none, unsure, certain }

  let name: String
  var existence = Existence.none
  /// Passwords of which one opens it, the latest last. There are several where a request was lost.
  var passwords: [String] = []
  /// Passwords that open it no more.
  var retired: [String] = []
  /// Words that were told to be kept.
  var words: Set<String> = []
  /// The language of its words, by the first of them.
  var language: String?
  /// How often it was made: part of its words.
  var generation = 0
  var isLoggedIn = false
  /// What was asked last, until it is answered.
  var pending: Request?
  private var made = 0

  enum Request {
    case register(String)
    case login(String)
    /// With a password that opens it no more, or never did.
    case wrongLogin
    case change(old: String, new: String)
    case wrongChange(new: String)
    case add(String)
    case search
    case logout
    case delete
  }

  init(name: String) { self.name = name }

  func newPassword() -> String {
    made += 1
    return "password \(made) of \(name)"
  }

  func newWord() -> String {
    made += 1
    return "w\(generation).\(made)"
  }

  /// The connection is gone: whether what was asked has happened is not known.
  func disconnected() {
    switch pending {
    case .register(let password):
      if existence == .none { existence = .unsure }
      passwords.append(password)
    case .change(_, let new): passwords.append(new)
    case .delete: existence = .unsure
    default: break
    }
    (pending, isLoggedIn) = (nil, false)
  }

  /// It is known to be there, under this password.
  func opened(by password: String) {
    retired += passwords.filter { $0 != password }
    (existence, passwords) = (.certain, [password])
  }

  /// It is known to be gone.
  func deleted() {
    retired += passwords
    (existence, passwords, words, language) = (.none, [], [], nil)
  }
}
