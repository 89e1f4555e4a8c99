import WireProtocol

extension ScoresAnswer: Drawable {
  func drawn() -> String {
    guard let last = scores.last else { return "There are no scores to show" }
    return Drawing.table(scores) + (more ? "\n/scores \(last.score.id) shows older ones" : "")
  }
}

extension ScoreAnswer: Drawable {
  func drawn() -> String {
    let (score, isHidden) = (score.score, score.isHidden)
    guard !isHidden else { return "Score \(score.id) · \(score.date) · \(Drawing.hiddenScore)" }
    let title = "Score \(score.id) · \(score.date) · \(score.word)"
    let tries = score.tries.enumerated().map { "\($0 + 1). \($1)" }
    return ([title] + tries).joined(separator: "\n")
  }
}

extension AddScoreAnswer: Drawable {
  func drawn() -> String { "Added: " + Drawing.table([score]) }
}

extension DeleteScoreAnswer: Drawable {
  func drawn() -> String { "Deleted: " + Drawing.table([score]) }
}

extension ResetScoresAnswer: Drawable {
  func drawn() -> String { "The scores are as they were at first:\n" + Drawing.table(scores) }
}

extension Drawing {
  fileprivate static let hiddenScore = "hidden until you have finished that day's puzzles, or the day is over"

  /// A line a score: number, date, word and tries, one below the other.
  fileprivate static func table(_ scores: [ListedScore]) -> String {
    let numbers = scores.map { String($0.score.id) }
    let number = numbers.map(\.count).max() ?? 0
    let word = scores.map { $0.isHidden ? 0 : $0.score.word.count }.max() ?? 0
    return zip(numbers, scores).map { text, listed in
      let score = listed.score
      let words =
        listed.isHidden
        ? hiddenScore
        : score.word + String(repeating: " ", count: word - score.word.count) + "  "
          + score.tries.joined(separator: " ")
      return String(repeating: " ", count: number - text.count) + "\(text)  \(score.date)  \(words)"
    }.joined(separator: "\n")
  }
}
