enum Folding {
  /// A letter's plain form: for the comparison of letters in a grid, one for one.
  static func base(of letter: Character) -> Character { letter.isASCII ? letter : bases[letter] ?? letter }

  /// Every way in which a word may be typed without accents: `strasse` for `straße`, `madchen` and `maedchen` for
  /// `mädchen`. Two words can mean each other when they share a spelling.
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

  /// By letter and not by scalar, so that composed and decomposed forms are the same.
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
