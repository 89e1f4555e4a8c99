enum Folding {
  /// A letter without its accent, for comparing the letters of a grid one by one.
  static func base(of letter: Character) -> Character { letter.isASCII ? letter : bases[letter] ?? letter }

  /// All spellings of a word without accents: `strasse` for `straße`, `madchen` and `maedchen` for `mädchen`. Two words
  /// match if they share a spelling.
  static func spellings(of word: String) -> Set<String> {
    var plain = ""
    var long = ""
    for letter in word {
      let plainest = letter.isASCII ? String(letter) : short[letter] ?? String(base(of: letter))
      plain += plainest
      long += letter.isASCII ? plainest : digraphs[letter] ?? plainest
    }
    return [plain, long]
  }

  /// By letter, not by scalar, so that composed and decomposed forms are equal.
  private static let bases: [Character: Character] = {
    var bases: [Character: Character] = [:]
    let groups: [(Character, String)] = [
      ("a", "áàâäãå"), ("c", "ç"), ("e", "éèêë"), ("i", "íìîï"), ("n", "ñ"), ("o", "óòôöõ"), ("u", "úùûü"), ("y", "ýÿ"),
    ]
    for (base, letters) in groups {
      for letter in letters { bases[letter] = base }
    }
    return bases
  }()

  private static let short: [Character: String] = ["ß": "ss", "œ": "oe", "æ": "ae"]
  private static let digraphs: [Character: String] = ["ä": "ae", "ö": "oe", "ü": "ue"]
}
