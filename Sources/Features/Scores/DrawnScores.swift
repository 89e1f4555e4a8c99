import TextMode
package import WireProtocol

extension ScoresAnswer: Drawable {
  package func drawn() -> String {
    guard !scores.isEmpty else { return "There are no scores to show" }
    let grids = names.count == 2 ? sideBySide : SideBySide.lines(of: scores.map(\.block))
    let older = next.map { ["/scores"] + names + ["\($0) shows older ones"] }
    return
      (grids + ["", "/score \(scores[0].score.id) shows the letters"]
      + (older.map { [$0.joined(separator: " ")] } ?? [])).joined(separator: "\n")
  }

  /// Day by day, the first player's scores before the second's.
  private var sideBySide: [String] {
    var lines: [String] = []
    var rest = scores[...]
    while let date = rest.first?.score.date {
      let day = rest.prefix { $0.score.date == date }
      rest = rest.dropFirst(day.count)
      let own = names.map { name in day.filter { $0.isOf(name) }.flatMap(\.block) }
      let width = own[0].map { TextWidth.of($0) }.max() ?? 0
      let left = own[0].isEmpty ? [names[0], "–"] : own[0]
      let padded = left.enumerated().map { index, line in
        index == 0 ? line + String(repeating: " ", count: max(0, max(24, width) - TextWidth.of(line))) : line
      }
      let right = own[1].isEmpty ? [names[1], "–"] : own[1]
      lines += (lines.isEmpty ? [] : [""]) + SideBySide.lines(of: [padded, right], width: .max)
    }
    return lines
  }
}

extension ListedScore {
  /// As Wordle's share text: player, day and number of tries, then colours without letters.
  fileprivate var block: [String] {
    let tries = score.isSolved ? Drawing.count(score.tries.count, "try", "tries") : "not solved"
    let head = score.player.map { [$0] } ?? []
    return head + ["\(score.id) · \(score.date)", tries] + (tiles ?? [])
  }

  fileprivate func isOf(_ name: String) -> Bool { score.player?.lowercased() == name.lowercased() }
}

extension ScoreAnswer: Drawable {
  package func drawn() -> String {
    let tiles = score.tiles ?? []
    let title = ["Score \(score.score.id)", score.score.date, score.score.player].compactMap { $0 }
      .joined(separator: " · ")
    guard !score.isHidden else { return ([title + " · " + Drawing.hiddenScore] + tiles).joined(separator: "\n") }
    let rows = zip(tiles, score.score.tries).map { $0 + "  " + $1.uppercased() }
    return ([title + " · " + score.score.word] + rows).joined(separator: "\n")
  }
}

extension AddScoreAnswer: Drawable {
  package func drawn() -> String { "Added: " + Drawing.table([score]) }
}

extension DeleteScoreAnswer: Drawable {
  package func drawn() -> String { "Deleted: " + Drawing.table([score]) }
}

extension ResetScoresAnswer: Drawable {
  package func drawn() -> String { "The scores are as they were at first:\n" + Drawing.table(scores) }
}

extension Drawing {
  fileprivate static let hiddenScore = "hidden until you have finished that day's puzzles, or the day is over"

  /// A line per score: number, date, word and tries, in columns.
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
