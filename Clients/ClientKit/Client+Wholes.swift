internal import WireProtocol

/// Answers of several pages.
extension Client {
  /// All words that a game accepts, fetched page by page; the time limit applies to each page.
  public func acceptedWords(
    of game: String, list: String = "guesses", within limit: Duration? = nil
  ) async throws(RequestError) -> [String] {
    var (words, after): ([String], String?) = ([], nil)
    while true {
      let page = try await ask(Request.Words(game: game, list: list, after: after), within: limit)
      words += page.words
      guard let next = page.next, !page.words.isEmpty else { return words }
      after = next
    }
  }
}
