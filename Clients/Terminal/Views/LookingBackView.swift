internal import WireProtocol

struct LookingBackView: ShellView {
  let shell: Shell
  let lookingBack: LookingBack

  func draw(on frame: inout Frame) {
    let game = title(of: lookingBack.game)
    switch lookingBack.kind {
    case .stats:
      drawHeader("Statistics · \(game)", on: &frame)
      drawStats(area, on: &frame)
    case .leaderboard:
      let periods: [Request.Leaderboard.Period: String] = [
        .day: "today", .week: "this week", .month: "this month", .all: "all time",
      ]
      let period = periods[lookingBack.period] ?? ""
      let title =
        lookingBack.isClaimed
        ? "Claimed · \(Self.capital(lookingBack.game ?? ""))"
        : "Leaderboard · \(game)\(lookingBack.bots ? " · bots" : "")"
      drawHeader("\(title) · \(period)", on: &frame)
      drawLeaderboard(area, on: &frame)
    case .history:
      drawHeader("History", on: &frame)
      drawHistory(area, on: &frame)
    case .compare:
      drawHeader("Side by side · \(game)", on: &frame)
      drawComparison(area, on: &frame)
    case .calendar:
      drawHeader("Calendar · \(game)", on: &frame)
      drawCalendar(area, on: &frame)
    }
    let others = LookingBack.Kind.allCases.filter { $0 != lookingBack.kind }.map(\.hint).joined(separator: "  ")
    drawFooter("\(ownHints)  \(others)  ? help", on: &frame)
    if let complaint = lookingBack.complaint {
      frame.put(TextWidth.clipped(complaint, to: area.width), area.x, area.y, look.bad)
    }
  }

  /// The last offset: the last line if one is chosen, otherwise the first offset that shows it.
  var lastOffset: Int {
    let (count, room): (Int, Int) =
      switch lookingBack.kind {
      case .stats: (lookingBack.stats.map { Histogram($0).bars.count } ?? 0, area.height - 4)
      case .leaderboard:
        (
          lookingBack.leaderboard?.lines.count ?? 0,
          area.height - (lookingBack.leaderboard?.hasUnplaced == true ? 2 : 1)
        )
      case .history: (lookingBack.history?.results.count ?? 0, 1)
      case .compare: (lookingBack.comparison?.days.count ?? 0, 1)
      case .calendar: (0, 1)
      }
    return max(0, count - max(1, room))
  }

  var area: Area { Area(x: 2, y: 2, width: width - 4, height: height - 3) }

  private var ownHints: String {
    switch lookingBack.kind {
    case .stats, .compare: "←→ game  esc back"
    case .leaderboard:
      "←→ game  p period  esc back  " + (lookingBack.isClaimed ? "e played here" : "e elsewhere  b bots")
    case .history:
      (lookingBack.chosenResult?.isOfCards == true ? "" : "↵ replay  ") + "esc back  ^S share  y copy"
        + (lookingBack.history?.next != nil ? "  o older" : "")
    case .calendar: "↵ \(isOfCards ? "languages" : "play it")  esc back  ←→ day  PgUp month  tab game"
    }
  }

  /// Whether it shows runs of cards, which have no tries and cannot be won.
  var isOfCards: Bool { lookingBack.game == KnownNames.cards }

  private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

  private func drawStats(_ area: Area, on frame: inout Frame) {
    guard let stats = lookingBack.stats else { return waiting(area, on: &frame) }
    frame.put(stats.player, area.x, area.y, look.heading)
    let counts =
      isOfCards
      ? [("days with a run", "\(stats.played)")] : [("played", "\(stats.played)"), ("won", "\(stats.winPercent) %")]
    let numbers = counts + [("streak", "\(stats.streak)"), ("best", "\(stats.bestStreak)")]
    var x = area.x
    for (label, number) in numbers {
      let end = frame.put(label, x, area.y + 1)
      x = frame.put(number, end + 1, area.y + 1, look.good) + 2
    }
    if isOfCards {
      return drawText(
        "The first run of cards of a day counts: v in the lobby, then p.", area.x, area.y + 3, look.faint, on: &frame)
    }
    if stats.played == 0 {
      return drawText(
        "Ranked games of players with a name are counted: dailies and races. u in the lobby chooses a name.",
        area.x, area.y + 3, on: &frame)
    }
    let histogram = Histogram(stats)
    let first = max(0, min(lookingBack.offset, histogram.bars.count - 1))
    let place = Area(x: area.x, y: area.y + 3, width: area.width, height: max(0, area.height - 4))
    histogram.draw(place, from: first, look, on: &frame)
    if let average = stats.average {
      let y = area.y + 4 + min(histogram.bars.count, max(0, area.height - 5))
      frame.put("average \(average) tries", area.x, y, look.faint)
    }
  }

