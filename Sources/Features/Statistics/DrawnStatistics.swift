import TextMode
package import WireProtocol

extension StatsAnswer: LinkedText {
  package func page() -> DrawnPage {
    let isGuest = !isRecorded && played == 0 && KnownNames.isGuest(player)
    var page = DrawnPage(text, typed: isGuest ? "; /name NAME claims a name" : "")
    page.offerLookingBack(on: player, at: game, isPlayed: !isRecorded, besides: "stats")
    return page
  }

  private var text: String {
    if isRecorded {
      return played > 0
        ? "\(player) · \(game): \(Drawing.count(played, "day", "days")), streak \(streak), best \(bestStreak)"
        : "\(player) · \(game): nothing yet; the first result of a day counts"
    }
    guard played > 0 else {
      return KnownNames.isGuest(player)
        ? "\(player) · \(game): a guest's results do not count"
        : "\(player) · \(game): nothing that counts yet; today's puzzle does, and rooms without a seed"
    }
    var lines = [
      "\(player) · \(game): \(played) played, \(won) won (\(winPercent) %), streak \(streak), best \(bestStreak)"
        + (average.map { ", average \($0)" } ?? "")
    ]
    let most = distribution.map(\.count).max() ?? 0
    for entry in distribution {
      let width = most == 0 ? 0 : max(1, entry.count &* 14 / most)
      lines.append("\(entry.name)  " + String(repeating: "🟩", count: width) + " \(entry.count)")
    }
    return lines.joined(separator: "\n")
  }
}

extension LeaderboardAnswer: LinkedText {
  package func page() -> DrawnPage {
    let kind = claimed ? "played elsewhere" : mode == "daily" ? "dailies" : mode
    let time = period == "all" ? "all time" : period == "day" ? "today" : "this \(period)"
    let order = claimed ? "sum of points" : "average points"
    let title = [game, kind, time, bots ? "bots" : nil, order].compactMap { $0 }.joined(separator: " · ")
    var page = DrawnPage(lines.isEmpty ? "\(title)\nNobody yet" : title)
    let placed = lines.filter { $0.place != nil }
    let width = lines.map { TextWidth.of($0.player) }.max() ?? 0
    for line in placed { add(line, width, to: &page) }
    if placed.count < lines.count { page.add("From \(leastGames) games on they have a place:") }
    for line in lines where line.place == nil { add(line, width, to: &page) }
    if period == "month" { page.advise("For dailies: /leaderboard week, /leaderboard all") }
    let periods = Request.Leaderboard.Period.allCases.filter { claimed || $0 != .month }
    let index = periods.firstIndex { $0.rawValue == period } ?? 0
    page.offer(.init("period", request(periods[(index + 1) % periods.count]), key: "p"))
    if !claimed { page.offer(.init(bots ? "people" : "bots", request(periods[index], bots: !bots), key: "b")) }
    page.offerLookingBack(on: nil, at: claimed ? nil : game, besides: "leaderboard")
    return page
  }

  private func request(_ period: Request.Leaderboard.Period, bots: Bool? = nil) -> Request.Leaderboard {
    Request.Leaderboard(
      game: game, mode: mode.flatMap(ModeKind.init(rawValue:)) ?? .daily, period: period, bots: bots ?? self.bots,
      claimed: claimed, limit: 100)
  }

  private func add(_ line: Line, _ nameWidth: Int, to page: inout DrawnPage) {
    let place = line.place.map { "\($0 < 10 ? " " : "")\($0). " } ?? "    "
    let padding = String(repeating: " ", count: nameWidth - TextWidth.of(line.player))
    let points = claimed ? "\(line.points) points" : "\(line.average) points"
    let text = "\(place)\(line.player)\(padding)  \(points), \(line.won) of \(line.played) won"
    guard !claimed else { return page.add(text) }
    page.add(
      text, .init("statistics", Request.Stats(player: line.player, game: game)),
      .init("challenge", Request.Challenge(player: line.player, game: game), key: "v", asks: Request.Challenge.asked)
        .except(for: line.player))
  }
}

/// A leaderboard as drawn, with a link to the game's other one: results of this server, or claims.
struct ShownLeaderboard: ShownMessage, LinkedText {
  var message: LeaderboardAnswer
  var hasOther: Bool

  package func page() -> DrawnPage {
    var page = message.page()
    guard hasOther else { return page }
    let other = Request.Leaderboard(game: message.game, claimed: !message.claimed, limit: 100)
    page.offer(.init(message.claimed ? "played here" : "played elsewhere", other, key: "e"))
    return page
  }
}

extension CompareAnswer: LinkedText {
  package func page() -> DrawnPage {
    guard player != other else { return DrawnPage("That is you", typed: ": /compare PLAYER with somebody else") }
    guard played > 0 else {
      return DrawnPage("There is no daily of \(game) that both \(player) and \(other) have finished")
    }
    let title = "\(player) \(wins) : \(losses) \(other) · \(game), \(Drawing.count(played, "day", "days")) both played"
    let blocks = days.map { entry -> [String] in
      let results = [(player, entry.own), (other, entry.other)]
      let both = results.map { name, result in ["\(name) \(result.tries)"] + result.rows }
      return [entry.day] + SideBySide.lines(of: both, width: .max)
    }
    var page = DrawnPage(title + "\n")
    let (lines, regions) = SideBySide.arranged(blocks)
    page.add(lines, regions.map { ($0, [.init("", nil)]) })
    page.offerLookingBack(on: nil, at: game, besides: "compare")
    return page
  }
}

extension PastResult {
  /// `4 tries`, `not solved`.
  fileprivate var tries: String {
    guard outcome["won"]?.boolValue == true else { return "not solved" }
    return outcome["tries"]?.intValue.map { Drawing.count($0, "try", "tries") } ?? "solved"
  }
}
