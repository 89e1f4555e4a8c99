import GameKit
import ParlorCore
import TextMode
package import WireProtocol

extension LanguagesAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      languages.isEmpty ? "You are not learning a language yet" : "",
      typed: languages.isEmpty ? ": /add-language Spanish begins one" : "")
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
        .init("cards", Request.Section(language: name), key: "c"),
        .init("change", change, key: "e", asks: ["name", "retention", "new_per_day"]),
        .init("delete", Request.DeleteLanguage(language: ""), key: "d", asks: ["language"]),
        .init("export", Request.Export(language: name), key: "x", asks: ["format"]),
        .init("practise anew", Request.Cards(language: name, restarts: true), key: "N"))
    }
    if !languages.isEmpty { page.advise("/language NAME chooses one; /add casa = house, /search, /section, /study") }
    let cards = CardScore.game.id
    page.offer(
      .init("a new language", Request.AddLanguage(name: ""), key: "a", asks: ["name", "original", "translation"]),
      .init("ready-made decks", Request.Decks(), key: "o"),
      .init("import a file", Request.Import(text: "", offset: 0, language: selected), key: "i", asks: ["text"]),
      .init("statistics", Request.Stats(game: cards), key: "t"),
      .init("calendar", Request.Calendar(game: cards), key: "m"), .refresh(Request.Languages()))
    return page
  }
}

extension WordAnswer: LinkedText {
  package func page() -> DrawnPage {
    guard !isDeleted else {
      var page = DrawnPage()
      page.add("\(word.original) is deleted", typed: "Deleted from \(language): \(Drawing.line(of: word))", [])
      return page
    }
    var page = DrawnPage()
    page.add("\(word.original) = \(word.translation)", typed: Drawing.lines(of: word).joined(separator: "\n"), [])
    if let duplicate {
      page.add(
        "You have it already as word \(duplicate)",
        typed: "    You have it already as word \(duplicate): /delete \(word.number) takes this one away", [])
    }
    return page
  }
}

/// A page of words as drawn.
struct ShownWords: ShownMessage, LinkedText {
  var message: FoundWords
  var request: Request.Search
  var today: Day

  package func page() -> DrawnPage {
    let (language, text, words) = (message.language, message.text, message.words)
    var page = DrawnPage()
    if words.isEmpty {
      page =
        text.isEmpty
        ? DrawnPage("No words here", typed: ": /add casa = house adds one")
        : DrawnPage("\(language) has no word with \(text)")
    }
    let width = min(Self.column, words.map { TextWidth.of($0.original) }.max() ?? 0)
    for word in words { page.add(line(of: word, width), typed: Drawing.line(of: word), word.links) }
    let new = Request.AddWord(language: language, original: words.isEmpty ? text : "", translation: "")
    page.offer(
      DrawnPage.Link("search", Request.Search(language: language, text: text), asks: ["text"]).with(.search),
      .init("new word", new, key: "^N", asks: LearntWord.members),
      DrawnPage.Link("delete", Request.DeleteWord(word: 0), key: "^D", asks: []).about("word"),
      .init("study", Request.Study(language: language), key: "^S"),
      .init("cards", Request.Section(language: language), key: "^K"))
    if let next = message.next {
      page.advise("/search after=\(next)\(text.isEmpty ? "" : " " + text) goes on")
      page.offer(
        DrawnPage.Link("more", Request.Search(language: language, text: text, after: next), key: "^O").with(.further))
    }
    page.offer(.refresh(request, key: ""))
    return page
  }

  /// The widest column of originals; longer ones push what follows.
  private static let column = 30

  /// Both sides in columns, and when it is due.
  private func line(of word: LearntWord, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, width - TextWidth.of(word.original)))
    let part = word.part.isEmpty ? "" : " (\(word.part))"
    let due = word.due.map { $0 <= today.text ? "due" : $0 } ?? "new"
    return "\(word.original)\(space)  \(word.translation)\(part)  \(due)\(word.isMarked ? " *" : "")"
  }
}

extension LearntWord {
  fileprivate var links: [DrawnPage.Link] {
    [
      edit(),
      .init(isMarked ? "unmark" : "mark", Request.EditWord(word: number, marked: !isMarked), key: "^T"),
      .init("copy", copies: "\(original) = \(translation)", key: "^Y"),
    ]
  }

  fileprivate func edit(key: String = "") -> DrawnPage.Link {
    let entry = Request.Entry(original: original, translation: translation, note: note, part: part, example: example)
    return .init("edit", Request.EditWord(word: number, entry: entry), key: key, asks: Self.members)
  }

  /// What a form of a word asks for.
  fileprivate static let members = ["original", "translation", "note", "part", "example"]
}

/// A page of cards as drawn.
struct ShownSection: ShownMessage, LinkedText {
  var message: SectionAnswer
  /// The word after which the page begins; `nil` for the first one.
  var after: Int?

  private static let kinds = [
    ("all", "All"), ("random", "Random 20"), ("repeat", "Repeat All"), ("repeat_random", "Repeat 20"),
  ]

  package func page() -> DrawnPage {
    let (language, isInverted) = (message.language, message.isInverted)
    let name = Self.kinds.first { $0.0 == message.section }?.1 ?? message.section
    var page = DrawnPage(
      "\(name) of \(language)\(isInverted ? ", inverted" : ""): \(Drawing.count(message.count, "card", "cards"))")
    for card in message.cards { page.add(Drawing.line(of: card), card.links) }
    if let next = message.next {
      page.advise("/section after=\(next) goes on")
      page.offer(.further("more", Request.Section(language: language, after: next)))
    }
    if let number = message.cards.first?.number {
      page.advise("/turn \(number) shows the other side of word \(number); /mark \(number), /regenerate, /invert")
    }
    for (index, (kind, name)) in Self.kinds.enumerated() {
      page.offer(
        .init(name, Request.Section(language: language, kind: kind, isInverted: isInverted), key: "\(index + 1)"))
    }
    page.offer(
      .init("deal anew", Request.Section(language: language, regenerates: true), key: "g"),
      .init("invert", Request.Section(language: language, isInverted: !isInverted), key: "i"),
      .init("study", Request.Study(language: language), key: "s"),
      .init("words", Request.Search(language: language), key: "w"),
      .refresh(Request.Section(language: language, after: after)))
    return page
  }
}

extension LearntCard {
  /// The word of a card that is not turned stays hidden.
  fileprivate var links: [DrawnPage.Link] {
    let links: [DrawnPage.Link] = [
      .init(back == nil ? "turn" : "turn back", Request.Turn(word: number, isTurned: back == nil)),
      .init(isMarked ? "unmark" : "mark", Request.EditWord(word: number, marked: !isMarked), key: "m"),
    ]
    guard let word = back else { return links }
    return links + [word.edit(key: "e")]
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
