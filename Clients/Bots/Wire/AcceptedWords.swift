internal import WireProtocol

/// Fetches all words that a game accepts, page by page.
enum AcceptedWords {
  /// A page, and the parameter for the next one.
  typealias Page = (words: [String], next: String?)

  /// - Parameter ask: sends a request and parses the page.
  static func all<Failed: Error>(
    of game: String, list: String = "guesses", ask: (JSONObject) throws(Failed) -> Page
  ) throws(Failed) -> [String] {
    var (words, after): ([String], String?) = ([], nil)
    while true {
      var request: JSONObject = ["type": "words", "game": .string(game), "list": .string(list)]
      if let after { request["after"] = .string(after) }
      let page = try ask(request)
      words += page.words
      after = page.next
      guard after != nil, !page.words.isEmpty else { return words }
    }
  }
}

extension LineConnection {
  func acceptedWords(of game: String) throws(Failure) -> [String] {
    try AcceptedWords.all(of: game) { request throws(Failure) in
      let page = try ask(request)
      return ((page["words"]?.arrayValue ?? []).compactMap(\.stringValue), page["next"]?.stringValue)
    }
  }
}
