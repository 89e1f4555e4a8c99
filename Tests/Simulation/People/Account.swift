/// An account for its owner: acknowledged changes must be there, and deleted data must be gone.
final class Account {
  enum Existence { case none, unsure, certain }

  let name: String
  var existence = Existence.none
  /// Passwords of which one opens it, the latest last. Several after a lost request.
  var passwords: [String] = []
  /// Passwords that do not open it any more.
  var retired: [String] = []
  /// Acknowledged words.
  var words: Set<String> = []
  /// The language of its words, by the first of them.
  var language: String?
  /// The number of times it was created, which is part of its words.
  var generation = 0
  var isLoggedIn = false
  /// The last request, until it is answered.
  var pending: Request?
  private var made = 0

  enum Request {
    case register(String)
    case login(String)
    /// With a wrong password.
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

  /// The connection is gone: the outcome of the last request is unknown.
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

  /// It exists, with this password.
  func opened(by password: String) {
    retired += passwords.filter { $0 != password }
    (existence, passwords) = (.certain, [password])
  }

  /// It does not exist.
  func deleted() {
    retired += passwords
    (existence, passwords, words, language) = (.none, [], [], nil)
  }
}
