// Hand-written parts of requests about a player's vocabulary.

extension Request.ChangeLanguage {
  init(retention command: TextCommand) throws(WireError) {
    let percent = try command.number(0, "PERCENT")
    guard Self.retentionRange.contains(percent) else { throw command.typeItLikeThis("/retention 85, from 70 to 97") }
    self.init(retention: percent)
  }

  init(newPerDay command: TextCommand) throws(WireError) {
    guard let number = command.words.first.flatMap({ Int($0) }), Self.newPerDayRange.contains(number) else {
      throw command.typeItLikeThis("/new-per-day 20, from 0 to 1000")
    }
    self.init(newPerDay: number)
  }
}

extension Request.Entry {
  /// `la casa = house, home`, `la casa: house`, `casa house`. `nil` if there are several ways to split the text.
  init?(typed text: String) {
    let sides: [Substring]
    if text.contains("=") {
      sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    } else if text.contains(where: { $0 == ":" || $0 == "：" }) {
      // With several colons it is unclear which one separates the words.
      sides = text.split(separator: ": ", omittingEmptySubsequences: false)
    } else {
      sides = text.split(separator: " ")
    }
    guard sides.count == 2 else { return nil }
    let trimmed = sides.map { side in String(side.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    self.init(original: trimmed[0], translation: trimmed[1])
  }

  fileprivate init(_ command: TextCommand, _ text: String) throws(WireError) {
    guard let entry = Request.Entry(typed: text) else {
      // With more than two words, the equals sign is needed.
      guard text.contains(" ") else { throw command.typeItLikeThis() }
      let example = command.name == "edit" ? "/edit 1 la casa = the house" : "/add la casa = the house"
      throw WireError(.badField, "Put = between the word and its translation: \(example)")
    }
    self = entry
  }
}

extension Request.AddWord {
  /// Adds a word to a language.
  public init(_ entry: Request.Entry, to language: String? = nil) {
    self.init(
      language: language, original: entry.original ?? "", translation: entry.translation ?? "", note: entry.note,
      part: entry.part, example: entry.example)
  }

  /// The word's texts.
  public var entry: Request.Entry {
    Request.Entry(original: original, translation: translation, note: note, part: part, example: example)
  }

  init(typed command: TextCommand) throws(WireError) {
    self.init(try Request.Entry(command, command.rest))
  }
}

extension Request.EditWord {
  init(typed command: TextCommand) throws(WireError) {
    let text = command.words.dropFirst().joined(separator: " ")
    self.init(word: try command.number(0, "WORD"), entry: try Request.Entry(command, text))
  }
}

extension Request.Search {
  /// `/search`, `/search man`, `/search after=12 man`.
  init(typed command: TextCommand) throws(WireError) {
    let words = command.words.filter { !$0.hasPrefix("after=") }
    self.init(text: words.joined(separator: " "), after: try command.after, limit: 20)
  }
}

extension Request.Section {
  /// `/section`, `/section random`, `/section repeat random`, `/section after=12`.
  init(typed command: TextCommand) throws(WireError) {
    let kind = command.words.filter { !$0.hasPrefix("after=") }.joined(separator: "_").lowercased()
    guard kind.isEmpty || Self.kindWords.contains(kind) else { throw command.typeItLikeThis() }
    self.init(kind: kind.isEmpty ? nil : kind, after: try command.after)
  }

  /// `/invert`, `/invert off`.
  init(inverting command: TextCommand) throws(WireError) {
    let word = command.words.first?.lowercased()
    self.init(isInverted: word.map { $0 != "off" }, isSwapped: word == nil)
  }
}

extension TextCommand {
  /// The number of a word, after which a page begins: `after=12`.
  fileprivate var after: Int? {
    get throws(WireError) {
      guard let text = option("after") else { return nil }
      guard let number = Int(text), number >= 0 else {
        throw WireError(.badField, "A page begins after a word's number, such as after=12: the page before says which")
      }
      return number
    }
  }
}

extension Request.Study {
  init(typed command: TextCommand) throws(WireError) { self.init(choices: command.words.first == "choices") }
}

extension Request.Cards {
  /// `/cards`, `/cards new`, `/cards 10 choices repeat`.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    for word in command.words.map({ $0.lowercased() }) {
      if word == "new" {
        restarts = true
      } else if word == "choices" {
        choices = true
      } else if Self.kindWords.contains(word) {
        kind = word
      } else if let number = Int(word), Self.countRange.contains(number) {
        count = number
      } else {
        throw command.typeItLikeThis()
      }
    }
  }
}

extension Request.Import {
  init(typed command: TextCommand) throws(WireError) {
    self.init(text: "", offset: 0, language: command.optionalRest(0), isPasted: true)
  }

  init(cancelling command: TextCommand) throws(WireError) { self.init(text: "", offset: 0) }
}

extension Request.Export {
  init(typed command: TextCommand) throws(WireError) {
    let format = command.words.first?.lowercased() ?? "anki"
    guard Self.formatWords.contains(format) else { throw command.typeItLikeThis() }
    self.init(format: format)
  }
}