  private func drawLeaderboard(_ area: Area, on frame: inout Frame) {
    guard let board = lookingBack.leaderboard else { return waiting(area, on: &frame) }
    if board.lines.isEmpty {
      let text =
        lookingBack.isClaimed
        ? "Nobody has claimed a result of this game in this time. Paste yours, as the game gives it to be shared: it counts here."
        : "Nobody yet: dailies of players with a name are counted."
      return drawText(text, area.x, area.y, on: &frame)
    }
    let columns = width >= 60 ? [4, 24, 32, 40] : [3, 17, 25, 30]
    let points = board.claimed ? "points" : width >= 60 ? "average points" : "points"
    for (column, title) in zip(columns, ["player", "played", "won", points]) {
      frame.put(title, area.x + column, area.y, look.heading)
    }
    var area = area
    if board.hasUnplaced {
      let line = area.takeBottom(1)
      frame.put("– a place from \(board.leastGames) games on", line.x, line.y, look.faint, limit: line.right)
    }
    let shown = board.lines.dropFirst(min(lookingBack.offset, lastOffset)).prefix(area.height - 1)
    for (index, line) in shown.enumerated() {
      let y = area.y + 1 + index
      let style = line.player == name ? look.good : TextStyle.plain
      frame.put(line.place.map(String.init) ?? "–", area.x, y, style)
      frame.put(TextWidth.clipped(line.player, to: columns[1] - columns[0] - 1), area.x + columns[0], y, style)
      let points = board.claimed ? "\(line.points)" : "\(line.average)"
      for (column, number) in zip(columns.dropFirst(), ["\(line.played)", "\(line.won)", points]) {
        frame.put(number, area.x + column, y, style)
      }
    }
  }

  private func drawHistory(_ area: Area, on frame: inout Frame) {
    guard let history = lookingBack.history else { return waiting(area, on: &frame) }
    if history.results.isEmpty { return drawText("Nothing has been finished yet.", area.x, area.y, on: &frame) }
    let chosen = min(lookingBack.offset, max(0, history.results.count - 1))
    let first = max(0, min(chosen - area.height / 2, history.results.count - area.height))
    for (index, result) in history.results.enumerated().dropFirst(first).prefix(area.height) {
      let line = index - first
      let text = Self.line(result, title(of: result.game), isShort: width < 60)
      let won = result.outcome["won"]?.boolValue == true
      let style = index == chosen ? look.chosen : won ? .plain : look.faint
      if index == chosen { frame.fill(Area(x: 0, y: area.y + line, width: width, height: 1), style) }
      frame.put(index == chosen ? "▸" : " ", area.x - 1, area.y + line, style)
      frame.put(TextWidth.clipped(text, to: area.width - 1), area.x + 1, area.y + line, style)
    }
  }

  private static func line(_ result: PastResult, _ title: String, isShort: Bool) -> String {
    let headline = result.share.split(separator: "\n").first.map { String($0.trimmingPrefix("Parlor ")) } ?? title
    if result.isOfCards { return "\(isShort ? result.day.dropFirst(5) : result.day[...]) · \(headline)" }
    let time = ShellFormat.time(result.elapsedMilliseconds)
    if isShort {
      return "\(result.day.dropFirst(5)) \(title) · \(ShellFormat.result(result.outcome)) · \(time)"
    }
    let parts = [result.day, headline, result.mode] + (headline.hasSuffix(time) ? [] : [time])
    return (parts + ShellFormat.texts(result.outcome)).joined(separator: " · ")
  }

  private func drawComparison(_ area: Area, on frame: inout Frame) {
    guard let comparison = lookingBack.comparison else { return waiting(area, on: &frame) }
    let half = area.width / 2
    let sides = [(comparison.player, comparison.wins), (comparison.other, comparison.losses)]
    for (index, (name, wins)) in sides.enumerated() {
      let x = area.x + index * half
      frame.put(TextWidth.clipped(name, to: half - 1), x, area.y, look.heading)
      if comparison.played > 0 { frame.put(Self.ahead(wins, of: comparison.played), x, area.y + 1) }
    }
    if comparison.days.isEmpty {
      return drawText("No daily yet that you have both finished.", area.x, area.y + 3, on: &frame)
    }
    var y = area.y + 3
    for day in comparison.days.dropFirst(min(lookingBack.offset, comparison.days.count - 1)) {
      guard y < area.bottom else { return }
      frame.put(day.day, area.x, y, look.faint)
      let results = [day.own, day.other]
      let grids = results.map { $0.share.split(separator: "\n").dropFirst().map(String.init) }
      for (index, result) in results.enumerated() {
        let x = area.x + index * half
        frame.put(ShellFormat.result(result.outcome), x, y + 1)
        for (line, row) in grids[index].enumerated() where y + 2 + line < area.bottom {
          drawTiles(row, x, y + 2 + line, x + half - 1, on: &frame)
        }
      }
      y += 3 + (grids.map(\.count).max() ?? 0)
    }
  }

  /// `ahead on 3 of 6 days`: duels, not won games.
  static func ahead(_ wins: Int, of played: Int) -> String {
    "ahead on \(wins) of \(played) \(played == 1 ? "day" : "days")"
  }

  private func waiting(_ area: Area, on frame: inout Frame) {
    if lookingBack.complaint == nil { drawWaiting(area.x, area.y, on: &frame) }
  }
}

extension LeaderboardAnswer {
  /// Whether a listed player has played too little for a place.
  fileprivate var hasUnplaced: Bool { lines.contains { $0.place == nil } }
}

extension PastResult {
  /// Whether it is a run of cards, which has no moves and no measured time.
  var isOfCards: Bool { game == KnownNames.cards }
}
