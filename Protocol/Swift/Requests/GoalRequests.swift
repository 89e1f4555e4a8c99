// Hand-written parts of requests about the goal of the day.

extension Request.Goal {
  /// `wordle dailysort wordsearch summary=on`, in any order.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    for word in command.words.map({ $0.lowercased() }) {
      switch word {
      case "summary=on": isSummarized = true
      case "summary=off": isSummarized = false
      default: games.append(word)
      }
    }
    guard games.count <= Self.mostGames, !games.contains(where: { $0.contains("=") }) else {
      throw command.typeItLikeThis("/goal wordle dailysort wordsearch, or /goal summary=on")
    }
  }
}
