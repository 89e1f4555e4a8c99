internal import ClientKit
internal import WireProtocol

/// The player's languages.
struct LanguageList: Sendable {
  /// `nil` until the answer arrives.
  private(set) var languages: [LanguagesAnswer.Language]?
  var cursor = ListCursor()
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

extension LanguageList: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    var listing = Listing("Words", hints: hints, columns: [.init(x: 3, tone: .bold), .init(x: -1)])
    listing.explain(
      isKnown: languages != nil, complaint: complaint, isEmpty: languages?.isEmpty == true,
      "You are not learning a language yet. a begins one: Spanish, or Irish verbs, or whatever you like, "
        + "with words of your own. "
        + "o shows decks to begin with, i brings in a file.")
    if lacksName { listing.message?.texts.append("u chooses a name, a an account with a password.") }
    let due = (languages ?? []).reduce(0) { $0 + $1.due }
    listing.heading = due > 0 ? "\(ShellFormat.count(due, "word")) to repeat today" : "Nothing to repeat today"
    let isWide = shell.width >= 60
    listing.show(languages ?? []) { language in
      let due = "\(ShellFormat.grouped(language.due)) due"
      let parts = [
        ShellFormat.count(language.words, "word"), "\(ShellFormat.grouped(language.marked)) marked",
        "\(ShellFormat.grouped(language.new)) new", due,
      ]
      let right = isWide ? parts : [ShellFormat.grouped(language.words), due]
      return .init(
        cells: [language.name, right.joined(separator: " · ")], tone: language.due > 0 ? .good : .plain)
    }
    return listing
  }

  var helpLines: [String] {
    [
      "p goes through twenty cards at random, or on with them; N begins anew. c shows cards section by section. i reads CSV, TSV, Anki's text.",
      "Words come back on the day on which you would be about to forget them, by FSRS-6.",
    ]
  }

  private var hints: String {
    if lacksName { return "u your name  a account  esc back  ? help" }
    return chosen == nil
      ? "a begin a language  o ready-made decks  i bring in a file  esc back  ? help"
      : "s study  p practise  ↵ words  c cards  a new  o decks  i import  x export  e change  d delete  t statistics  m calendar  r ask again  "
        + "esc back  ? help"
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .character("u") where lacksName: shell.dialog = .name(shell.isGuest ? nil : shell.name)
    case .character("a") where lacksName: shell.open(.account)
    case .character("a"), .character("n"), .insert:
      guard !lacksName else { return shell.tell("Words are kept under a name: u chooses one.") }
      shell.dialog = .addLanguage()
    case .enter, .right, .character("w"): withChosen(&shell) { $1.open(.words($0.name)) }
    case .character("s"), .character(" "): withChosen(&shell) { $1.ask("study", ["language": $0.name]) }
    case .character("p"): withChosen(&shell) { $1.ask("cards", ["language": $0.name]) }
    case .character("N"): withChosen(&shell) { $1.ask("cards", ["language": $0.name, "restart": true]) }
    case .character("c"): withChosen(&shell) { $1.open(.cards($0.name)) }
    case .character("e"): withChosen(&shell) { $1.dialog = .change($0) }
    case .character("d"), .delete: withChosen(&shell) { $1.dialog = .delete($0) }
    case .character("o"): shell.open(.decks)
    case .character("i"): shell.dialog = .bringIn(language: chosen?.name ?? "")
    case .character("x"): withChosen(&shell) { $1.dialog = .takeOut($0.name) }
    case .character("t"): shell.open(.look(.stats, game: shell.recordedGames.first?.id))
    case .character("m"): shell.open(.look(.calendar, game: shell.recordedGames.first?.id))
    case .character("r"): refresh(&shell)
    default: shell.press(onPage: key)
    }
  }

  private func withChosen(_ shell: inout Shell, _ body: (LanguagesAnswer.Language, inout Shell) -> Void) {
    if let chosen { return body(chosen, &shell) }
    shell.tell(lacksName ? "Words are kept under a name: u chooses one." : "There is no language yet: a begins one.")
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
}
