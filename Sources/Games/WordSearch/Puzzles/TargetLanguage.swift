/// A language of grids: its name, letters and spelling of nouns.
public struct TargetLanguage: Hashable, Sendable {
  /// ISO 639-1, `es`.
  public let code: String
  /// `Spanish`.
  public let name: String
  /// All letters that a word may have, in lower case.
  public let letters: String
  /// The definite articles with their separator from the noun: `la `, `l'`.
  public let articles: [String]
  public var hasCapitals: Bool { code == "de" }

  public static let all = [
    TargetLanguage(code: "es", name: "Spanish", letters: latin + "áéíóúüñ", articles: ["el ", "la ", "los ", "las "]),
    TargetLanguage(
      code: "fr", name: "French", letters: latin + "àâæçéèêëîïôœùûüÿ", articles: ["le ", "la ", "les ", "l'"]),
    TargetLanguage(code: "de", name: "German", letters: latin + "äöüß", articles: ["der ", "die ", "das "]),
    TargetLanguage(
      code: "it", name: "Italian", letters: latin + "àèéìòù",
      articles: ["il ", "lo ", "la ", "i ", "gli ", "le ", "l'"]),
    TargetLanguage(
      code: "pt", name: "Portuguese", letters: latin + "áâãàçéêíóôõúü", articles: ["o ", "a ", "os ", "as "]),
  ]

  private static let latin = "abcdefghijklmnopqrstuvwxyz"

  /// A typed text without its leading article, if it has one.
  static func withoutArticle(_ text: String) -> Substring {
    let lower = text.lowercased()
    // Bytes are compared, since both are normalised and comparing strings would check that each time.
    let article = all.lazy.flatMap(\.articles).first {
      lower.utf8.starts(with: $0.utf8) && lower.utf8.count > $0.utf8.count
    }
    return text.dropFirst(article?.count ?? 0)
  }

  /// `Spanish`; for a language without a word list, its code.
  static func name(of code: String) -> String { all.first { $0.code == code }?.name ?? code }
}
