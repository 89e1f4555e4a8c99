internal import WireProtocol

extension LineConnection {
  func acceptedWords(of game: String) throws(Failure) -> [String] {
    var words: [String] = []
    while true {
      var request: JSONObject = ["type": "words", "game": .string(game), "list": "guesses"]
      if let last = words.last { request["after"] = .string(last) }
      let page = try ask(request)
      let found = (page["words"]?.arrayValue ?? []).compactMap(\.stringValue)
      words += found
      if page["more"]?.boolValue != true || found.isEmpty { return words }
    }
  }
}
