internal import Catalogue

/// A player's knowledge of languages: the project's translation lists, with a line such as `house: la casa, el hogar`
/// or `water (noun): das Wasser` per word.
struct Dictionaries: Sendable {
  private(set) var translations: [String: [String: [String]]] = [:]

  init(_ translations: [String: [String: [String]]] = [:]) { self.translations = translations }

  /// Reads `en-es.txt` and the other lists from a folder; by default the project's.
  init(_ folder: String?) {
    for code in ["es", "fr", "de", "it", "pt"] {
      let path =
        folder.map { "\($0)/en-\(code).txt" } ?? Files.find("Sources/Games/WordSearch/Resources/en-\(code).txt")
      guard let path, let bytes = FileContents.read(path) else { continue }
      translations[code] = Self.entries(String(decoding: bytes, as: UTF8.self))
    }
  }

  static func entries(_ text: String) -> [String: [String]] {
    var entries: [String: [String]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":")
      guard parts.count == 2, let word = parts[0].split(separator: " ").first else { continue }
      entries[String(word)] = parts[1].split(separator: ",").compactMap { text in
        text.split(whereSeparator: { $0 == " " || $0 == "'" }).last?.lowercased()
      }
    }
    return entries
  }

  var sources: [String] { Set(translations.values.flatMap(\.keys)).sorted() }
}
