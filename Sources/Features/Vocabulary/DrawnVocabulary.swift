import ParlorCore
import TextMode
package import WireProtocol

extension LanguagesAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      languages.isEmpty ? "You are not learning a language yet: /add-language Spanish begins one" : "")
    for language in languages {
      let parts = [
        Drawing.count(language.words, "word", "words"), "\(language.marked) marked", "\(language.due) due",
        "\(language.new) new\(language.newLater > 0 ? " (and \(language.newLater) on other days)" : "")",
      ]
      let (name, line) = (language.name, "\(language.name == selected ? "*" : " ") \(language.name): ")
      let change = Request.ChangeLanguage(
        language: name, name: name, retention: language.retention, newPerDay: language.newPerDay)
      var words = DrawnPage.Link("words", Request.Search(language: name))
      words.isChosen = name == selected
      page.add(
        line + parts.joined(separator: ", "), words,
        .init("study", Request.Study(language: name), key: "s"),
        .init("practise", Request.Cards(language: name), key: "p"),
        .init("cards", Request.Section(language: name), key: "c"), .init("change", change, key: "e", isForm: true),
        .init("delete", Request.DeleteLanguage(language: name), key: "d", isForm: true),
        .init("export", Request.Export(language: name), key: "x", isForm: true),
        .init("practise anew", Request.Cards(language: name, restarts: true), key: "N"))
    }
    if !languages.isEmpty { page.add("/language NAME chooses one; /add casa = house, /search, /section, /study") }
    let cards = CardScore.game.id
    page.offer(
      .init("a new language", Request.AddLanguage(name: ""), key: "a", isForm: true),
      .init("ready-made decks", Request.Decks(), key: "o"),
      .init("import a file", Request.Import(text: "", offset: 0, language: selected), key: "i", isForm: true),
      .init("statistics", Request.Stats(game: cards), key: "t"),
      .init("calendar", Request.Calendar(game: cards), key: "m"), .refresh(Request.Languages()))
    return page
  }
}

extension WordAnswer: Drawable {
  package func drawn() -> String {
    if isDeleted { return "Deleted from \(language): \(Drawing.line(of: word))" }
    let twin =
      duplicate.map { ["    You have it already as word \($0): /delete \(word.number) takes this one away"] } ?? []
    return (Drawing.lines(of: word) + twin).joined(separator: "\n")
  }
}

extension FoundWords: Drawable {
  package func drawn() -> String {
    guard !words.isEmpty else {
      return text.isEmpty ? "No words here: /add casa = house adds one" : "\(language) has no word with \(text)"
    }
    let lines = words.map { Drawing.line(of: $0) }
    let further = next.map { ["/search after=\($0)\(text.isEmpty ? "" : " " + text) goes on"] } ?? []
    return (lines + further).joined(separator: "\n")
  }
}

extension SectionAnswer: Drawable {
  package func drawn() -> String {
    let names = ["all": "All", "random": "Random 20", "repeat": "Repeat All", "repeat_random": "Repeat 20"]
    let title = "\(names[section] ?? section) of \(language)\(isInverted ? ", inverted" : ""): "
    let lines = cards.map { Drawing.line(of: $0) }
    let further = next.map { ["/section after=\($0) goes on"] } ?? []
    let help = cards.first.map {
      ["/turn \($0.number) shows the other side of word \($0.number); /mark \($0.number), /regenerate, /invert"]
    }
    return
      ([title + Drawing.count(count, "card", "cards")] + lines + further + (help ?? []))
      .joined(separator: "\n")
  }
}

extension CardAnswer: Drawable {
  package func drawn() -> String {
    card.back.map { Drawing.lines(of: $0).joined(separator: "\n") } ?? Drawing.line(of: card)
  }
}

extension Drawing {
  /// `12  casa = house *`
  static func line(of word: LearntWord) -> String {
    "\(word.number)  \(word.original) = \(word.translation)\(word.isMarked ? " *" : "")"
  }

  /// The front, or both sides of a turned card.
  static func line(of card: LearntCard) -> String {
    card.back.map { line(of: $0) } ?? "\(card.number)  \(card.front)\(card.isMarked ? " *" : "")"
  }

  /// A word with all its details.
  static func lines(of word: LearntWord) -> [String] {
    let part = word.part.isEmpty ? [] : ["    (\(word.part))"]
    let example = word.example.isEmpty ? [] : ["    “\(word.example)”"]
    return [line(of: word)] + part + (word.note.isEmpty ? [] : ["    \(word.note)"]) + example
  }
}
