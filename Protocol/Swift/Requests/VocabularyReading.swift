extension Request.Vocabulary {
  static func addLanguage(_ fields: RequestFields) throws(WireError) -> Self {
    let entry = try Entry(fields)
    return .addLanguage(name: try fields.text("name"), first: entry == Entry() ? nil : entry)
  }

  static func changeLanguage(_ fields: RequestFields) throws(WireError) -> Self {
    .changeLanguage(
      try fields.optionalText("language"), name: try fields.optionalText("name"),
      retention: try fields.optionalInt("retention", in: 70...97),
      newPerDay: try fields.optionalInt("new_per_day", in: mostNewPerDay))
  }

  /// How many new words a day a player may want.
  static let mostNewPerDay = 0...1000

  static func rate(_ fields: RequestFields) throws(WireError) -> Self {
    let word = try fields.optionalWord()
    if let answer = try fields.optionalText("answer", atMost: Entry.wordBytes) { return .rate(word, .typed(answer)) }
    let rating = try fields.text("rating")
    guard Rating.ratings.contains(rating) else { throw fields.wrong("rating", Rating.choice) }
    return .rate(word, .said(rating))
  }
}

extension Request.Vocabulary.Rating {
  static let choice = "one of " + ratings.map { "\"\($0)\"" }.joined(separator: ", ")
}

extension Request.Vocabulary.Entry {
  /// The most bytes of an original, a translation and an answer.
  fileprivate static let wordBytes = 480
  /// The most bytes of a note, and of an example.
  private static let noteBytes = 1200

  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      original: try fields.optionalText("original", atMost: Self.wordBytes),
      translation: try fields.optionalText("translation", atMost: Self.wordBytes),
      note: try fields.optionalText("note", atMost: Self.noteBytes), part: try fields.optionalText("part"),
      example: try fields.optionalText("example", atMost: Self.noteBytes))
  }

  /// `la casa = house, home`, `la casa: house`, `casa house`. `nil` for what could be taken apart in several ways.
  init?(typed text: String) {
    let sides: [Substring]
    if text.contains("=") {
      sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    } else if text.contains(where: { $0 == ":" || $0 == "：" }) {
      // With several of them there is no telling which one stands between the words.
      sides = text.split(separator: ": ", omittingEmptySubsequences: false)
    } else {
      sides = text.split(separator: " ")
    }
    guard sides.count == 2 else { return nil }
    let trimmed = sides.map { side in String(side.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
    self.init(original: trimmed[0], translation: trimmed[1])
  }
}

extension Request.Vocabulary.Search {
  init(_ fields: RequestFields) throws(WireError) {
    self.init(
      language: try fields.optionalText("language"), text: try fields.optionalText("text") ?? "",
      after: try fields.optionalInt("after") ?? 0,
      limit: try fields.optionalInt("limit", in: 1...Self.maximumPage) ?? Self.maximumPage)
  }

  /// `/search`, `/search man`, `/search after=12 man`.
  init(_ command: TextCommand) throws(WireError) {
    let after = command.words.first.flatMap { $0.hasPrefix("after=") ? Int($0.dropFirst(6)) : nil }
    let words = command.words.dropFirst(after == nil ? 0 : 1)
    self.init(text: words.joined(separator: " "), after: max(0, after ?? 0), limit: 20)
  }
}

extension Request.Vocabulary.Section {
  init(_ fields: RequestFields) throws(WireError) {
    let kind = try fields.optionalText("section")
    guard kind.map(Self.kinds.contains) ?? true else {
      throw fields.wrong("section", "one of " + Self.kinds.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    self.init(
      language: try fields.optionalText("language"), kind: kind,
      regenerates: try fields.optionalBool("regenerate") ?? false, isInverted: try fields.optionalBool("inverted"),
      after: try fields.optionalInt("after"))
  }

  /// `/section`, `/section random`, `/section repeat random`, `/section after=12`.
  init(_ command: TextCommand) throws(WireError) {
    let after = command.option("after").flatMap { Int($0) }
    let kind = command.words.filter { !$0.hasPrefix("after=") }.joined(separator: "_").lowercased()
    guard kind.isEmpty || Self.kinds.contains(kind) else { throw command.typeItLikeThis() }
    self.init(kind: kind.isEmpty ? nil : kind, after: after.map { max(0, $0) })
  }
}

extension Request.Vocabulary.Cards {
  init(_ fields: RequestFields) throws(WireError) {
    let kind = try fields.optionalText("section") ?? "random"
    guard Request.Vocabulary.Section.kinds.contains(kind) else {
      throw fields.wrong(
        "section", "one of " + Request.Vocabulary.Section.kinds.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    self.init(
      language: try fields.optionalText("language"), kind: kind,
      count: try fields.optionalInt("count", in: 1...Self.mostCards) ?? Self.usualCount,
      choices: try fields.optionalBool("choices") ?? false, isNew: try fields.optionalBool("new") ?? false)
  }

  /// `/cards`, `/cards new`, `/cards 10 choices repeat`: whoever says how many, or which, means a new run.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    for word in command.words.map({ $0.lowercased() }) {
      if word == "new" {
        isNew = true
      } else if word == "choices" {
        choices = true
      } else if Request.Vocabulary.Section.kinds.contains(word) {
        (kind, isNew) = (word, true)
      } else if let number = Int(word), (1...Self.mostCards).contains(number) {
        (count, isNew) = (number, true)
      } else {
        throw command.typeItLikeThis()
      }
    }
  }
}

extension RequestFields {
  func optionalWord() throws(WireError) -> Int? { try optionalInt("word", in: 1...Int.max) }

  func word() throws(WireError) -> Int {
    guard let word = try optionalWord() else { throw wrong("word", "the number of a word") }
    return word
  }
}

extension TextCommand {
  /// `12` of `/mark 12`.
  func word() throws(WireError) -> Int {
    guard let number = words.first.flatMap({ Int($0) }), number > 0 else { throw typeItLikeThis() }
    return number
  }

  /// The number of a word, if there is one.
  func optionalWord() throws(WireError) -> Int? { words.isEmpty ? nil : try word() }

  /// What follows the first word.
  var afterFirst: String { words.dropFirst().joined(separator: " ") }

  func entry(_ text: String) throws(WireError) -> Request.Vocabulary.Entry {
    guard let entry = Request.Vocabulary.Entry(typed: text) else {
      // With more words than two the sign alone says which are the original's.
      guard text.contains(" ") else { throw typeItLikeThis() }
      let example = name == "edit" ? "/edit 1 la casa = the house" : "/add la casa = the house"
      throw WireError(.badField, "Put = between the word and its translation: \(example)")
    }
    return entry
  }

  func wholeRest() throws(WireError) -> String {
    guard !rest.isEmpty else { throw typeItLikeThis() }
    return rest
  }
}
