internal import ClientKit
internal import WireProtocol

/// The pages of what was played, as lists.
extension LookingBack {
  func listing(_ shell: Shell) -> Listing {
    let title = shell.title(of: game)
    let others = Kind.allCases.filter { $0 != kind }.map(\.hint).joined(separator: "  ")
    var listing: Listing
    let isKnown: Bool
    switch kind {
    case .stats: (listing, isKnown) = (statistics("Statistics · \(title)", shell), stats != nil)
    case .leaderboard: (listing, isKnown) = (places(title, shell), leaderboard != nil)
    case .history: (listing, isKnown) = (past(shell), history != nil)
    case .compare: (listing, isKnown) = (sides("Side by side · \(title)", shell), comparison != nil)
    case .calendar:
      let hints = "↵ \(shell.isRecorded(game) ? "languages" : "play it")  esc back  ←→ day  PgUp month  tab game"
      (listing, isKnown) = (Listing("Calendar · \(title)", hints: hints), calendar != nil)
    }
    listing.hints += "  \(others)  ? help"
    listing.margin = 2
    listing.explain(isKnown: isKnown, complaint: complaint, isEmpty: false, "")
    return listing
  }

  var helpLines: [String] {
    ["Calendar: Enter plays the puzzle of the chosen day, one that is over for practice · Home today"]
  }

  private func statistics(_ title: String, _ shell: Shell) -> Listing {
    var listing = Listing(
      title, hints: "←→ game  esc back", columns: [.init(x: 2), .init(x: 5, tone: .good)])
    guard let stats else { return listing }
    let counts = stats.isRecorded ? "days \(stats.played)" : "played \(stats.played)  won \(stats.winPercent) %"
    var rows: [Listing.Row] = [
      .text(stats.player, .heading), .text("\(counts)  streak \(stats.streak)  best \(stats.bestStreak)"), .text(""),
    ]
    func add(_ text: String, _ tone: Tone = .plain) {
      rows += TextWidth.wrapped(text, to: shell.width - 4).map { .text($0, tone) }
    }
    if stats.isRecorded {
      add("The first result of a day counts.", .faint)
    } else if stats.played == 0 {
      add("Ranked games of players with a name are counted: dailies and races. u in the lobby chooses a name.")
    } else {
      let histogram = Histogram(stats)
      rows += histogram.bars.map { bar in
        let text = histogram.text(of: bar, to: min(60, shell.width - 12))
        let label = String(repeating: " ", count: max(0, 2 - bar.label.count)) + bar.label
        return .init(cells: [label, text], tones: [.plain, bar.label == "X" ? .faint : .good], isEntry: false)
      }
      if let average = stats.average { rows += [.text(""), .text("average \(average) tries", .faint)] }
    }
    listing.show(rows)
    return listing
  }

  private func places(_ game: String, _ shell: Shell) -> Listing {
    let kind = isClaimed ? "Claimed · \((self.game ?? "").capitalised)" : "Leaderboard · \(game)"
    let periods: [Request.Leaderboard.Period: String] = [
      .day: "today", .week: "this week", .month: "this month", .all: "all time",
    ]
    let isWide = shell.width >= 60
    let points = isClaimed || !isWide ? "points" : "average points"
    let titles = ["", "player", "played", "won", points]
    var listing = Listing(
      "\(kind)\(bots && !isClaimed ? " · bots" : "") · \(periods[period] ?? "")",
      hints: "←→ game  p period  esc back  " + (isClaimed ? "e played here" : "↵ statistics  e elsewhere  b bots"),
      columns: zip(isWide ? [3, 7, 27, 35, 43] : [3, 6, 20, 27, 31], titles).map { .init(x: $0, title: $1) })
    guard let board = leaderboard else { return listing }
    if board.lines.isEmpty {
      let text =
        isClaimed
        ? "Nobody has claimed a result of this game in this time. Paste yours, as the game gives it to be shared: it counts here."
        : "Nobody yet: dailies of players with a name are counted."
      listing.message = ([text], .plain)
    }
    listing.show(board.lines) { line in
      .init(
        cells: [
          line.place.map(String.init) ?? "–", line.player, "\(line.played)", "\(line.won)",
          board.claimed ? "\(line.points)" : "\(line.average)",
        ], tone: line.player == shell.name ? .good : .plain)
    }
    if board.lines.contains(where: { $0.place == nil }) {
      listing.footnote = "– a place from \(board.leastGames) games on"
    }
    return listing
  }

  private func past(_ shell: Shell) -> Listing {
    let replay = shell.isRecorded(chosenResult?.game) ? "" : "↵ replay  "
    var listing = Listing(
      "History", hints: replay + "esc back  ^S share  y copy" + (history?.next != nil ? "  o older" : ""))
    listing.show(history?.results ?? []) { result in
      .init(
        cells: [Self.line(result, shell)],
        tone: result.outcome["won"]?.boolValue == true ? .plain : .faint)
    }
    if history?.results.isEmpty == true { listing.message = (["Nothing has been finished yet."], .plain) }
    return listing
  }

  private static func line(_ result: PastResult, _ shell: Shell) -> String {
    let (title, isShort) = (shell.title(of: result.game), shell.width < 60)
    let headline = result.share.split(separator: "\n").first.map { String($0.trimmingPrefix("Parlor ")) } ?? title
    if shell.isRecorded(result.game) { return "\(isShort ? result.day.dropFirst(5) : result.day[...]) · \(headline)" }
    let time = ShellFormat.time(result.elapsedMilliseconds)
    if isShort {
      return "\(result.day.dropFirst(5)) \(title) · \(ShellFormat.result(result.outcome)) · \(time)"
    }
    let parts = [result.day, headline, result.mode] + (headline.hasSuffix(time) ? [] : [time])
    return (parts + ShellFormat.texts(result.outcome)).joined(separator: " · ")
  }

  private func sides(_ title: String, _ shell: Shell) -> Listing {
    var listing = Listing(
      title, hints: "←→ game  esc back", columns: [.init(x: 2), .init(x: 2 + (shell.width - 4) / 2)])
    guard let comparison else { return listing }
    func row(_ own: String, _ other: String, _ tone: Tone = .plain) -> Listing.Row {
      .init(cells: [own, other], tone: tone, isEntry: false)
    }
    var rows = [row(comparison.player, comparison.other, .heading)]
    if comparison.days.isEmpty {
      rows += [.text(""), .text("No daily yet that you have both finished.")]
    } else {
      rows.append(
        row(
          Self.ahead(comparison.wins, of: comparison.played), Self.ahead(comparison.losses, of: comparison.played)))
    }
    for day in comparison.days {
      rows += [.text(""), row(day.day, "", .faint)]
      let columns = [day.own, day.other].map { result in
        [ShellFormat.result(result.outcome)] + result.share.split(separator: "\n").dropFirst().map(String.init)
      }
      for line in 0..<max(columns[0].count, columns[1].count) {
        let cells = columns.map { $0.indices.contains(line) ? $0[line] : "" }
        rows.append(row(cells[0], cells[1]))
      }
    }
    listing.show(rows)
    return listing
  }

  /// `ahead on 3 of 6 days`: duels, not won games.
  static func ahead(_ wins: Int, of played: Int) -> String {
    "ahead on \(wins) of \(played) \(played == 1 ? "day" : "days")"
  }
}

extension String {
  fileprivate var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
