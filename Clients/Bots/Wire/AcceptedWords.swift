internal import WireProtocol

extension LineConnection {
  func acceptedWords(of game: String) throws(Failure) -> [String] {
    var (words, after): ([String], String?) = ([], nil)
    while true {
      var request: JSONObject = ["type": "words", "game": .string(game), "list": "guesses"]
      if let after { request["after"] = .string(after) }
      let page = try ask(request)
      let found = (page["words"]?.arrayValue ?? []).compactMap(\.stringValue)
      words += found
      after = page["next"]?.stringValue
      if after == nil || found.isEmpty { return words }
    }
  }
}
