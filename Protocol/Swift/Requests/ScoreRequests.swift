// Hand-written parts of requests about the list of scores.

extension Request.Scores {
  /// `/scores`, `/scores ana ben 2022-03`, `/scores 262`.
  init(typed command: TextCommand) throws(WireError) {
    self.init(limit: 20)
    for word in command.words {
      if word.first?.isNumber != true {
        names.append(word)
      } else if word.contains("-") {
        month = word
      } else {
        after = try command.scoreID(word)
      }
    }
    guard names.count <= Self.mostNames else {
      throw command.typeItLikeThis("/scores, /scores ana, /scores ana ben 2022-03")
    }
  }
}

extension Request.ShowScore {
  init(typed command: TextCommand) throws(WireError) {
    self.init(score: try command.scoreID(try command.word(or: "/score ID, for example /score 262")))
  }
}

extension Request.AddScore {
  /// `265 2022-03-11 watch stair watch player=ana token=h1_5e7a`.
  init(typed command: TextCommand) throws(WireError) {
    let words = command.words.filter { !$0.hasPrefix("token=") && !$0.hasPrefix("player=") }
    guard words.count >= 4 else {
      throw command.typeItLikeThis(
        "/add-score ID DATE WORD TRY… [player=NAME] token=TOKEN, for example "
          + "/add-score 265 2022-03-11 watch stair watch token=h1_5e7a")
    }
    self.init(
      score: Score(
        id: try command.scoreID(words[0]), date: words[1], word: words[2], tries: Array(words.dropFirst(3)),
        player: command.option("player")),
      token: command.option("token"))
  }
}

extension Request.DeleteScore {
  init(typed command: TextCommand) throws(WireError) {
    self.init(score: try command.scoreID(try command.word()), token: command.option("token"))
  }
}

extension Request.ResetScores {
  init(typed command: TextCommand) throws(WireError) { self.init(token: command.option("token")) }
}

extension TextCommand {
  fileprivate func scoreID(_ word: String) throws(WireError) -> Int {
    guard let number = Int(word), Score.ids.contains(number) else {
      throw WireError(.badField, "A score is named by a number, as /scores lists them")
    }
    return number
  }
}
