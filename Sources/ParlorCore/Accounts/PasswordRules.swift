import GameKit
import WireProtocol

/// The rules for passwords: 8 to 128 characters of any script, and nothing else.
enum PasswordRules {
  /// The most characters of a password.
  static let mostCharacters = 128

  /// The bytes of a password in canonical form: NFC, without white space, tabs and line ends at its ends. `nil` for
  /// what can be nobody's.
  static func bytes(of password: Password) -> [UInt8]? { clean(password).map { Array($0.utf8) } }

  /// The bytes of a new password.
  ///
  /// - Throws: the rules, which repeat nothing of the password.
  static func bytes(ofNew password: Password, _ limits: Limits) throws(WireError) -> [UInt8] {
    guard let text = clean(password), text.count >= limits.passwordCharacters, !text.contains(where: isInvisible) else {
      throw WireError(
        .badText,
        "A password has \(limits.passwordCharacters) to \(mostCharacters) characters, and no control or invisible characters"
      )
    }
    return Array(text.utf8)
  }

  /// Whether a character is invisible: a joiner within a word of some scripts or an emoji belongs to a visible one.
  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
  }

  /// Normalises a password, so that its characters are counted alike for all keyboards. The number of bytes and of
  /// consecutive marks is checked first, since composing is slow.
  private static func clean(_ password: Password) -> String? {
    guard password.text.utf8.count <= Password.mostBytes else { return nil }
    let text = password.text.trimmed
    guard !text.isEmpty, !text.unicodeScalars.contains(where: \.isUnshowable), MarkRuns.areBounded(in: text) else {
      return nil
    }
    let composed = text.composed
    return composed.count <= mostCharacters ? composed : nil
  }
}
