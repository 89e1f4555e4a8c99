internal import WireProtocol

/// The forms for somebody to play with.
extension Dialog {
  /// The form for a request of which members are missing; `nil` if there is none.
  static func form(for question: Question, _ shell: Shell) -> Dialog? {
    switch question.type {
    case "seek": .opponent(nil, isBot: false, games: shell.games)
    case "challenge":
      .opponent(question["player"], isBot: question.fields["bots"] == true, games: shell.games)
    case "create_arena": .arena(games: shell.games)
    case "compare": .compare(question["game"])
    case "import": .bringIn(language: question["language"] ?? "")
    case "add_language": .addLanguage()
    case "change_language": .change(question)
    case "delete_language": .delete(language: question["language"] ?? "")
    case "export": .takeOut(question["language"] ?? "")
    default: nil
    }
  }

  /// Looks for somebody, or challenges a player. Races are played by those games that have no match against others.
  static func opponent(_ player: String?, isBot: Bool, games: [About.Game]) -> Dialog {
    let played = games.filter { $0.seats != nil || $0.modes.contains(.race) }
    let fields = [
      Field("Game", choices: played.map(\.title)), Field("Rating", choices: ["either", "rated", "unrated"]),
      Field("Time"), Field("Settings"), Field("Bots", choices: isBot ? ["yes"] : ["no", "yes"]),
    ]
    let ends = player == nil ? "Somebody near your rating is looked for. " : ""
    return Dialog(
      player.map { "Challenge \($0)" } ?? "Look for somebody",
      hint: "\(ends)Time, in a game with turns: 3+2 is 3 minutes, and 2 seconds for each move.",
      fields: player == nil || isBot ? fields : fields.dropLast(),
      keys: "↑↓ ←→ choose  ↵ \(player == nil ? "look" : "ask")  esc not now"
    ) { form, app in
      guard played.indices.contains(form.fields[0].choice) else { return }
      let rated = form.value(1).flatMap { $0 == "either" ? nil : $0 }
      let bots = form.value(4) == "yes" ? "bots" : nil
      let words = [
        player.map { "/challenge \($0)" } ?? "/seek", played[form.fields[0].choice].id, form.value(2), rated, bots,
        form.value(3),
      ]
      app.shell.ask(.command(words.compactMap { $0 }.joined(separator: " "), room: nil))
    }
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
