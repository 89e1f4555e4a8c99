import TextMode
package import WireProtocol

extension ArenaAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(arena.headline + "\n" + arena.statistics)
    let width = rows.map { TextWidth.of($0.player) }.max() ?? 0
    for row in rows {
      page.add(row.line(nameWidth: width), .init("statistics", Request.Stats(player: row.player, game: arena.game)))
    }
    if let own, !rows.contains(where: { $0.player == own.player }) {
      page.add("…")
      page.add(own.line(nameWidth: width))
    }
    if let next {
      page.advise("/arena \(arena.code) \(next) shows more")
      page.offer(.further("more", Request.Arena(code: arena.code, after: next)))
    }
    switch arena.state {
    case .over: page.advise("/arena-csv \(arena.code) has it as a table" + (arena.link.map { "; page: \($0)" } ?? ""))
    case .waiting, .running:
      if let own { page.add(own.state, typed: own.advice, []) }
      if own == nil { page.advise("/join-arena \(arena.code) takes part") }
    case .ending: page.add("Games under way are played to their end")
    }
    if arena.state == .waiting || arena.state == .running {
      page.offer(
        own.map { !$0.isPaused } == true
          ? .init("pause", Request.PauseArena(), key: "p")
          : .init("take part", Request.JoinArena(code: arena.code), key: "t"))
    }
    if !rows.isEmpty { page.offer(.init("results as a table", Request.ArenaCSV(code: arena.code), key: "x")) }
    if let link = arena.link { page.offer(.init("share its address", copies: link, key: "y")) }
    if arena.state != .over { page.offer(.refresh(Request.Arena(code: arena.code, limit: 100))) }
    return page
  }
}

extension ArenasAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      arenas.isEmpty ? "There is no arena" : "",
      typed: arenas.isEmpty ? ": /new-arena lastword minutes=30 in=5 opens one" : "")
    for arena in arenas {
      page.add(arena.headline, .init("the standing", Request.Arena(code: arena.code, limit: 100)))
      page.add("  " + arena.statistics)
    }
    if !arenas.isEmpty { page.advise("/arena NUMBER shows the standing, /join-arena NUMBER takes part") }
    page.offer(
      .init(
        "a new arena", Request.CreateArena(game: ""), key: "a",
        asks: ["game", "name", "minutes", "in_minutes", "clock", "bots", "settings"]))
    page.offer(.refresh(Request.Arenas()))
    return page
  }
}

extension ArenaGame: LinkedText {
  package func page() -> DrawnPage {
    DrawnPage(
      "Arena \(code): you play \(player)\(isBot ? " (bot)" : ""), "
        + "place \(place) with \(Drawing.count(points, "point", "points"))"
        + (isWaiting ? ". The game waits for you" : ""), typed: isWaiting ? ": /join \(room)" : "")
  }
}

extension ArenaScored: LinkedText {
  package func page() -> DrawnPage {
    let ended =
      switch result {
      case "won": "you won against \(player)"
      case "drawn": "a draw with \(player)"
      case "lost": "you lost to \(player)"
      default: "the game with \(player) does not count"
      }
    let fire = isOnFire ? ", on fire: the next counts double" : ""
    return DrawnPage(
      "Arena \(code): \(ended), +\(gained). Place \(place), \(Drawing.count(points, "point", "points"))\(fire).\n"
        + (isPaused ? "No opponent follows" : "Wait for the next opponent: 10 s at most"),
      typed: isPaused ? ": /join-arena \(code) goes on while it runs" : "")
  }
}

extension ArenaTable: Drawable {
  package func drawn() -> String { csv.hasSuffix("\n") ? String(csv.dropLast()) : csv }
}

extension ArenaInfo {
  fileprivate var headline: String {
    let bots = admitsBots ? " · with bots" : ""
    let clock = clock.map { " \($0)" } ?? ""
    return "Arena \(code): \(Drawing.spoken(name)) · \(game)\(clock)\(mode == .race ? " race" : "")\(bots) · \(when)"
  }

  private var when: String {
    let time = nextInSeconds.map { " \(Drawing.duration($0))" } ?? ""
    return switch state {
    case .waiting: "begins in" + time
    case .running: "ends in" + time
    case .ending: "time is up"
    case .over: "over"
    }
  }

  fileprivate var statistics: String {
    Drawing.count(players, "player", "players") + ", \(Drawing.count(played, "game", "games")) played"
      + (playing > 0 ? ", \(playing) under way" : "")
  }
}

extension ArenaRow {
  /// `3. ana  12  5 games, 4 won  1612`.
  fileprivate func line(nameWidth: Int) -> String {
    let number = place < 10 ? " \(place)" : "\(place)"
    let padding = String(repeating: " ", count: max(0, nameWidth - TextWidth.of(player)))
    let score = points < 10 ? "  \(points)" : points < 100 ? " \(points)" : "\(points)"
    let marks = (isOnFire ? " 🔥 on fire" : "") + (isBot ? " (bot)" : "") + (isPaused ? " (paused)" : "")
    let performed = performance.map { ", performance \($0)" } ?? ""
    return "\(number). \(player)\(padding) \(score)  \(Drawing.count(games, "game", "games")), \(wins) won\(performed)"
      + marks
  }

  fileprivate var state: String { isPaused ? "You are paused" : "You take part: opponents come by themselves" }

  fileprivate var advice: String { state + (isPaused ? ": /join-arena goes on" : "; /pause-arena pauses") }
}
