internal import WireProtocol

/// The forms of languages and words.
extension Dialog {
  static func addWord(to language: String, original: String = "") -> Dialog {
    var dialog = Dialog(
      "A new word · \(language)",
      hint: "Several meanings stand between commas: house, home. What is in brackets may be left out in an answer.",
      fields: [
        Field("Original", text: original), Field("Translation", isNeededWith: 0), Field("Note"), Field("Part"),
        Field("Example"),
      ],
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

  static func edit(_ word: LearntWord, _ shell: Shell) -> Dialog {
    let fields: JSONObject = [
      "word": .int(word.number), "original": .string(word.original), "translation": .string(word.translation),
      "note": .string(word.note), "part": .string(word.part), "example": .string(word.example),
    ]
    return .form(
      word.original, for: .request("edit_word", fields), asking: fields.members.dropFirst().map { $0.key },
      hint: "An empty note, part of speech or example is taken away.", shell)
  }

  static func delete(_ word: LearntWord, _ shell: Shell) -> Dialog {
    .form(
      "Delete \(word.original)?", for: .request("delete_word", ["word": .int(word.number)]), asking: [],
      hint: "\(word.original) = \(word.translation) is deleted with its reviews.", shell)
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
}
