/// What a column of a deck's file holds.
enum DeckColumn: String, CaseIterable {
  case original = "Original"
  case translation = "Translation"
  case note = "Note"
  case part = "Part"
  case example = "Example"
  /// Words between spaces; `marked` is what Anki calls a marked note.
  case tags = "Tags"

  /// The tag of a marked word, in Anki and here.
  static let markedTag = "marked"

  /// Whether a word with these tags is marked.
  static func isMarked(_ tags: String) -> Bool {
    tags.split(separator: " ").contains { $0.lowercased() == markedTag }
  }

  /// The column that a file calls by a name; `nil` for one that is passed over.
  init?(named name: String) {
    // No name is longer, and to fold a long text takes long.
    guard name.utf8.count <= 64 else { return nil }
    let key = String(decoding: FoldedText.key(of: name), as: UTF8.self)
    guard let column = Self.names[key] else { return nil }
    self = column
  }

  private static let names: [String: DeckColumn] = {
    let groups: [(DeckColumn, [String])] = [
      (.original, ["original", "front", "word", "term", "expression"]),
      (.translation, ["translation", "back", "meaning", "definition"]),
      (.note, ["note", "notes", "comment", "extra"]),
      (.part, ["part", "part of speech", "pos"]),
      (.example, ["example", "sentence"]),
      (.tags, ["tags"]),
    ]
    return Dictionary(uniqueKeysWithValues: groups.flatMap { column, names in names.map { ($0, column) } })
  }()

  /// The columns of a file that does not name them, in their order.
  static let usual: [DeckColumn] = [.original, .translation, .note, .part, .example]
}
