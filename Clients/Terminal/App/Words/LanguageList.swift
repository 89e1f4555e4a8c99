internal import ClientKit
internal import WireProtocol

/// The player's languages.
struct LanguageList: Sendable {
  /// `nil` until the answer arrives.
  private(set) var languages: [LanguagesAnswer.Language]?
  private(set) var cursor = ListCursor()
  private(set) var complaint: String?
  /// Whether a name is missing, which storing words requires.
  private(set) var lacksName = false

  var chosen: LanguagesAnswer.Language? {
    languages.flatMap { $0.indices.contains(cursor.chosen) ? $0[cursor.chosen] : nil }
  }

  mutating func open(_ shell: inout Shell) {
    if shell.place == .languages { refresh(&shell) } else { shell.go(to: .languages) }
  }

  /// Refreshes the list: the due words or the player may have changed.
  mutating func refresh(_ shell: inout Shell) { shell.ask("languages") }
}

extension LanguageList: AppScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    let count = languages?.count ?? 0
    if cursor.go(key, of: count, room: LanguagesView(shell: shell, list: self).room) { return }
    switch key {
    case .character("k"): cursor.choose(cursor.chosen - 1, of: count)
    case .character("j"): cursor.choose(cursor.chosen + 1, of: count)
    case .character("u") where lacksName: shell.dialog = .name(shell.isGuest ? nil : shell.name)
    case .character("a") where lacksName: shell.open(.account)
    case .character("a"), .character("n"), .insert:
      guard !lacksName else { return shell.tell("Words are kept under a name: u chooses one.") }
      shell.dialog = .addLanguage()
    case .enter, .right, .character("w"): withChosen(&shell) { $1.open(.words($0.name)) }
    case .character("s"), .character(" "): withChosen(&shell) { $1.open(.study($0.name)) }
    case .character("p"): withChosen(&shell) { $1.open(.practice($0.name)) }
    case .character("c"): withChosen(&shell) { $1.open(.cards($0.name)) }
    case .character("e"): withChosen(&shell) { $1.dialog = .change($0) }
    case .character("d"), .delete: withChosen(&shell) { $1.dialog = .delete($0) }
    case .character("o"): shell.open(.decks)
    case .character("i"): shell.dialog = .bringIn(language: chosen?.name ?? "")
    case .character("x"): withChosen(&shell) { $1.dialog = .takeOut($0.name) }
    case .character("t"): shell.open(.look(.stats, game: KnownNames.cards))
    case .character("m"): shell.open(.look(.calendar, game: KnownNames.cards))
    case .character("r"): refresh(&shell)
    default: shell.press(onPage: key)
    }
  }

  private func withChosen(_ shell: inout Shell, _ body: (LanguagesAnswer.Language, inout Shell) -> Void) {
    if let chosen { return body(chosen, &shell) }
    shell.tell(lacksName ? "Words are kept under a name: u chooses one." : "There is no language yet: a begins one.")
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard mouse.act == .press, let index = LanguagesView(shell: shell, list: self).index(at: mouse) else { return }
    // A second click opens.
    if index == cursor.chosen { press(.enter, &shell) } else { cursor.choose(index, of: languages?.count ?? 0) }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard let answer = try? message.read(as: LanguagesAnswer.self) else { return }
    let goesToSelected = languages == nil || question.type == "add_language" || question.type == "change_language"
    let name = goesToSelected ? answer.selected : chosen?.name
    (languages, complaint, lacksName) = (answer.languages, nil, false)
    cursor.choose(answer.languages.firstIndex { $0.name == name } ?? cursor.chosen, of: answer.languages.count)
    switch question.type {
    case "add_language":
      if let language = chosen {
        shell.tell("You learn \(language.name) now: ↵ shows its words, a new one is added there.", for: 8)
      }
    case "change_language":
      guard let old = question["language"], let chosen else { return }
      shell.tell(
        chosen.name == old
          ? "\(old): you want to know \(chosen.retention) of a hundred words that come due, and \(chosen.newPerDay) new ones a day."
          : "\(old) is called \(chosen.name) now.")
    case "delete_language": shell.tell("\(question["language"] ?? "It") is deleted, with its words.")
    default: break
    }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    lacksName = failure.code == "not_named"
    complaint = lacksName ? "Words of your own are kept under your name, and you are a guest." : failure.message
    languages = nil
  }

  func draw(on frame: inout Frame, _ shell: Shell) { LanguagesView(shell: shell, list: self).draw(on: &frame) }
}
