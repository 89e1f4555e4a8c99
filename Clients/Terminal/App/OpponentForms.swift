internal import WireProtocol

/// The forms for somebody to play with.
extension Dialog {
  /// The form for a request of which members are missing.
  static func form(for question: Question, _ shell: Shell) -> Dialog {
    switch question.type {
    case "seek": .opponent(for: question, shell)
    case "challenge": .opponent(for: question, shell)
    case "create_arena": .arena(games: shell.games)
    case "compare": .compare(question["game"])
    case "import": .bringIn(language: question["language"] ?? "")
    case "add_language": .addLanguage()
    case "change_language": .change(question)
    case "delete_language": .delete(language: question["language"] ?? "")
    case "edit_word": .edit(LearntWord(question.fields))
    case "export": .takeOut(question["language"] ?? "")
    default: .filling(question)
    }
  }

  /// A form of any request: a line for each of its empty members.
  static func filling(_ question: Question) -> Dialog {
    func words(_ name: String) -> String {
      let words = name.replacing("_", with: " ")
      return words.prefix(1).uppercased() + words.dropFirst()
    }
    let empty = question.fields.filter { $0.value == "" }.map(\.key)
    return Dialog(
      words(question.type), hint: RequestTable.row(of: question.type)?.summary ?? "",
      fields: empty.map { Field(words($0), $0) }, keys: "↵ go  ↓ next line  esc not now"
    ) { form, app in
      var members = question.fields
      for field in form.fields { members[field.member] = .string(field.value) }
      app.page.ask(.request(question.type, members), &app.shell)
    }
  }

  /// Looks for somebody, or challenges a player. Races are played by those games that have no match against others.
  /// Only matches of players with a name, at a table, are rated.
  static func opponent(for question: Question, _ shell: Shell) -> Dialog {
    let (player, isBot) = (question["player"], question.fields["bots"] == true)
    let played = shell.games.filter { $0.seats != nil || $0.modes.contains(.race) }
    var fields = [
      Field("Game", choices: played.map(\.title)), Field("Rating"), Field("Time"), Field("Settings"),
      Field("Bots", choices: isBot ? ["yes"] : ["no", "yes"]),
    ]
    fields[0].choice = played.firstIndex { $0.id == question["game"] } ?? 0
    let rated = shell.isGuest || isBot ? [] : played.filter { $0.seats != nil }
    let ends = player == nil ? "Somebody near your rating is looked for. " : ""
    var dialog = Dialog(
      player.map { "Challenge \($0)" } ?? "Look for somebody",
      hint: "\(ends)Time, in a game with turns: 3+2 is 3 minutes, and 2 seconds for each move.",
      fields: player == nil || isBot ? fields : fields.dropLast(),
      keys: "↑↓ ←→ choose  ↵ \(player == nil ? "look" : "ask")  esc not now"
    ) { form, app in
      guard played.indices.contains(form.fields[0].choice) else { return }
      let rated = form.value(1).flatMap { ["rated", "unrated"].contains($0) ? $0 : nil }
      let bots = form.value(4) == "yes" ? "bots" : nil
      let words = [
        player.map { "/challenge \($0)" } ?? "/seek", played[form.fields[0].choice].id, form.value(2), rated, bots,
        form.value(3),
      ]
      app.shell.ask(.command(words.compactMap { $0 }.joined(separator: " "), room: nil))
    }
    let choices = rated.map { ($0.title, ["either", "rated", "unrated"]) }
    dialog.dependent = (1, on: 0, Dictionary([("", ["not rated"])] + choices) { $1 })
    dialog.fitChoices()
    return dialog
  }

  static func arena(games: [About.Game]) -> Dialog {
    let played = games.filter { $0.seats != nil || $0.modes.contains(.race) }
    return Dialog(
      "A new arena", hint: "Everybody who wants plays one game after the other for so many minutes.",
      fields: [
        Field("Game", choices: played.map(\.title)), Field("Name"), Field("Minutes", text: "30"),
        Field("Begins in", text: "5"), Field("Time"),
      ], keys: "↑↓ ←→ choose  ↵ open it  esc not now"
    ) { form, app in
      guard played.indices.contains(form.fields[0].choice) else { return }
      let words = [
        "/new-arena", played[form.fields[0].choice].id, form.value(1), form.value(2).map { "minutes=\($0)" },
        form.value(3).map { "in=\($0)" }, form.value(4).map { "clock=\($0)" },
      ]
      app.shell.ask(.command(words.compactMap { $0 }.joined(separator: " "), room: nil))
    }
  }
}
