import TextMode
package import WireProtocol

/// A page of scores as drawn, for what was asked.
struct ShownScores: ShownMessage, LinkedText {
  var message: ScoresAnswer
  var request: Request.Scores

  package func page() -> DrawnPage {
    let asked = message.names + [request.month].compactMap { $0 }
    var page = DrawnPage(message.scores.isEmpty ? "There are no scores to show" : asked.joined(separator: " · "))
    for row in rows {
      let (lines, regions) = SideBySide.arranged(row.map(\.lines), width: rows.count > 1 ? .max : SideBySide.width)
      page.add(lines, zip(regions, row).map { ($0, $1.links) })
      if rows.count > 1 { page.add("") }
    }
    if let first = message.scores.first?.score.id { page.advise("/score \(first) shows the letters") }
    if let next = message.next {
      page.advise((["/scores"] + message.names + ["\(next) shows older ones"]).joined(separator: " "))
      var older = request
      older.after = next
      page.offer(.further("older", older))
    }
    let filter = Request.Scores(names: message.names, month: request.month)
    page.offer(.init("players and month", filter, key: "f", asks: ["names", "month"]).with(.further))
    return page
  }

  private struct Block {
    var lines: [String]
    var links: [DrawnPage.Link] = []
  }

  /// The blocks by rows: day by day the first player's scores before the second's, or all in one.
  private var rows: [[Block]] {
    guard message.names.count == 2 else { return [message.scores.map(block)] }
    var days: [[Block]] = []
    var rest = message.scores[...]
    while let date = rest.first?.score.date {
      let day = rest.prefix { $0.score.date == date }
      rest = rest.dropFirst(day.count)
      days.append(
        message.names.flatMap { name in
          let own = day.filter { $0.isOf(name) }.map(block)
          return own.isEmpty ? [Block(lines: [name, "–"])] : own
        })
    }
    // The second player's column begins at one place.
    let width = days.flatMap { $0[0].lines }.map { TextWidth.of($0) }.max() ?? 0
    for index in days.indices {
      let head = days[index][0].lines[0]
      days[index][0].lines[0] = head + String(repeating: " ", count: max(0, width - TextWidth.of(head)))
    }
    return days
  }

  /// As Wordle's share text: player, day and number of tries, then colours without letters.
  private func block(_ listed: ListedScore) -> Block {
    let score = listed.score
    let tries = score.isSolved ? Drawing.count(score.tries.count, "try", "tries") : "not solved"
    let head = score.player.map { [$0] } ?? []
    return Block(
      lines: head + ["\(score.id) · \(score.date)", tries] + (listed.tiles ?? []),
      links: [DrawnPage.Link("letters", Request.ShowScore(score: score.id)).with(.letters)])
  }
}

extension ListedScore {
  fileprivate func isOf(_ name: String) -> Bool { score.player?.lowercased() == name.lowercased() }
}

extension ScoreAnswer: Drawable {
  package func drawn() -> String {
    let title = ["Score \(score)", date, player, word ?? Drawing.hiddenScore].compactMap { $0 }.joined(separator: " · ")
    return ([title] + rows.map { $0.tiles + "  " + $0.letters.uppercased() }).joined(separator: "\n")
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
