internal import ClientKit
internal import WireProtocol

/// Statistics, leaderboard, history and comparison on one screen.
struct LookingBack: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case stats, calendar, leaderboard, history, compare

    var hint: String {
      switch self {
      case .stats: "t statistics"
      case .calendar: "m calendar"
      case .leaderboard: "l leaderboard"
      case .history: "h history"
      case .compare: "c compare"
      }
    }

    init?(_ key: Key) {
      guard let kind = Self.allCases.first(where: { Key(hint: $0.hint) == key }) else { return nil }
      self = kind
    }
  }

  var kind = Kind.stats
  var game: String?
  /// The player; `nil` for oneself.
  var player: String?
  var period = Request.Leaderboard.Period.week
  var bots = false
  /// Whether the leaderboard is of claimed results.
  var isClaimed = false
  /// `2026-11`; `nil` for the present month.
  var month: Month?
  /// The chosen day of the month; `nil` for the latest.
  private var chosenDay: Int?
  var cursor = ListCursor()
  var stats: StatsAnswer?
  var leaderboard: LeaderboardAnswer?
  var history: HistoryAnswer?
  var comparison: CompareAnswer?
  var calendar: CalendarAnswer?
  var complaint: String?
  private var isPaging = false

  /// Opens a page by its key, and returns whether it is such a key; a comparison first asks for the other player.
  static func isOpened(by key: Key, player: String? = nil, _ shell: inout Shell) -> Bool {
    guard let kind = Kind(key) else { return false }
    if kind == .compare { shell.dialog = .compare() } else { shell.open(.look(kind, player: player)) }
    return true
  }

  mutating func open(_ kind: Kind, player: String? = nil, game: String? = nil, _ shell: inout Shell) {
    if kind != .leaderboard || shell.place != .lookingBack { isClaimed = false }
    show(kind, player: player, game: game ?? self.game, &shell)
    reload(&shell)
  }

  mutating func openClaims(of game: String?, _ shell: inout Shell) {
    (isClaimed, bots) = (true, false)
    show(.leaderboard, player: nil, game: game, &shell)
    reload(&shell)
  }

  private func games(_ shell: Shell) -> [String] {
    if isClaimed { return shell.about?.claimedGames ?? [] }
    return shell.games.map(\.id) + (kind == .stats || kind == .calendar ? shell.recordedGames.map(\.id) : [])
  }

  /// The chosen line of the history.
  var chosenResult: PastResult? {
    let results = history?.results ?? []
    return results.indices.contains(cursor.chosen) ? results[cursor.chosen] : nil
  }

  private mutating func show(_ kind: Kind, player: String?, game: String?, _ shell: inout Shell) {
    (self.kind, self.player) = (kind, player)
    self.game = game.flatMap { games(shell).contains($0) ? $0 : nil } ?? games(shell).first
    (month, chosenDay, cursor, complaint) = (nil, nil, ListCursor(), nil)
    shell.go(to: .lookingBack)
  }

  private mutating func reload(_ shell: inout Shell) {
    complaint = nil
    switch kind {
    case .stats:
      stats = nil
      shell.ask("stats", ["player": player, "game": game])
    case .leaderboard:
      leaderboard = nil
      shell.ask(
        "leaderboard",
        [
          "game": game, "period": period.rawValue, "bots": bots && !isClaimed, "claimed": isClaimed ? true : nil,
          "limit": 100,
        ])
    case .history:
      (history, isPaging) = (nil, false)
      shell.ask("history", ["player": player, "limit": 50])
    case .compare:
      comparison = nil
      if let player { shell.ask("compare", ["with": player, "game": game, "limit": 10]) }
    case .calendar:
      // The old month stays until the new one arrives, to avoid flicker.
      shell.ask("calendar", ["player": player, "game": game, "month": month?.text])
      shell.ask("stats", ["player": player, "game": game])
    }
  }
}

