internal import WireProtocol

/// The forms of the lobby and of rooms.
extension Dialog {
  /// A command with the fields' words after it.
  private init(
    _ title: String, runs command: String, hint: String, fields: [Field], keys: String = "↵ go  esc not now",
    evenEmpty: Bool = false
  ) {
    self.init(title, hint: hint, fields: fields, keys: keys) { form, app in
      let words = form.fields.indices.compactMap(form.value)
      if !words.isEmpty || evenEmpty { app.run(([command] + words).joined(separator: " ")) }
    }
  }

  /// - Parameter present: the present name; `nil` for a guest.
  static func name(_ present: String?) -> Dialog {
    let signs = "Letters, digits, - _ ."
    guard let present else {
      return Dialog(
        "Your name", runs: "/name", hint: signs + " · your results are kept under it", fields: [Field("Name")],
        keys: "↵ take it  esc stay a guest")
    }
    return Dialog(
      "Another name",
      hint: signs + " · all that is yours goes with you, and \(present) is anybody's again. An account shows its "
        + "password.",
      fields: [Field("Name"), .secret("Password", isNeededWith: nil)],
      keys: "↵ take it  ↓ next line  esc stay \(present)"
    ) { form, app in
      guard let name = form.value(0) else { return app.keep(form, "A name is needed.") }
      // For a player without a password the token suffices.
      guard let password = form.value(1) else { return app.shell.ask(.login(name: name, token: nil)) }
      app.ask("rename", ["name": name, "password": password])
    }
  }

  /// For a guest who has finished a puzzle that counts only with a name.
  static func keepResult() -> Dialog {
    Dialog(
      "Keep this result?", runs: "/name",
      hint: "A guest's results go with the visit. A name that you take now keeps this one. If you have a name already, "
        + "log in to it (esc, then a in the lobby): the result goes along.",
      fields: [Field("Name")], keys: "↵ take it  esc stay a guest")
  }

  static func join() -> Dialog {
    Dialog(
      "Go to a room", runs: "/join", hint: "The code is for private rooms only", fields: [Field("Room"), Field("Code")])
  }

  static func code(of room: String) -> Dialog {
    Dialog("\(room) is private", runs: "/join \(room)", hint: "Its owner knows the code", fields: [Field("Code")])
  }

  static func scores(_ filter: GridFilter) -> Dialog {
    Dialog(
      "Past scores", runs: "/scores",
      hint: "Of everybody, of one player or of two side by side; a month is such as 2026-11",
      fields: [
        Field("Player", text: filter.players.first), Field("Beside", text: filter.players.dropFirst().first),
        Field("Month", text: filter.time),
      ], evenEmpty: true)
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
