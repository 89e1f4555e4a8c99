internal import WireProtocol

/// The forms of files with words.
extension Dialog {
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
