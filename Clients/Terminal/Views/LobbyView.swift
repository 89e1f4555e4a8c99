internal import ClientKit
internal import WireProtocol

/// The rows of the lobby: the games' own rooms, then the others.
extension Lobby {
  func listing(_ shell: Shell) -> Listing {
    var listing = Listing(
      "parlor",
      hints:
        "↵ play  p practise  f opponents  n new room  g join  v words  s shares  t stats  m calendar  l leaderboard  h history  "
        + "c compare  e past scores  a account  u your name  o options  q quit  w look on  x leave the room  "
        + "r ask again  ? help",
      columns: [
        .init(x: 3, tone: .faint), .init(x: 5, tone: .bold), .init(x: 20, tone: .faint), .init(x: -1),
      ])
    listing.width = 100
    let isWide = shell.width >= 60
    if let hello = shell.hello {
      let wait = shell.nextDayAt.map { ShellFormat.clock($0 - shell.now) } ?? ""
      listing.heading = "Today · \(hello.day)"
      listing.headingEnd = isWide ? "new puzzles in \(wait)" : "next in \(wait)"
    }
    let entries = entries(shell)
    var rows = shell.games.enumerated().map { row(of: $1, number: $0 + 1, shell) }
    if let goal, !goal.text.isEmpty {
      let lines = TextWidth.wrapped(goal.text, to: min(shell.width, listing.width) - 2)
      rows += lines.map { .text($0, goal.isReached ? .good : .plain) }
    }
    if let people = opponents(shell) { rows.append(people) }
    if shell.height >= 18 { rows.append(.text("")) }
    if shell.hello != nil {
      rows.append(.text(entries.count > shell.games.count ? "Rooms" : "No rooms yet: n opens one", .heading))
      rows += entries.dropFirst(shell.games.count).map { row(of: $0, shell) }
    } else if shell.link.phase == .ended {
      rows.append(.text("No server", .heading))
    } else if shell.link.phase == .lost {
      rows.append(.text("No server yet: this is tried again by itself", .heading))
      rows += Self.first.map { .text("  \($0)") }
    }
    // At the bottom, unless the list needs the line.
    let room = shell.height - (shell.height >= 18 ? 4 : 3)
    if KnownNames.isGuest(shell.name), rows.count + 1 < room {
      let text =
        isWide ? "You are a guest: u chooses a name, a an account with a password." : "A guest: u chooses a name"
      rows += Array(repeating: .text(""), count: room - rows.count - 1) + [.text(text, .faint)]
    }
    listing.rows = rows
    return listing
  }

  var helpLines: [String] {
    [
      "1-9 play a game at once",
      "/goal GAME GAME GAME chooses what your goal of the day is; /make makes a puzzle for others, /puzzle CODE plays one.",
      "A result from elsewhere that you paste is read, shared and marked as claimed.",
    ]
  }

  /// How many look for somebody to play with, and how many are here.
  private func opponents(_ shell: Shell) -> Listing.Row? {
    guard let seeks = shell.seeks else { return nil }
    let looking = seeks.seeks.count { $0.player != shell.name }
    let here = seeks.here.count { $0 != shell.name }
    let counts = (looking > 0 ? ["\(looking) looking"] : []) + (here > 0 ? ["\(here) here"] : [])
    let words = counts.isEmpty ? "nobody else now" : counts.joined(separator: " · ")
    let isAsked = shell.suitor != nil
    return .init(
      cells: ["f", "Opponents", "", isAsked ? "you are asked" : words],
      tones: [.faint, .bold, .plain, isAsked ? .good : .plain], isEntry: false, key: .character("f"))
  }

  private static let first = [
    "To start one, in another window:", "  parlor-server", "or in a copy of the source:",
    "  swift run -c release parlor-server", "To play elsewhere:", "  parlor HOST:PORT", "q or ^C leaves.",
  ]

  private func row(of game: About.Game, number: Int, _ shell: Shell) -> Listing.Row {
    let isWide = shell.width >= 60
    let state = dailyState(of: game.id, shell)
    let here = list.first { $0.room == game.id }?.playerCount ?? 0
    return .init(
      cells: [
        "\(number)", TextWidth.clipped(game.title, to: 14), isWide ? game.summary : "",
        here > 0 && isWide ? "\(state) · \(here) here" : state,
      ], tone: isDone(game.id, shell) ? .good : .plain)
  }

  private func row(of room: String, _ shell: Shell) -> Listing.Row {
    let own = shell.rooms[room]
    let listed = list.first { $0.room == room }
    var parts = ["talk"]
    if let mode = own?.mode ?? listed?.mode {
      parts = ["\(shell.title(of: own?.game ?? listed?.game)) · \(mode.rawValue)"]
    }
    if let listed {
      parts.append("\(listed.playerCount) here")
      if listed.watcherCount > 0 { parts.append("\(listed.watcherCount) looking on") }
      if listed.isLocked { parts.append("locked") }
      if !listed.isOpen { parts.append("private") }
    }
    if let own, own.unread > 0 { parts.append("\(own.unread) new") }
    return .init(
      cells: [own == nil ? "" : "●", room, parts.joined(separator: " · "), ""], tones: [.good, .bold, .plain, .plain])
  }
}
