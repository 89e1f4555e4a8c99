public import WireProtocol

/// The requests of somebody who learns words. They need a player with a name. A language that is `nil` is the one that
/// was dealt with last; a program that deals with several names them, since a server that has begun anew remembers
/// none.
extension Client {
  /// The languages that the player learns; with a name, that one is dealt with from then on.
  @discardableResult
  public func languages(
    select name: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    try await request("languages", .given(["select": name]), within: limit, as: LanguagesAnswer.self)
  }

  /// Begins a language, with its first word if there is one.
  @discardableResult
  public func addLanguage(
    _ name: String, first entry: Request.Vocabulary.Entry? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    var fields = entry?.fields ?? [:]
    fields["name"] = .string(name)
    return try await request("add_language", fields, within: limit, as: LanguagesAnswer.self)
  }

  /// Gives a language another name, another retention, another number of new words a day: what is `nil` stays.
  ///
  /// - Parameter retention: the share of words that is to be remembered when they are due, 70 to 97 percent.
  @discardableResult
  public func changeLanguage(
    _ language: String? = nil, name: String? = nil, retention: Int? = nil, newPerDay: Int? = nil,
    within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    var fields = JSONObject.given(["language": language, "name": name])
    if let retention { fields["retention"] = .int(retention) }
    if let newPerDay { fields["new_per_day"] = .int(newPerDay) }
    return try await request("change_language", fields, within: limit, as: LanguagesAnswer.self)
  }

  /// Removes a language with its words and their reviews.
  @discardableResult
  public func deleteLanguage(
    _ language: String, within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    try await request("delete_language", ["language": .string(language)], within: limit, as: LanguagesAnswer.self)
  }

  /// Adds a word; original and translation have to be there.
  @discardableResult
  public func addWord(
    _ entry: Request.Vocabulary.Entry, to language: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    var fields = entry.fields
    if let language { fields["language"] = .string(language) }
    return try await request("add_word", fields, within: limit, as: WordAnswer.self)
  }

  /// Changes what is written about a word: what is `nil` stays, and an empty note, part or example is taken away.
  @discardableResult
  public func editWord(
    _ word: Int, _ entry: Request.Vocabulary.Entry, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    var fields = entry.fields
    fields["word"] = .int(word)
    return try await request("edit_word", fields, within: limit, as: WordAnswer.self)
  }

  /// Removes a word with its reviews; the answer is the word as it was.
  @discardableResult
  public func deleteWord(_ word: Int, within limit: Duration? = nil) async throws(RequestError) -> WordAnswer {
    try await request("delete_word", ["word": .int(word)], within: limit, as: WordAnswer.self)
  }

  /// Marks a word to be repeated, or takes the mark away.
  @discardableResult
  public func mark(
    _ word: Int, _ isMarked: Bool = true, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    try await request("mark", ["word": .int(word), "marked": .bool(isMarked)], within: limit, as: WordAnswer.self)
  }

  /// A page of the words that hold a text on either side, the oldest first.
  public func search(
    _ search: Request.Vocabulary.Search = Request.Vocabulary.Search(), within limit: Duration? = nil
  ) async throws(RequestError) -> FoundWords {
    var fields = JSONObject.given(["language": search.language, "text": search.text.isEmpty ? nil : search.text])
    fields["after"] = .int(search.after)
    fields["limit"] = .int(search.limit)
    return try await request("search", fields, within: limit, as: FoundWords.self)
  }

  /// A page of the cards of a section.
  public func section(
    _ section: Request.Vocabulary.Section = Request.Vocabulary.Section(), within limit: Duration? = nil
  ) async throws(RequestError) -> SectionAnswer {
    var fields = JSONObject.given(["language": section.language, "section": section.kind])
    if section.regenerates { fields["regenerate"] = true }
    if let isInverted = section.isInverted { fields["inverted"] = .bool(isInverted) }
    if let after = section.after { fields["after"] = .int(after) }
    return try await request("section", fields, within: limit, as: SectionAnswer.self)
  }

  /// Turns a card over, or back: the one that is studied unless a word is named.
  @discardableResult
  public func turn(
    _ word: Int? = nil, _ isTurned: Bool = true, within limit: Duration? = nil
  ) async throws(RequestError) -> CardAnswer {
    var fields: JSONObject = ["turned": .bool(isTurned)]
    if let word { fields["word"] = .int(word) }
    return try await request("turn", fields, within: limit, as: CardAnswer.self)
  }

  /// What there is to study, and the next card.
  ///
  /// - Parameter choices: whether to choose the other side from four.
  public func study(
    _ language: String? = nil, choices: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> StudyAnswer {
    var fields = JSONObject.given(["language": language])
    if choices { fields["choices"] = true }
    return try await request("study", fields, within: limit, as: StudyAnswer.self)
  }

  /// Says how well a word was known, or what was typed, which is judged: of the one that is studied unless a word is
  /// named. When the link is lost before the answer, the request fails: a review that counted twice would be wrong.
  @discardableResult
  public func rate(
    _ word: Int? = nil, _ rating: Request.Vocabulary.Rating, within limit: Duration? = nil
  ) async throws(RequestError) -> RatedAnswer {
    var fields: JSONObject =
      switch rating {
      case .said(let name): ["rating": .string(name)]
      case .typed(let text): ["answer": .string(text)]
      }
    if let word { fields["word"] = .int(word) }
    return try await request("rate", fields, within: limit, as: RatedAnswer.self)
  }

  /// Takes the last rating back: the answer is its card. When the link is lost before the answer, the request fails, as
  /// ``rate(_:_:within:)`` does.
  @discardableResult
  public func undoRating(within limit: Duration? = nil) async throws(RequestError) -> StudyAnswer {
    try await request("undo_rating", within: limit, as: StudyAnswer.self)
  }
}

extension Request.Vocabulary.Entry {
  fileprivate var fields: JSONObject {
    .given([
      "original": original, "translation": translation, "note": note, "part": part, "example": example,
    ])
  }
}

extension Client {
  /// The next card of the run that is under way, or the first of a new one; ``rate`` then rates it, and the last card's
  /// answer has the result.
  public func cards(
    _ cards: Request.Vocabulary.Cards = Request.Vocabulary.Cards(), within limit: Duration? = nil
  ) async throws(RequestError) -> StudyAnswer {
    var fields = JSONObject.given(["language": cards.language, "section": cards.kind])
    fields["count"] = .int(cards.count)
    fields["choices"] = .bool(cards.choices)
    fields["new"] = .bool(cards.isNew)
    return try await request("cards", fields, within: limit, as: StudyAnswer.self)
  }
}
