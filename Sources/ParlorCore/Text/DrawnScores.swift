import WireProtocol

extension ScoresAnswer: Drawable {
  func drawn() -> String {
    guard let last = scores.last else { return "There are no scores to show" }
    return Drawing.table(scores) + (more ? "\n/scores \(last.id) shows older ones" : "")
  }
}

extension ScoreAnswer: Drawable {
  func drawn() -> String {
    let title = "Score \(score.id) · \(score.date) · \(score.word)"
    let tries = score.tries.enumerated().map { "\($0 + 1). \($1)" }
    return ([title] + tries).joined(separator: "\n")
  }
}

extension AddScoreAnswer: Drawable {
  func drawn() -> String { "Added: " + Drawing.line(of: score) }
}

extension DeleteScoreAnswer: Drawable {
  func drawn() -> String { "Deleted: " + Drawing.line(of: score) }
}

extension ResetScoresAnswer: Drawable {
  func drawn() -> String { "The scores are as they were at first:\n" + Drawing.table(scores) }
}

extension Drawing {
  /// `264  2022-03-10  lapse  stair peony lapse`.
  static func line(of score: Score) -> String { table([score]) }

  /// A line a score: number, date, word and tries, one below the other.
  static func table(_ scores: [Score]) -> String {
    let numbers = scores.map { String($0.id) }
    let number = numbers.map(\.count).max() ?? 0
    let word = scores.map(\.word.count).max() ?? 0
    return zip(numbers, scores).map { text, score in
      String(repeating: " ", count: number - text.count) + "\(text)  \(score.date)  \(score.word)"
        + String(repeating: " ", count: word - score.word.count) + "  " + score.tries.joined(separator: " ")
    }.joined(separator: "\n")
  }
}
