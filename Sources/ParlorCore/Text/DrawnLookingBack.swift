import WireProtocol

extension StatsAnswer: Drawable {
  func drawn() -> String {
    var lines = [
      "\(player) · \(game): \(played) played, \(won) won (\(winPercent) %), streak \(streak), best \(bestStreak)"
        + (average.map { ", average \($0)" } ?? "")
    ]
    let most = distribution.map(\.count).max() ?? 0
    for entry in distribution {
      let width = most == 0 ? 0 : max(1, entry.count &* 20 / most)
      lines.append("\(entry.tries)  " + String(repeating: "🟩", count: width) + " \(entry.count)")
    }
    return lines.joined(separator: "\n")
  }
}

extension LeaderboardAnswer: Drawable {
  func drawn() -> String {
    let title = "\(game) · \(period == "all" ? "all time" : "this \(period)")\(bots ? " · bots" : "")"
    guard !lines.isEmpty else { return title + "\nNobody yet" }
    let rows = lines.enumerated().map { index, line in
      "\(index + 1). \(line.player)  \(line.score) points, \(line.won) of \(line.played) won"
    }
    return ([title] + rows).joined(separator: "\n")
  }
}

extension PastResult {
  /// `4/6`, or what else follows the puzzle's number in the shared text.
  fileprivate var headline: String { share.split(separator: "\n").first.map(String.init) ?? "" }

  fileprivate var rows: [String] {
    share.split(separator: "\n", omittingEmptySubsequences: true).dropFirst().map(String.init)
  }

  fileprivate var words: String {
    let secrets = outcome.members.compactMap { key, value in key == "won" ? nil : value.stringValue }
    return secrets.isEmpty ? "" : "   " + secrets.joined(separator: ", ")
  }
}

extension HistoryAnswer: Drawable {
  func drawn() -> String {
    guard !results.isEmpty else { return "\(player) has finished nothing yet" }
    return results.map { result in
      (["\(result.day)  \(result.headline)\(result.words)   (match \(result.match))"] + result.rows)
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension CompareAnswer: Drawable {
  func drawn() -> String {
    let title =
      "\(players.0) \(wins.0) : \(wins.1) \(players.1) · \(game), \(Drawing.count(played, "day", "days")) both played"
    let days = self.days.map { entry -> String in
      let (left, right) = (entry.results.0.rows, entry.results.1.rows)
      let width = left.map(\.count).max() ?? 0
      let rows = (0..<max(left.count, right.count)).map { row -> String in
        // A tile is two columns wide, a space one.
        let own = row < left.count ? left[row] : ""
        let gap = String(repeating: " ", count: (width - own.count) * 2 + 4)
        return own + gap + (row < right.count ? right[row] : "")
      }
      return ([entry.day] + rows).joined(separator: "\n")
    }
    return ([title] + days).joined(separator: "\n")
  }
}

extension RenameAnswer: Drawable {
  func drawn() -> String { "You are \(you) now." }
}

extension ForgetMeAnswer: Drawable {
  func drawn() -> String { "You are forgotten. You are \(you) now." }
}

extension ReplayAnswer: Drawable {
  func drawn() -> String { lines.map(\.text).joined(separator: "\n") }
}

extension OpenedAnswer: Drawable {
  func drawn() -> String {
    let games = puzzles.members.map { game, entry in
      "\(game): \(entry["puzzle"]?.text ?? "")   nonce \(entry["nonce"]?.stringValue ?? "")"
    }
    return (["The puzzles of \(day):"] + games).joined(separator: "\n")
  }
}
