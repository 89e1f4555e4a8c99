internal import ClientKit
internal import WireProtocol

/// An arena: its standing, one's own place, and the time that is left.
struct ArenaScreen: Sendable {
  private(set) var answer: ArenaAnswer?
  private var complaint: String?
  private var code: Int?
  /// When it begins or ends, by the program's clock.
  private(set) var nextAt: Int?
  var cursor = ListCursor()

  /// - Parameter code: `nil` for the one in which the player takes part.
  mutating func open(_ code: Int?, _ shell: inout Shell) {
    if code != self.code || code == nil { self = ArenaScreen() }
    self.code = code
    shell.go(to: .arena)
    refresh(&shell)
  }

  mutating func refresh(_ shell: inout Shell) { shell.ask("arena", ["code": code, "limit": 500]) }

  /// Something of an arena has changed.
  func hear(of code: Int?, _ shell: inout Shell) {
    if shell.place == .arena, code == self.code { shell.ask("arena", ["code": self.code, "limit": 500]) }
  }
}

extension ArenaScreen: ListScreen {
  func listing(_ shell: Shell) -> Listing {
    let (arena, own) = (answer?.arena, answer?.own)
    let isOpen = arena?.state == .waiting || arena?.state == .running
    let part = !isOpen ? "" : own.map { !$0.isPaused } == true ? "p pause  " : "t take part  "
    let isWide = shell.width >= 60
    var listing = Listing(
      arena.map { "Arena · \($0.name)" } ?? "Arena", hints: "\(part)↵ statistics  esc back  r ask again  ? help",
      columns: zip(
        isWide ? [3, 8, 34, 43, 51, 58] : [2, 6, -1], ["", "player", "points", "games", "won", "rating"]
      ).map { .init(x: $0, title: $1) })
    listing.explain(isKnown: answer != nil, complaint: complaint, isEmpty: false, "")
    guard let arena, let answer else { return listing }
    let clock = arena.clock.map { " \($0)" } ?? ""
    listing.heading = "\(shell.title(of: arena.game))\(clock) · \(state(of: arena, shell))"
    listing.headingEnd = isWide ? ShellFormat.count(arena.players, "player") : ""
    listing.show(answer.rows) { row in
      let marks = (row.isBot ? " (bot)" : "") + (row.isOnFire ? " on fire" : "") + (row.isPaused ? " (paused)" : "")
      let cells = ["\(row.place)", row.player + marks, "\(row.points)", "\(row.games)", "\(row.wins)", "\(row.rating)"]
      return .init(cells: Array(cells.prefix(isWide ? 6 : 3)), tone: row.player == shell.name ? .good : .plain)
    }
    if answer.rows.isEmpty { listing.message = (["Nobody takes part yet: t takes part."], .plain) }
    let next = arena.state == .running ? "your next opponent comes by itself" : "opponents come by themselves"
    if let own {
      let place = "You: place \(own.place), \(ShellFormat.count(own.points, "point"))"
      listing.footnote = !isOpen ? place : own.isPaused ? "\(place) · paused: t goes on" : "\(place) · \(next)"
    }
    return listing
  }

  private func state(of arena: ArenaInfo, _ shell: Shell) -> String {
    let time = nextAt.map { " in \(ShellFormat.clock($0 - shell.now))" } ?? ""
    return switch arena.state {
    case .waiting: "begins\(time)"
    case .running: "ends\(time)"
    case .ending: "games under way are played to their end"
    case .over: "over"
    }
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .character("t"): shell.ask("join_arena", ["code": answer?.arena.code])
    case .character("p"): shell.ask("pause_arena")
    case .character("r"): refresh(&shell)
    case .enter:
      let rows = answer?.rows ?? []
      guard rows.indices.contains(cursor.chosen) else { return }
      shell.open(.look(.stats, player: rows[cursor.chosen].player, game: answer?.arena.game))
    default: shell.press(onPage: key)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    guard let arena = try? message.read(as: ArenaAnswer.self) else { return }
    if shell.place != .arena, question.type == "command" { shell.go(to: .arena) }
    (answer, code, complaint) = (arena, arena.arena.code, nil)
    nextAt = arena.arena.nextInSeconds.map { shell.now + $0 * 1000 }
    // Answers other than to `arena` have a page of the standing alone.
    if question.type != "arena" { refresh(&shell) }
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) {
    if answer == nil { complaint = failure.message } else { shell.tell(failure.message, isBad: true) }
  }
}
