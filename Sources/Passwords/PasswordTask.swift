/// Something about a password that takes long, so that whoever owns a server's state has it done elsewhere. It holds
/// all that it needs.
public struct PasswordTask: Sendable {
  /// What is to be done.
  public enum Kind: Hashable, Sendable {
    /// Make the verifier of a new password.
    case make([UInt8])
    /// Check a password against a verifier as ``PasswordVerifier/text`` gives it. `nil` where there is none: it takes
    /// as long and is wrong, so that the time does not tell who has a password.
    case check([UInt8], against: String?)
    /// Check the first, as above, and make the verifier of the second if it is right.
    case replace([UInt8], against: String?, by: [UInt8])
  }

  /// What came of it.
  public enum Result: Hashable, Sendable {
    /// The password is not the one.
    case wrong
    /// It is, or there was none to check.
    ///
    /// - Parameter verifier: the text of the new verifier: of the new password, or of the one that was checked where
    ///   the cost has changed since its verifier was made.
    case right(verifier: String?)
  }

  private let kind: Kind
  private let cost: Scrypt
  private let salt: PasswordSalt

  /// A task; nothing is done yet.
  ///
  /// - Parameters:
  ///   - cost: of verifiers that are made. Those that are there say theirs.
  ///   - salt: of a verifier that is made.
  public init(_ kind: Kind, cost: Scrypt, salt: PasswordSalt) {
    self.kind = kind
    self.cost = cost
    self.salt = salt
  }

  /// Does it: takes as long as one derivation for each password that is checked or made.
  public func run() -> Result {
    switch kind {
    case .make(let password): return .right(verifier: verifier(of: password))
    case .check(let password, let text):
      guard let found = check(password, text) else { return .wrong }
      return .right(verifier: found.isMade(at: cost) ? nil : verifier(of: password))
    case .replace(let old, let text, let new):
      guard check(old, text) != nil else { return .wrong }
      return .right(verifier: verifier(of: new))
    }
  }

  private func verifier(of password: [UInt8]) -> String {
    PasswordVerifier(of: password, cost: cost, salt: salt).text
  }

  /// The verifier that a password matches.
  private func check(_ password: [UInt8], _ text: String?) -> PasswordVerifier? {
    guard let text, let verifier = PasswordVerifier(text: text) else {
      _ = verifier(of: password)
      return nil
    }
    return verifier.matches(password) ? verifier : nil
  }
}
