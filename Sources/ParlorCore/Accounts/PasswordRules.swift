import WireProtocol

/// What a password may be: 8 to 128 characters of any script, nothing else is asked of it.
enum PasswordRules {
  /// The most characters of a password.
  static let mostCharacters = 128

  /// The bytes of a password in the one form that all ways to write it have, as names and talk: NFC, without white space at
  /// its ends; `nil` for what can be nobody's.
  static func bytes(of password: Password) -> [UInt8]? { clean(password).map { Array($0.utf8) } }

  /// The bytes of a new password.
  ///
  /// - Throws: what a password may be. Nothing of it is repeated, not even what is wrong with it.
  static func bytes(ofNew password: Password, _ limits: Limits) throws(WireError) -> [UInt8] {
    guard let text = clean(password), text.count >= limits.passwordCharacters else {
      throw WireError(
        .badText,
        "A password has \(limits.passwordCharacters) to \(mostCharacters) characters, and no control characters")
    }
    return Array(text.utf8)
  }

  private static func clean(_ password: Password) -> String? {
    try? CleanText.line(password.text, as: "A password", maximum: mostCharacters)
  }
}
