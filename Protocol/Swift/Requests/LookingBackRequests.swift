// Hand-written parts of requests about past games.

extension Request.Leaderboard {
  func check() throws(WireError) {
    guard period != .month || claimed else {
      throw WireError(.badField, "The period \"month\" is one of claimed results: say \"claimed\":true")
    }
  }

  /// Words in any order: a period, a mode, `bots`, `claimed`, a game.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    var namesMode = false
    for word in command.words {
      let folded = word.lowercased()
      if let period = folded == "today" ? .day : Period(rawValue: folded) {
        self.period = period
        if period == .month { claimed = true }
      } else if folded == "bots" {
        bots = true
      } else if folded == "claimed" {
        claimed = true
      } else if let mode = ModeKind(rawValue: folded) {
        self.mode = mode
        namesMode = true
      } else if game == nil {
        game = word
      } else {
        throw command.typeItLikeThis()
      }
    }
    guard period != .month || !namesMode else {
      throw WireError(
        .badField, "Months are of results played elsewhere; of those played here /leaderboard week or all")
    }
  }
}

extension Request.Ratings {
  init(typed command: TextCommand) throws(WireError) {
    let words = command.words.filter { $0.lowercased() != "bots" }
    self.init(game: words.first, bots: words.count < command.words.count)
  }
}

extension Request.Opened {
  init(typed command: TextCommand) throws(WireError) {
    self.init(day: try command.word(or: "/opened DAY, for example /opened 2026-11-19"))
  }
}

extension Request.Words {
  /// `/words wordle`, `/words wordle list=guesses crane`: the last word precedes the page.
  init(typed command: TextCommand) throws(WireError) {
    let game = try command.word(or: "/words GAME [WORD], for example /words wordle crane")
    self.init(game: game, after: command.words.dropFirst().last { !$0.contains("=") }, limit: 200)
    if let list = command.option("list") { self.list = list }
  }

  /// The default list.
  public static let usualList = "guesses"
}
