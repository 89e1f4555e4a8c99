/// A language of grids: its name and its letters.
public struct Language: Hashable, Sendable {
  /// ISO 639-1, `es`.
  public let code: String
  /// `Spanish`.
  public let name: String
  /// Every letter that a word may have, lower case.
  public let letters: String

  /// The languages of the word lists.
  public static let all = [
    Language(code: "es", name: "Spanish", letters: latin + "áéíóúüñ"),
    Language(code: "fr", name: "French", letters: latin + "àâæçéèêëîïôœùûüÿ"),
    Language(code: "de", name: "German", letters: latin + "äöüß"),
    Language(code: "it", name: "Italian", letters: latin + "àèéìòù"),
    Language(code: "pt", name: "Portuguese", letters: latin + "áâãàçéêíóôõúü"),
  ]

  private static let latin = "abcdefghijklmnopqrstuvwxyz"

  /// `Spanish`; for a language without a word list, its code.
  static func name(of code: String) -> String { all.first { $0.code == code }?.name ?? code }
}
