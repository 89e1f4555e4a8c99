import TextMode
package import WireProtocol

extension LanguagesAnswer: Drawable {
  package func drawn() -> String {
    guard !languages.isEmpty else { return "You are not learning a language yet: /add-language Spanish begins one" }
    let lines = languages.map { language in
      let parts = [
        Drawing.count(language.words, "word", "words"), "\(language.marked) marked", "\(language.due) due",
        "\(language.new) new\(language.newLater > 0 ? " (and \(language.newLater) on other days)" : "")",
      ]
      return "\(language.name == selected ? "*" : " ") \(language.name): \(parts.joined(separator: ", "))"
    }
    return (lines + ["/language NAME chooses one; /add casa = house, /search, /section, /study"]).joined(
      separator: "\n")
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
    guard let back = card.back else { return Drawing.line(of: card) }
    return (Drawing.lines(of: back) + (intervals.map { [Drawing.line(of: $0)] } ?? [])).joined(separator: "\n")
  }
}

extension StudyAnswer: Drawable {
  package func drawn() -> String {
    guard let card else {
      guard newLater > 0 else {
        return "Nothing to study in \(language) today: come back tomorrow, or /add casa = house"
      }
      let words = Drawing.count(newLater, "new word waits", "new words wait")
      return "That is all of \(language) for today: \(words) for other days; /new-per-day 40 asks for more a day"
    }
    let counts =
      run.map { "card \($0.done + 1) of \($0.count), \($0.remembered) remembered" } ?? "\(due) due, \(new) new"
    let head = "\(language): \(isUndone ? "the last rating is taken back; " : "")\(counts)"
    let listed = choices.enumerated().map { "     \($0.offset + 1)  \($0.element)" }
    let answer = choices.isEmpty ? "/answer TEXT" : "/answer NUMBER"
    return
      ([head, Drawing.line(of: card)] + listed + ["\(answer), or /turn and then /rate again, hard, good or easy"])
      .joined(separator: "\n")
  }
}

extension RatedAnswer: Drawable {
  package func drawn() -> String {
    let verdicts = [
      "right": "Right", "accents": "Right but for accents", "typo": "Right but for a slip", "wrong": "Wrong",
    ]
    let verdict = answer.flatMap { verdicts[$0] }.map { "\($0): " } ?? ""
    let due = word.due.map { ", due \($0)" } ?? ""
    let next = result.map { "\n\($0.share)\n\n/share posts it; /cards goes through others" } ?? study.drawn()
    return "\(verdict)\(Drawing.line(of: word)) (\(rating)\(due))\n" + next
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

  /// `/rate again (today), hard (1 day), good (2 days) or easy (8 days)`
  static func line(of intervals: CardAnswer.Intervals) -> String {
    func time(_ days: Int) -> String { days < 1 ? "today" : count(days, "day", "days") }
    return "/rate again (\(time(intervals.again))), hard (\(time(intervals.hard))), good (\(time(intervals.good)))"
      + " or easy (\(time(intervals.easy)))"
  }

  /// A word with all its details.
  static func lines(of word: LearntWord) -> [String] {
    let part = word.part.isEmpty ? [] : ["    (\(word.part))"]
    let example = word.example.isEmpty ? [] : ["    “\(word.example)”"]
    return [line(of: word)] + part + (word.note.isEmpty ? [] : ["    \(word.note)"]) + example
  }
}
