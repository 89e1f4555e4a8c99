internal import WireProtocol

/// The forms of the lobby and of rooms.
extension Dialog {
  /// A command with the fields' words after it.
  private init(
    _ title: String, runs command: String, hint: String, fields: [Field], keys: String = "↵ go  esc not now"
  ) {
    self.init(title, hint: hint, fields: fields, keys: keys) { form, app in
      let words = form.fields.indices.compactMap(form.value)
      if !words.isEmpty { app.run(([command] + words).joined(separator: " ")) }
    }
  }

  /// A name that this client's machine keeps a token for.
  static func name(_ title: String, hint: String? = nil, _ shell: Shell) -> Dialog {
    .form(
      title, for: .request("login"), asking: ["name"],
      hint: hint ?? "Letters, digits, - _ . · your results are kept under it", shell)
  }

  /// For a guest who has finished a puzzle that counts only with a name.
  static func keepResult(_ shell: Shell) -> Dialog {
    .name(
      "Keep this result?",
      hint: "A guest's results go with the visit. A name that you take now keeps this one. If you have a name already, "
        + "log in to it (esc, then a in the lobby): the result goes along.", shell)
  }

  static func join() -> Dialog {
    Dialog(
      "Go to a room", runs: "/join", hint: "The code is for private rooms only", fields: [Field("Room"), Field("Code")])
  }

  static func code(of room: String) -> Dialog {
    Dialog("\(room) is private", runs: "/join \(room)", hint: "Its owner knows the code", fields: [Field("Code")])
  }

  static func command(_ text: String) -> Dialog {
    Dialog("Command", hint: "/help tells what there is", fields: [Field("", text: text)]) { form, app in
      if let line = form.value(0) { app.run(line) }
    }
  }

  static func share(_ text: String) -> Dialog {
    let lines = text.split(separator: "\n").map { $0.filter { !$0.isNewline } }
    var dialog = Dialog(
      "Share this result?", hint: "Played elsewhere it counts as claimed: on a board of its own.",
      keys: "↵ share it  esc not now"
    ) { $1.shell.ask("share", ["text": text]) }
    dialog.shown = lines.count > 8 ? lines.prefix(7) + ["…"] : lines
    return dialog
  }

  // MARK: - Looks

  /// Dark or light, following the terminal's background.
  static let automatic = "auto"

  static func options(_ theme: Theme, _ preferences: Preferences) -> Dialog {
    var colours = Field("Theme", choices: Theme.allCases.map(\.rawValue) + [automatic])
    let isChosen = preferences.isLookFixed || theme != .dark
    colours.choice = isChosen ? Theme.allCases.firstIndex(of: theme) ?? 0 : Theme.allCases.count
    var movement = Field("Movement", choices: ["on", "off"])
    movement.choice = preferences.isAnimated ? 0 : 1
    let hint =
      preferences.look == .signs
      ? "Colours are off: the theme is for what you copy."
      : "It is kept here and with your name; auto is dark or light as the terminal is."
    var dialog = Dialog(
      "How it looks", hint: hint, fields: [colours, movement], keys: "↑↓ ←→ change  ↵ keep  esc as before"
    ) { form, app in
      app.preview(form)
      let theme = form.value(0).flatMap(Theme.init(rawValue:))
      if theme != (app.shell.preferences.isLookFixed ? app.shell.theme : nil) { app.choose(theme) }
    }
    dialog.kind = .options(preferences)
    return dialog
  }

  /// Settings in their typed form, from a game's schema: `hard`, `size=5…30`, `set=words|file`.
  static func settings(in schema: JSON) -> [String] {
    (schema["properties"]?.objectValue?.members ?? []).map { name, rule in
      if rule["type"]?.stringValue == "boolean" { return name }
      if let choices = rule["enum"]?.arrayValue {
        return "\(name)=" + choices.map { $0.stringValue ?? $0.text }.joined(separator: "|")
      }
      if let least = rule["minimum"]?.intValue, let most = rule["maximum"]?.intValue {
        return "\(name)=\(least)…\(most)"
      }
      return "\(name)=" + (rule["default"].map { $0.stringValue ?? $0.text } ?? "…")
    }
  }
}
