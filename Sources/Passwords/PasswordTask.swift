/// A slow password operation, to be run off the server's loop. It is self-contained.
public struct PasswordTask: Sendable {
  /// The operation.
  public enum Kind: Hashable, Sendable {
    /// Makes the verifier of a new password.
    case make([UInt8])
    /// Checks a password against ``PasswordVerifier/text``. `nil`, for a player without a password, takes as long and
    /// fails, so that the time does not reveal who has a password.
    case check([UInt8], against: String?)
    /// Checks the first password and, if it is right, makes the verifier of the second.
    case replace([UInt8], against: String?, by: [UInt8])
  }

  /// The result of a task.
  public enum Result: Hashable, Sendable {
    /// The password is wrong.
    case wrong
    /// The password is right, or none was checked.
    ///
    /// - Parameter verifier: the text of a new verifier: of the new password, or of the checked one if the cost has
    ///   changed since its verifier was made.
    case right(verifier: String?)
  }

  private let kind: Kind
  private let cost: Scrypt
  private let salt: PasswordSalt

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - cost: the cost of new verifiers. Existing ones hold their own.
  ///   - salt: the salt of a new verifier.
  public init(_ kind: Kind, cost: Scrypt, salt: PasswordSalt) {
    self.kind = kind
    self.cost = cost
    self.salt = salt
  }

  /// Runs the task: takes one derivation for each password that is checked or made.
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
