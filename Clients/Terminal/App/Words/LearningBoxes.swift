internal import WireProtocol

/// The purpose of a dialog about words.
enum LearningBox: Sendable, Equatable {
  case addLanguage
  case change(language: String)
  case deleteLanguage(String)
  case addWord(language: String)
  case edit(LearntWord, language: String)
  case deleteWord(Int)
  case bringIn
  case takeOut(language: String)
}

extension Dialog {
  /// - Parameter isFirst: whether it is the second step of registration.
  static func addLanguage(isFirst: Bool = false) -> Dialog {
    Dialog(
      .learning(.addLanguage), isFirst ? "Your first language" : "A new language",
      hint: "Such as Spanish, or Irish verbs. Its first word may come later.",
      fields: [Field(label: "Language"), Field(label: "First word"), Field(label: "It means")],
      keys: "↵ begin it  ↓ next line  esc not now")
  }

  static func change(_ language: LanguagesAnswer.Language) -> Dialog {
    Dialog(
      .learning(.change(language: language.name)), "Change \(language.name)",
      hint: "Of a hundred words that come due, so many you want to know still: 70 to 97. More means more reviews.",
      fields: [
        Field(label: "Name", text: language.name), Field(label: "Remember", text: "\(language.retention)"),
        Field(label: "New a day", text: "\(language.newPerDay)"),
      ], keys: "↵ change it  ↓ next line  esc leave it as it is")
  }

  static func delete(_ language: LanguagesAnswer.Language) -> Dialog {
    let words = ShellFormat.count(language.words, "word")
    return Dialog(
      .learning(.deleteLanguage(language.name)), "Delete \(language.name)?",
      hint: "\(words) and their reviews are deleted for good. To do it, type the name.",
      fields: [Field(label: "Language")], keys: "↵ delete all of it  esc keep it")
  }

  static func addWord(to language: String, original: String = "") -> Dialog {
    var dialog = Dialog(
      .learning(.addWord(language: language)), "A new word · \(language)",
      hint: "Several meanings stand between commas: house, home. What is in brackets may be left out in an answer.",
      fields: entryFields(LearntWord(number: 0, original: original, translation: "", isMarked: false)),
      keys: "↵ add, and the next  ↓ next line  esc done")
    if !original.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func edit(_ word: LearntWord, of language: String) -> Dialog {
    Dialog(
      .learning(.edit(word, language: language)), word.original,
      hint: "An empty note, part of speech or example is taken away.", fields: entryFields(word),
      keys: "↵ save it  ↓ next line  esc leave it as it is")
  }

  static func delete(_ word: LearntWord) -> Dialog {
    Dialog(
      .learning(.deleteWord(word.number)), "Delete \(word.original)?",
      hint: "\(word.original) = \(word.translation) is deleted with its reviews.", keys: "↵ delete it  esc keep it")
  }

  static func bringIn(language: String = "") -> Dialog {
    Dialog(
      .learning(.bringIn), "Bring in a file",
      hint: "CSV, TSV, or what Anki exports as text. You see what is in it before anything is added.",
      fields: [Field(label: "File"), Field(label: "Language", text: language)],
      keys: "↵ look into it  ↓ next line  esc not now")
  }

  static func takeOut(_ language: String) -> Dialog {
    let name = language.map { $0 == "/" || $0 == " " ? "-" : $0 }
    return Dialog(
      .learning(.takeOut(language: language)), "\(language) as a file",
      hint: "Anki reads all three; only anki's own keeps the columns' names.",
      fields: [
        Field(label: "File", text: String(name) + ".txt"), Field(label: "Format", choices: ["anki", "csv", "tsv"]),
      ], keys: "↵ write it  ↓ next line  esc not now")
  }

  private static func entryFields(_ word: LearntWord) -> [Field] {
    [
      Field(label: "Original", text: word.original), Field(label: "Translation", text: word.translation),
      Field(label: "Note", text: word.note), Field(label: "Part", text: word.part),
      Field(label: "Example", text: word.example),
    ]
  }
}

extension App {
  mutating func submit(_ dialog: Dialog, for box: LearningBox) {
    let values = dialog.fields.indices.map { dialog.value($0) }
    func value(_ index: Int) -> String? { values.indices.contains(index) ? values[index] : nil }
    switch box {
    case .addLanguage:
      guard let name = value(0) else { return shell.tell("A language needs a name.", isBad: true) }
      shell.ask("add_language", ["name": name, "original": value(1), "translation": value(2)])
    case .change(let language):
      let retention = value(1)
      guard retention == nil || retention.flatMap({ Int($0) }) != nil else {
        shell.dialog = dialog
        return shell.tell("How much you want to remember is a number from 70 to 97.", isBad: true)
      }
      let newPerDay = value(2)
      guard newPerDay == nil || newPerDay.flatMap({ Int($0) }) != nil else {
        shell.dialog = dialog
        return shell.tell("How many new words come on a day is a number from 0 to 1000.", isBad: true)
      }
      let name = value(0) == language ? nil : value(0)
      shell.ask(
        "change_language",
        [
          "language": language, "name": name, "retention": retention.flatMap { Int($0) },
          "new_per_day": newPerDay.flatMap { Int($0) },
        ])
    case .deleteLanguage(let name):
      guard value(0)?.lowercased() == name.lowercased() else {
        return shell.tell("Nothing was deleted: that is not its name.", isBad: true)
      }
      shell.ask("delete_language", ["language": name])
    case .addWord(let language):
      guard values.contains(where: { $0 != nil }) else { return }
      shell.ask(
        "add_word",
        [
          "language": language, "original": value(0) ?? "", "translation": value(1) ?? "", "note": value(2),
          "part": value(3), "example": value(4),
        ])
      // Words are often added in series: the dialog opens again.
      shell.dialog = .addWord(to: language)
    case .edit(let word, _):
      shell.ask(
        "edit_word",
        [
          "word": word.number, "original": value(0) ?? "", "translation": value(1) ?? "", "note": value(2) ?? "",
          "part": value(3) ?? "", "example": value(4) ?? "",
        ])
    case .deleteWord(let number): shell.ask("delete_word", ["word": number])
    case .bringIn:
      guard let path = value(0) else { return shell.tell("Which file?", isBad: true) }
      shell.open(.preview(.file(path, language: value(1))))
    case .takeOut(let language):
      guard let path = value(0) else { return shell.tell("Which file?", isBad: true) }
      shell.ask(.exportDeck(language: language, format: value(1) ?? "anki", path: path))
    }
  }
}
