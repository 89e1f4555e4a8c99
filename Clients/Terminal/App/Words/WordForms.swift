internal import WireProtocol

/// The forms of languages and words.
extension Dialog {
  /// - Parameter isFirst: whether it is the second step of registration.
  static func addLanguage(isFirst: Bool = false) -> Dialog {
    Dialog(
      isFirst ? "Your first language" : "A new language", asks: "add_language",
      hint: "Such as Spanish, or Irish verbs. Its first word may come later.",
      fields: [
        Field("Language", "name"), Field("First word", "original"),
        Field("It means", "translation", isNeededWith: 1),
      ], keys: "↵ begin it  ↓ next line  esc not now")
  }

  /// - Parameter present: the request that would leave everything as it is.
  static func change(_ present: Question) -> Dialog {
    let name = present["language"] ?? ""
    func number(_ field: String) -> String? { present.fields[field]?.intValue.map(String.init) }
    return Dialog(
      "Change \(name)", asks: "change_language", ["language": .string(name)],
      hint: "Of a hundred words that come due, so many you want to know still: 70 to 97. More means more reviews.",
      fields: [
        Field("Name", "name", text: name),
        Field(
          "Remember", "retention", text: number("retention"),
          number: "How much you want to remember is a number from 70 to 97"),
        Field(
          "New a day", "new_per_day", text: number("new_per_day"),
          number: "How many new words come on a day is a number from 0 to 1000"),
      ], keys: "↵ change it  ↓ next line  esc leave it as it is")
  }

  static func delete(language: String) -> Dialog {
    Dialog(
      "Delete \(language)?", hint: "Its words and their reviews are deleted for good. To do it, type the name.",
      fields: [Field("Language")], keys: "↵ delete all of it  esc keep it"
    ) { form, app in
      guard form.value(0)?.lowercased() == language.lowercased() else {
        return app.shell.tell("Nothing was deleted: that is not its name.", isBad: true)
      }
      app.shell.ask("delete_language", ["language": language])
    }
  }

  static func addWord(to language: String, original: String = "") -> Dialog {
    var dialog = Dialog(
      "A new word · \(language)",
      hint: "Several meanings stand between commas: house, home. What is in brackets may be left out in an answer.",
      fields: entryFields(LearntWord(number: 0, original: original, translation: "", isMarked: false)),
      keys: "↵ add, and the next  ↓ next line  esc done"
    ) { form, app in
      guard !form.isEmpty else { return }
      app.shell.ask(
        "add_word",
        [
          "language": language, "original": form.value(0) ?? "", "translation": form.value(1) ?? "",
          "note": form.value(2), "part": form.value(3), "example": form.value(4),
        ])
      // Words are often added in series: the form opens again.
      app.shell.dialog = .addWord(to: language)
    }
    if !original.isEmpty { dialog.chosen = 1 }
    return dialog
  }

  static func edit(_ word: LearntWord) -> Dialog {
    Dialog(
      word.original, asks: "edit_word", ["word": .int(word.number)], sendsEmpty: true,
      hint: "An empty note, part of speech or example is taken away.", fields: entryFields(word),
      keys: "↵ save it  ↓ next line  esc leave it as it is")
  }

  static func delete(_ word: LearntWord) -> Dialog {
    Dialog(
      "Delete \(word.original)?", asks: "delete_word", ["word": .int(word.number)],
      hint: "\(word.original) = \(word.translation) is deleted with its reviews.", keys: "↵ delete it  esc keep it")
  }

  static func bringIn(language: String = "") -> Dialog {
    Dialog(
      "Bring in a file",
      hint: "CSV, TSV, or what Anki exports as text. You see what is in it before anything is added.",
      fields: [Field("File"), Field("Language", text: language)], keys: "↵ look into it  ↓ next line  esc not now"
    ) { form, app in
      guard let path = form.value(0) else { return app.shell.tell("Which file?", isBad: true) }
      app.shell.ask(.sendDeck(path: path, language: form.value(1)))
    }
  }

  static func takeOut(_ language: String) -> Dialog {
    let name = language.map { $0 == "/" || $0 == " " ? "-" : $0 }
    return Dialog(
      "\(language) as a file", hint: "Anki reads all three; only anki's own keeps the columns' names.",
      fields: [Field("File", text: String(name) + ".txt"), Field("Format", choices: ["anki", "csv", "tsv"])],
      keys: "↵ write it  ↓ next line  esc not now"
    ) { form, app in
      guard let path = form.value(0) else { return app.shell.tell("Which file?", isBad: true) }
      app.shell.ask(.exportDeck(language: language, format: form.value(1) ?? "anki", path: path))
    }
  }

  private static func entryFields(_ word: LearntWord) -> [Field] {
    [
      Field("Original", "original", text: word.original),
      Field("Translation", "translation", text: word.translation, isNeededWith: 0),
      Field("Note", "note", text: word.note), Field("Part", "part", text: word.part),
      Field("Example", "example", text: word.example),
    ]
  }
}

extension LearntWord {
  /// The word that a request to edit it names, as it is.
  init(_ fields: JSONObject) {
    func text(_ field: String) -> String { fields[field]?.stringValue ?? "" }
    self.init(
      number: fields["word"]?.intValue ?? 0, original: text("original"), translation: text("translation"),
      note: text("note"), part: text("part"), example: text("example"), isMarked: false)
  }
}
