import GameKit
import WireProtocol

/// What a password may be: 8 to 128 characters of any script, nothing else is asked of it.
enum PasswordRules {
  /// The most characters of a password.
  static let mostCharacters = 128

  /// The bytes of a password in the one form that all ways to write it have: NFC, without white space at its ends, tabs
  /// and line ends included. `nil` for what can be nobody's.
  static func bytes(of password: Password) -> [UInt8]? { clean(password).map { Array($0.utf8) } }

  /// The bytes of a new password.
  ///
  /// - Throws: what a password may be. Nothing of it is repeated, not even what is wrong with it.
  static func bytes(ofNew password: Password, _ limits: Limits) throws(WireError) -> [UInt8] {
    guard let text = clean(password), text.count >= limits.passwordCharacters, !text.contains(where: isInvisible) else {
      throw WireError(
        .badText,
        "A password has \(limits.passwordCharacters) to \(mostCharacters) characters, and no control or invisible characters"
      )
    }
    return Array(text.utf8)
  }

  /// Whether nothing is seen of a character: a joiner within a word of some scripts or within an emoji belongs to one
  /// that is seen.
  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
  }

  /// Characters are counted once it is composed, so that it does not matter how a keyboard writes them. Its bytes are
  /// bounded before that, and marks in a row, since to compose takes long.
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
