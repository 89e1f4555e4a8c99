public import WireProtocol

/// The requests of somebody who looks back, or looks something up.
extension Client {
  /// The server's games, and how the present day stands.
  public func about(within limit: Duration? = nil) async throws(RequestError) -> About {
    try await ask(Request.About(), within: limit)
  }

  /// How a player has done in a game: oneself, and the room's game or the first one, unless said otherwise.
  public func stats(
    of player: String? = nil, game: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> StatsAnswer {
    try await ask(Request.Stats(player: player, game: game), within: limit)
  }

  /// The best of a period.
  public func leaderboard(
    _ leaderboard: Request.Leaderboard = Request.Leaderboard(), within limit: Duration? = nil
  ) async throws(RequestError) -> LeaderboardAnswer {
    try await ask(leaderboard, within: limit)
  }

  /// A page of a player's finished matches, the newest first.
  public func history(
    _ history: Request.History = Request.History(), within limit: Duration? = nil
  ) async throws(RequestError) -> HistoryAnswer {
    try await ask(history, within: limit)
  }

  /// Oneself and another player, head to head.
  public func compare(
    with player: String, game: String? = nil, days: Int = 10, within limit: Duration? = nil
  ) async throws(RequestError) -> CompareAnswer {
    try await ask(Request.Compare(with: player, game: game, limit: days), within: limit)
  }

  /// A month of a player's dailies: one's own, of the present game and month, unless said otherwise.
  public func calendar(
    of player: String? = nil, game: String? = nil, month: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> CalendarAnswer {
    try await ask(Request.Calendar(player: player, game: game, month: month), within: limit)
  }

  /// The colours in which the player wants tiles drawn; changed first, where a theme is given.
  public func theme(_ theme: Theme? = nil, within limit: Duration? = nil) async throws(RequestError) -> Theme {
    try await ask(Request.SetTheme(theme: theme), within: limit, as: ThemeAnswer.self).theme
  }

  /// A whole match as lines of JSON, which `parlor-server replay` checks.
  public func replay(_ match: String, within limit: Duration? = nil) async throws(RequestError) -> [String] {
    let message = try await send(Request.Replay(match: match), within: limit)
    return message.attached.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The puzzles of a day that is over, with what opens their commitments.
  public func opened(_ day: String, within limit: Duration? = nil) async throws(RequestError) -> OpenedAnswer {
    try await ask(Request.Opened(day: day), within: limit)
  }

  /// A page of a game's accepted words.
  public func words(_ page: Request.Words, within limit: Duration? = nil) async throws(RequestError) -> WordsAnswer {
    try await ask(page, within: limit)
  }

  /// All words that a game accepts, page by page; the limit is for each page.
  public func acceptedWords(
    of game: String, list: String = "guesses", within limit: Duration? = nil
  ) async throws(RequestError) -> [String] {
    var (words, after): ([String], String?) = ([], nil)
    while true {
      let page = try await self.words(Request.Words(game: game, list: list, after: after), within: limit)
      words += page.words
      guard let next = page.next, !page.words.isEmpty else { return words }
      after = next
    }
  }

  /// The JSON Schema of a request, or of a game's `move` or `settings`.
  public func schema(
    of name: String, game: String? = nil, within limit: Duration? = nil
  ) async throws(RequestError) -> JSON {
    try await ask(Request.Schema(of: name, game: game), within: limit, as: SchemaAnswer.self).schema
  }

  /// All limits of the server.
  public func limits(within limit: Duration? = nil) async throws(RequestError) -> LimitsAnswer {
    try await ask(Request.Limits(), within: limit)
  }
}
