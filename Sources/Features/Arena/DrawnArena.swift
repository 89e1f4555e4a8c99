import TextMode
package import WireProtocol

extension ArenaAnswer: Drawable {
  package func drawn() -> String {
    var lines = [arena.headline, arena.statistics]
    let width = rows.map { TextWidth.of($0.player) }.max() ?? 0
    lines += rows.map { $0.line(nameWidth: width) }
    if let own, !rows.contains(where: { $0.player == own.player }) { lines += ["…", own.line(nameWidth: width)] }
    if let next { lines.append("/arena \(arena.code) \(next) shows more") }
    switch arena.state {
    case .over: lines.append("/arena-csv \(arena.code) has it as a table" + (arena.link.map { "; page: \($0)" } ?? ""))
    case .waiting, .running: lines.append(own.map(\.advice) ?? "/join-arena \(arena.code) takes part")
    case .ending: lines.append("Games under way are played to their end")
    }
    return lines.joined(separator: "\n")
  }
}

extension ArenasAnswer: Drawable {
  package func drawn() -> String {
    guard !arenas.isEmpty else { return "There is no arena: /new-arena lastword minutes=30 in=5 opens one" }
    return arenas.flatMap { [$0.headline, "  " + $0.statistics] }.joined(separator: "\n")
      + "\n/arena NUMBER shows the standing, /join-arena NUMBER takes part"
  }
}

extension ArenaGame: Drawable {
  package func drawn() -> String {
    "Arena \(code): you play \(player)\(isBot ? " (bot)" : ""), "
      + "place \(place) with \(Drawing.count(points, "point", "points"))"
      + (isWaiting ? ". The game waits for you: /join \(room)" : "")
  }
}

extension ArenaScored: Drawable {
  package func drawn() -> String {
    let ended =
      switch result {
      case "won": "you won against \(player)"
      case "drawn": "a draw with \(player)"
      case "lost": "you lost to \(player)"
      default: "the game with \(player) was not played and does not count"
      }
    let fire = isOnFire ? ", on fire: the next counts double" : ""
    let next = isPaused ? "You are paused: /join-arena \(code) goes on" : "Wait for the next opponent: 10 s at most"
    return "Arena \(code): \(ended), +\(gained). Place \(place), \(Drawing.count(points, "point", "points"))\(fire).\n"
      + next
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

  fileprivate var advice: String {
    isPaused
      ? "You are paused: /join-arena goes on" : "You take part: opponents come by themselves; /pause-arena pauses"
  }
}
