import GameKit

/// The content of a column of a deck's file.
enum DeckColumn: String, CaseIterable {
  case original = "Original"
  case translation = "Translation"
  case note = "Note"
  case part = "Part"
  case example = "Example"
  /// Space-separated words; `marked` is Anki's tag of a marked note.
  case tags = "Tags"

  /// The tag of a marked word, in Anki and here.
  static let markedTag = "marked"

  /// Whether a word with these tags is marked.
  static func isMarked(_ tags: String) -> Bool {
    tags.split(separator: " ").contains { $0.lowercased() == markedTag }
  }

  /// The column with a name in one of several languages, ignoring case and accents; `nil` for a column to ignore.
  init?(named name: String) {
    // Names are shorter, and folding a long text is slow.
    guard name.utf8.count <= 64 else { return nil }
    guard let column = Self.names[Self.key(of: name)] else { return nil }
    self = column
  }

  private static let names: [String: DeckColumn] = {
    let groups: [(DeckColumn, String)] = [
      (
        .original,
        """
        original, front, word, term, expression, vocabulary, wort, begriff, vokabel, vorderseite, ausdruck, palabra,
        término, anverso, vocablo, mot, terme, recto, parola, termine, fronte, palavra, termo, frente, woord, voorkant,
        ord, słowo, przód, slovo, sõna, sana, szó, kelime, ön yüz, focal, слово, λέξη, كلمة, מילה, 単語, 表, 单词, 單詞, 正面, 단어, 앞면
        """
      ),
      (
        .translation,
        """
        translation, back, meaning, definition, übersetzung, bedeutung, rückseite, traducción, significado, reverso,
        traduction, signification, sens, verso, définition, traduzione, significato, retro, tradução, vertaling, betekenis,
        achterkant, översättning, betydelse, oversættelse, oversettelse, tłumaczenie, znaczenie, tył, překlad, preklad,
        käännös, fordítás, tõlge, çeviri, anlam, arka yüz, aistriúchán, brí, перевод, переклад, μετάφραση, ترجمة, תרגום, 意味, 翻訳,
        裏, 翻译, 翻譯, 意思, 反面, 背面, 뜻, 번역, 뒷면
        """
      ),
      (
        .note,
        """
        note, notes, comment, extra, notiz, notizen, anmerkung, bemerkung, kommentar, nota, notas, comentario, remarque,
        commentaire, commento, opmerking, poznámka, uwaga, 备注, メモ
        """
      ),
      (
        .part,
        "part, part of speech, pos, wortart, categoría, categoria, catégorie, nature, woordsoort, ordklasse, ordklass, 词性, 品詞, 품사"
      ),
      (
        .example,
        """
        example, examples, sentence, beispiel, beispielsatz, satz, ejemplo, frase, exemple, phrase, esempio, exemplo,
        voorbeeld, exempel, eksempel, przykład, příklad, пример, 例句, 例文, 예문
        """
      ),
      (.tags, "tags, schlagwörter, etiquetas, étiquettes, etichette, 标签, タグ, 태그"),
    ]
    var columns: [String: DeckColumn] = [:]
    for (column, names) in groups {
      for name in names.split(whereSeparator: { $0 == "," || $0.isNewline }) {
        columns[key(of: String(name).trimmed)] = column
      }
    }
    return columns
  }()

  private static func key(of name: String) -> String { String(decoding: FoldedText.key(of: name), as: UTF8.self) }

  /// The columns of a file without a heading, in order.
  static let defaultOrder: [DeckColumn] = [.original, .translation, .note, .part, .example]
}
