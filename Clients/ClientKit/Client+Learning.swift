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
    try await ask(Request.Languages(select: name), within: limit)
  }

  /// Begins a language, with its first word if there is one.
  @discardableResult
  public func addLanguage(
    _ name: String, first entry: Request.Entry? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    try await ask(Request.AddLanguage(name: name, entry: entry ?? Request.Entry()), within: limit)
  }

  /// Gives a language another name, another retention, another number of new words a day: what is `nil` stays.
  ///
  /// - Parameter retention: the share of words that is to be remembered when they are due, 70 to 97 percent.
  @discardableResult
  public func changeLanguage(
    _ language: String? = nil, name: String? = nil, retention: Int? = nil, newPerDay: Int? = nil,
    within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    let request = Request.ChangeLanguage(
      language: language, name: name, retention: retention, newPerDay: newPerDay)
    return try await ask(request, within: limit)
  }

  /// Removes a language with its words and their reviews.
  @discardableResult
  public func deleteLanguage(
    _ language: String, within limit: Duration? = nil
  ) async throws(RequestError) -> LanguagesAnswer {
    try await ask(Request.DeleteLanguage(language: language), within: limit)
  }

  /// Adds a word; original and translation have to be there.
  @discardableResult
  public func addWord(
    _ entry: Request.Entry, to language: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    try await ask(Request.AddWord(entry, to: language), within: limit)
  }

  /// Changes what is written about a word: what is `nil` stays, and an empty note, part or example is taken away.
  @discardableResult
  public func editWord(
    _ word: Int, _ entry: Request.Entry, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    try await ask(Request.EditWord(word: word, entry: entry), within: limit)
  }

  /// Removes a word with its reviews; the answer is the word as it was.
  @discardableResult
  public func deleteWord(_ word: Int, within limit: Duration? = nil) async throws(RequestError) -> WordAnswer {
    try await ask(Request.DeleteWord(word: word), within: limit)
  }

  /// Marks a word to be repeated, or takes the mark away.
  @discardableResult
  public func mark(
    _ word: Int, _ isMarked: Bool = true, within limit: Duration? = nil
  ) async throws(RequestError) -> WordAnswer {
    try await ask(Request.EditWord(word: word, marked: isMarked), within: limit)
  }

  /// A page of the words that hold a text on either side, the oldest first.
  public func search(
    _ search: Request.Search = Request.Search(), within limit: Duration? = nil
  ) async throws(RequestError) -> FoundWords {
    try await ask(search, within: limit)
  }

  /// A page of the cards of a section.
  public func section(
    _ section: Request.Section = Request.Section(), within limit: Duration? = nil
  ) async throws(RequestError) -> SectionAnswer {
    try await ask(section, within: limit)
  }

  /// Turns a card over, or back: the one that is studied unless a word is named.
  @discardableResult
  public func turn(
    _ word: Int? = nil, _ isTurned: Bool = true, within limit: Duration? = nil
  ) async throws(RequestError) -> CardAnswer {
    try await ask(Request.Turn(word: word, isTurned: isTurned), within: limit)
  }

  /// What there is to study, and the next card.
  ///
  /// - Parameter choices: whether to choose the other side from four.
  public func study(
    _ language: String? = nil, choices: Bool = false, within limit: Duration? = nil
  ) async throws(RequestError) -> StudyAnswer {
    try await ask(Request.Study(language: language, choices: choices), within: limit)
  }

  /// Says how well a word was known, or what was typed, which is judged: of the one that is studied unless a word is
  /// named. When the link is lost before the answer, the request fails: a review that counted twice would be wrong.
  @discardableResult
  public func rate(_ rating: Request.Rate, within limit: Duration? = nil) async throws(RequestError) -> RatedAnswer {
    try await ask(rating, within: limit)
  }

  /// Takes the last rating back: the answer is its card. When the link is lost before the answer, the request fails, as
  /// ``rate(_:within:)`` does.
  @discardableResult
  public func undoRating(within limit: Duration? = nil) async throws(RequestError) -> StudyAnswer {
    try await ask(Request.UndoRating(), within: limit)
  }
}

extension Client {
  /// The next card of the run that is under way, or the first of a new one; ``rate`` then rates it, and the last card's
  /// answer has the result.
  public func cards(
    _ cards: Request.Cards = Request.Cards(), within limit: Duration? = nil
  ) async throws(RequestError) -> StudyAnswer {
    try await ask(cards, within: limit)
  }
}
