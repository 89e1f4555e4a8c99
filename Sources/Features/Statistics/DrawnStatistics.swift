import TextMode
import WireProtocol

extension StatsAnswer: Drawable {
  package func drawn() -> String {
    if isRecorded {
      return played > 0
        ? "\(player) · \(game): \(Drawing.count(played, "day", "days")), streak \(streak), best \(bestStreak)"
        : "\(player) · \(game): nothing yet; the first result of a day counts"
    }
    guard played > 0 else {
      return KnownNames.isGuest(player)
        ? "\(player) · \(game): a guest's results do not count; /name NAME claims a name"
        : "\(player) · \(game): nothing that counts yet; today's puzzle does, and rooms without a seed"
    }
    var lines = [
      "\(player) · \(game): \(played) played, \(won) won (\(winPercent) %), streak \(streak), best \(bestStreak)"
        + (average.map { ", average \($0)" } ?? "")
    ]
    let most = distribution.map(\.count).max() ?? 0
    for entry in distribution {
      let width = most == 0 ? 0 : max(1, entry.count &* 20 / most)
      lines.append("\(entry.name)  " + String(repeating: "🟩", count: width) + " \(entry.count)")
    }
    return lines.joined(separator: "\n")
  }
}

extension LeaderboardAnswer: Drawable {
  package func drawn() -> String {
    let kind = claimed ? "played elsewhere" : mode == "daily" ? "dailies" : mode
    let time = period == "all" ? "all time" : period == "day" ? "today" : "this \(period)"
    let order = claimed ? "sum of points" : "average points"
    let title = [game, kind, time, bots ? "bots" : nil, order].compactMap { $0 }.joined(separator: " · ")
    let others = period == "month" ? ["For dailies: /leaderboard week, /leaderboard all"] : []
    guard !lines.isEmpty else { return ([title, "Nobody yet"] + others).joined(separator: "\n") }
    return ([title] + placed + unplaced + others).joined(separator: "\n")
  }

  private var placed: [String] {
    lines.compactMap { line in line.place.map { place in "\(place). " + row(of: line) } }
  }

  private var unplaced: [String] {
    let rows = lines.filter { $0.place == nil }.map { "   " + row(of: $0) }
    return rows.isEmpty ? [] : ["From \(leastGames) games on they have a place:"] + rows
  }

  private func row(of line: Line) -> String {
    let points = claimed ? "\(line.points) points" : "\(line.average) points"
    return "\(line.player)  \(points), \(line.won) of \(line.played) won"
  }
}

extension CompareAnswer: Drawable {
  package func drawn() -> String {
    guard player != other else { return "That is you: /compare PLAYER with somebody else" }
    guard played > 0 else { return "There is no daily of \(game) that both \(player) and \(other) have finished" }
    let title = "\(player) \(wins) : \(losses) \(other) · \(game), \(Drawing.count(played, "day", "days")) both played"
    let blocks = days.map { entry -> [String] in
      let results = [(player, entry.own), (other, entry.other)]
      let both = results.map { name, result in ["\(name) \(result.tries)"] + result.rows }
      return [entry.day] + SideBySide.lines(of: both, width: .max)
    }
    return ([title, ""] + SideBySide.lines(of: blocks)).joined(separator: "\n")
  }
}

extension PastResult {
  /// `4 tries`, `not solved`.
  fileprivate var tries: String {
    guard outcome["won"]?.boolValue == true else { return "not solved" }
    return outcome["tries"]?.intValue.map { Drawing.count($0, "try", "tries") } ?? "solved"
  }
}