extension LookingBack: ListScreen {
  mutating func press(_ key: Key, _ shell: inout Shell) {
    guard kind == .calendar else { return pressInList(key, &shell) }
    let letters: [Key: Key] = [.character("k"): .up, .character("j"): .down]
    switch letters[key] ?? key {
    case .left, .right, .up, .down, .pageUp, .pageDown, .home, .end: goToDay(letters[key] ?? key, &shell)
    default: act(key, &shell)
    }
  }

  mutating func act(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter where kind == .calendar: playChosenDay(&shell)
    case .left, .backTab: nextGame(-1, &shell)
    case .right, .tab: nextGame(1, &shell)
    case .character("s"): shell.open(.shares())
    default:
      if Self.isOpened(by: key, player: kind == .compare ? nil : player, &shell) { return }
      switch kind {
      case .leaderboard: pressOnLeaderboard(key, &shell)
      case .history: pressInHistory(key, &shell)
      default: shell.press(onPage: key)
      }
    }
  }

  private mutating func pressOnLeaderboard(_ key: Key, _ shell: inout Shell) {
    switch key {
    case .enter:
      let lines = leaderboard?.lines ?? []
      guard !isClaimed, lines.indices.contains(cursor.chosen) else { return }
      return shell.open(.look(.stats, player: lines[cursor.chosen].player, game: game))
    case .character("p"):
      let periods: [Request.Leaderboard.Period] = isClaimed ? [.day, .week, .month, .all] : [.day, .week, .all]
      period = periods[((periods.firstIndex(of: period) ?? 0) + 1) % periods.count]
    case .character("b"):
      if isClaimed { return shell.tell("Bots claim nothing: e brings the results from here back.") }
      bots.toggle()
    case .character("e"):
      isClaimed.toggle()
      if let game, !games(shell).contains(game) { self.game = games(shell).first }
      if !isClaimed, period == .month { period = .week }
    default: return shell.press(onPage: key)
    }
    cursor = ListCursor()
    reload(&shell)
  }

  private mutating func pressInHistory(_ key: Key, _ shell: inout Shell) {
    let chosen = chosenResult
    switch key {
    case .enter where shell.isRecorded(chosen?.game):
      shell.tell("\(shell.title(of: chosen?.game)): this result has no moves that could be replayed.")
    case .enter: if let chosen { shell.open(.replay(match: chosen.match)) }
    case .control("s"): if let chosen { shell.ask("share", ["match": chosen.match]) }
    case .character("y"): if let chosen { shell.copy(chosen.share) }
    case .character("o"):
      guard let next = history?.next else {
        return shell.tell("That is all there is.", for: 3)
      }
      isPaging = true
      shell.ask("history", ["player": player, "after": next, "limit": 50])
    default: shell.press(onPage: key)
    }
  }

  /// The visible month and its chosen day; `nil` before the server's day is known.
  func chosen(_ shell: Shell) -> (month: Month, day: Int)? {
    guard let today = shell.hello?.day, let present = Month(today) else { return nil }
    let month = month ?? calendar.flatMap { Month($0.month) } ?? present
    let latest = month == present ? Int(today.suffix(2)) ?? 1 : month.dayCount
    return (month, min(chosenDay ?? latest, latest))
  }

  private mutating func goToDay(_ key: Key, _ shell: inout Shell) {
    guard var (month, day) = chosen(shell), let today = shell.hello?.day else { return }
    let before = month
    switch key {
    case .pageUp, .pageDown: month = month.later(by: key == .pageUp ? -1 : 1)
    case .home, .end: (month, day) = (Month(today) ?? month, 31)
    default: day += [.left: -1, .right: 1, .up: -7, .down: 7][key] ?? 0
    }
    if day < 1 {
      month = month.later(by: -1)
      day += month.dayCount
    } else if day > month.dayCount, key == .right || key == .down {
      day -= month.dayCount
      month = month.later(by: 1)
    }
    let isPaging = key == .pageUp || key == .pageDown || key == .home || key == .end
    guard (isPaging ? month.text : month.day(day)) <= today else {
      return shell.tell("Today is as far as it goes.", for: 3)
    }
    (self.month, chosenDay) = (month, min(day, month.dayCount))
    if month != before { reload(&shell) }
  }

  private func playChosenDay(_ shell: inout Shell) {
    guard let game, let (month, day) = chosen(shell) else { return }
    let date = month.day(day)
    if shell.isRecorded(game) {
      if date == shell.hello?.day { return shell.open(.languages) }
      return shell.tell("\(shell.title(of: game)): only today's can be had.")
    }
    if date == shell.hello?.day { return shell.ask("join", ["room": game]) }
    guard shell.games.first(where: { $0.id == game })?.modes.contains(.practice) == true else {
      return shell.tell("\(shell.title(of: game)) cannot be practised.")
    }
    // Only one past day of a game at a time, since the number of owned rooms is limited.
    for room in shell.rooms.values where room.isOfPastDay && room.game == game {
      shell.ask("leave", ["room": room.name])
    }
    shell.ask("create", ["game": game, "mode": "practice", "day": date])
  }

  private mutating func nextGame(_ step: Int, _ shell: inout Shell) {
    if kind == .history { return shell.tell("The history is one of all games.", for: 3) }
    let games = games(shell)
    guard !games.isEmpty else { return }
    let index = games.firstIndex { $0 == game } ?? 0
    (game, cursor) = (games[(index + step + games.count) % games.count], ListCursor())
    reload(&shell)
  }

  mutating func point(_ mouse: Mouse, _ shell: inout Shell) {
    guard kind == .calendar else { return pointInList(mouse, &shell) }
    guard mouse.act == .press, let (month, day) = chosen(shell) else { return }
    let grid = CalendarGrid(month, in: CalendarView(shell: shell, lookingBack: self).area)
    guard let found = (1...month.dayCount).first(where: { grid.place($0).contains(mouse.x, mouse.y) }) else { return }
    // A second click plays.
    if found == day { return playChosenDay(&shell) }
    if month.day(found) <= shell.hello?.day ?? "" { (self.month, chosenDay) = (month, found) }
  }

  func draw(on frame: inout Frame, _ shell: Shell) {
    let listing = listing(shell)
    if kind == .calendar, listing.message == nil {
      CalendarView(shell: shell, lookingBack: self).draw(listing, on: &frame)
    } else {
      ListingView(shell: shell, listing: listing, cursor: cursor).draw(on: &frame)
    }
  }

  mutating func take(_ message: Message, to question: Question, _ shell: inout Shell) {
    if question.type == "command", let kind = Kind(rawValue: message.type) {
      let json = message.json
      show(kind, player: json["player"]?.stringValue, game: json["game"]?.stringValue ?? game, &shell)
      if player == shell.name { player = nil }
    }
    switch message.type {
    case "stats": stats = try? message.read()
    case "leaderboard": take(leaderboard: try? message.read())
    case "history": if let answer = try? message.read(as: HistoryAnswer.self) { take(answer) }
    case "compare": comparison = try? message.read()
    case "calendar":
      calendar = try? message.read()
      guard question.type == "command", let calendar else { return }
      month = Month(calendar.month)
      shell.ask("stats", ["player": calendar.player, "game": calendar.game])
    default: break
    }
  }

  private mutating func take(leaderboard answer: LeaderboardAnswer?) {
    leaderboard = answer
    guard let answer else { return }
    (game, bots, isClaimed) = (answer.game, answer.bots, answer.claimed)
    period = Request.Leaderboard.Period(rawValue: answer.period) ?? period
  }

  private mutating func take(_ answer: HistoryAnswer) {
    guard isPaging, let old = history, old.player == answer.player,
      old.results.last?.match != answer.results.first?.match
    else { return history = answer }
    history = HistoryAnswer(player: old.player, results: old.results + answer.results, next: answer.next)
    isPaging = false
  }

  mutating func take(_ failure: Failure, of question: Question, _ shell: inout Shell) { complaint = failure.message }
}
