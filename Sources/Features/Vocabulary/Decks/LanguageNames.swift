import GameKit

/// Names of languages in headings: in English, in the language itself, and in some widely taught languages.
enum LanguageNames {
  /// A number for a language, the same for all its names; `nil` for an unknown name.
  static func language(named name: String) -> Int? {
    // Names are shorter, and folding a long text is slow.
    guard name.utf8.count <= 64 else { return nil }
    return names[key(of: name)]
  }

  /// Whether a language capitalises nouns, judged by any word of its owner's name for it: `Deutsch`, `German A2`.
  static func capitalizesNouns(_ name: String) -> Bool {
    guard let german = names["german"], name.utf8.count <= 256 else { return false }
    return name.split(whereSeparator: { !$0.isLetter }).contains { language(named: String($0)) == german }
  }

  private static let names: [String: Int] = {
    let groups = [
      "Arabic, العربية, عربي, árabe, arabe, Arabisch",
      "Bulgarian, български, Bulgarisch",
      "Catalan, català, catalán, Katalanisch",
      "Czech, čeština, česky, checo, Tschechisch",
      "Welsh, Cymraeg",
      "Danish, dansk, danés, Dänisch",
      "German, Deutsch, alemán, allemand, tedesco, alemão, Duits",
      "Greek, ελληνικά, griego, grec, Griechisch",
      "English, inglés, anglais, Englisch, inglese, inglês, Engels, engelska",
      "Esperanto",
      "Spanish, español, castellano, espagnol, Spanisch, spagnolo, espanhol, Spaans",
      "Estonian, eesti",
      "Basque, euskara, vasco",
      "Finnish, suomi, finés, Finnisch",
      "Irish, Gaeilge, irlandés, Irisch",
      "French, français, francés, Französisch, francese, francês, Frans",
      "Galician, galego, gallego",
      "Hebrew, עברית, hebreo, Hebräisch",
      "Hindi, हिन्दी",
      "Croatian, hrvatski, Kroatisch",
      "Hungarian, magyar, húngaro, Ungarisch",
      "Italian, italiano, italien, Italienisch, Italiaans",
      "Japanese, 日本語, japonés, japonais, Japanisch",
      "Korean, 한국어, coreano, coréen, Koreanisch",
      "Latin, latín, latino, Latein, Lateinisch",
      "Lithuanian, lietuvių",
      "Latvian, latviešu",
      "Dutch, Nederlands, neerlandés, néerlandais, Niederländisch, olandese, holandês, holandés",
      "Norwegian, norsk, noruego, Norwegisch",
      "Polish, polski, polaco, polonais, Polnisch",
      "Portuguese, português, portugués, portugais, Portugiesisch, portoghese",
      "Romanian, română, rumano, Rumänisch",
      "Russian, русский, ruso, russe, Russisch, russo",
      "Slovak, slovenčina, Slowakisch",
      "Slovenian, slovenščina",
      "Serbian, српски, srpski",
      "Swedish, svenska, sueco, suédois, Schwedisch",
      "Turkish, Türkçe, turco, Türkisch",
      "Ukrainian, українська, ucraniano, Ukrainisch",
      "Vietnamese, Tiếng Việt",
      "Chinese, 中文, 汉语, chino, chinois, Chinesisch",
    ]
    var names: [String: Int] = [:]
    for (number, group) in groups.enumerated() {
      for name in group.split(separator: ",") { names[key(of: String(name).trimmed)] = number }
    }
    return names
  }()

  private static func key(of name: String) -> String { String(decoding: FoldedText.key(of: name), as: UTF8.self) }
}
