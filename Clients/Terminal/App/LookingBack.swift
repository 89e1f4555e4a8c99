internal import WireProtocol

/// Statistics, leaderboard, history, comparison: one screen that shows one of them.
struct LookingBack: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case stats, leaderboard, history, compare, calendar
  }

  /// The games that are played elsewhere and whose results can be claimed.
  static let claimedGames = ["wordle", "worldle", "quordle", "connections", "strands"]

  var kind = Kind.stats
  var game: String?
  /// Whose; one's own without one.
  var player: String?
  var period = Request.Leaderboard.Period.week
  var bots = false
  /// Whether the leaderboard is one of results from elsewhere, and of which game.
  var isClaimed = false
  var claimedGame = "wordle"
  /// `2026-11`; the present one without one.
  var month: Month?
  var offset = 0
  var stats: StatsAnswer?
  var leaderboard: LeaderboardAnswer?
  var history: HistoryAnswer?
  var comparison: CompareAnswer?
  var calendar: CalendarAnswer?
  var complaint: String?

  mutating func take(_ answer: StatsAnswer) { stats = answer }

  /// A first page takes the place of what was there, a further one follows it.
  mutating func take(_ answer: HistoryAnswer) {
    guard let old = history, old.player == answer.player, let last = old.results.last, let first = answer.results.first,
      isPaging, last.match != first.match
    else { return history = answer }
    history = HistoryAnswer(player: old.player, results: old.results + answer.results, more: answer.more)
    isPaging = false
  }

  var isPaging = false
}

extension App {
  mutating func look(_ kind: LookingBack.Kind, player: String? = nil, game: String? = nil, month: Month? = nil) {
    lookingBack.month = month
    lookingBack.kind = kind
    lookingBack.offset = 0
    lookingBack.player = player
    lookingBack.game = game ?? room?.game ?? chosenGame ?? lookingBack.game ?? about?.games.first?.id
    go(to: .lookingBack)
    askAgain()
  }

  private var chosenGame: String? {
    guard place == .lobby, lobbyEntries.indices.contains(lobby.chosen) else { return nil }
    if case .game(let game) = lobbyEntries[lobby.chosen] { return game }
    return nil
  }

  private mutating func askAgain() {
    let (player, game) = (lookingBack.player, lookingBack.game)
    lookingBack.complaint = nil
    switch lookingBack.kind {
    case .stats:
      lookingBack.stats = nil
      ask(.stats(player: player, game: game))
    case .leaderboard:
      lookingBack.leaderboard = nil
      let isClaimed = lookingBack.isClaimed
      ask(
        .leaderboard(
          game: isClaimed ? lookingBack.claimedGame : game, period: lookingBack.period.rawValue,
          bots: lookingBack.bots && !isClaimed, isClaimed: isClaimed))
    case .history:
      (lookingBack.history, lookingBack.isPaging) = (nil, false)
      ask(.history(player: player, game: nil, before: nil))
    case .compare:
      lookingBack.comparison = nil
      if let player { ask(.compare(with: player, game: game)) }
    case .calendar:
      // What was there stays until the other month is: no flicker between months.
      ask(.calendar(player: player, game: game, month: lookingBack.month?.text))
      ask(.stats(player: player, game: game))
    }
  }

  mutating func pressLookingBack(_ key: Key) {
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .left, .right, .up, .down, .pageUp, .pageDown, .home, .end: go(key)
    case .tab: nextGame(1)
    case .backTab: nextGame(-1)
    case .character("k"): go(.up)
    case .character("j"): go(.down)
    case .character("t"): look(.stats, player: subject, game: lookingBack.game)
    case .character("l"): look(.leaderboard, player: subject, game: lookingBack.game)
    case .character("h"): look(.history, player: subject, game: lookingBack.game)
    case .character("m"): look(.calendar, player: subject, game: lookingBack.game)
    case .character("c"): dialog = .compare()
    case .character("p") where lookingBack.kind == .leaderboard:
      nextPeriod()
    case .character("b") where lookingBack.kind == .leaderboard:
      if lookingBack.isClaimed { return tell("Bots claim nothing: e brings the results from here back.") }
      lookingBack.bots.toggle()
      askAgain()
    case .character("e") where lookingBack.kind == .leaderboard:
      lookingBack.isClaimed.toggle()
      if !lookingBack.isClaimed, lookingBack.period == .month { lookingBack.period = .week }
      lookingBack.offset = 0
      askAgain()
    case .character, .enter, .control: pressInHistory(key)
    default: tellKeyIsFree()
    }
  }

  /// Whom the pages are about: a comparison is one of oneself, and what follows it as well.
  private var subject: String? { lookingBack.kind == .compare ? nil : lookingBack.player }

  private mutating func pressInHistory(_ key: Key) {
    let results = lookingBack.kind == .history ? lookingBack.history?.results ?? [] : []
    let chosen = results.indices.contains(lookingBack.offset) ? results[lookingBack.offset] : nil
    switch key {
    case .enter: if let chosen { lookUp(.replay(match: chosen.match)) }
    case .control("s"): if let chosen { ask(.shareMatch(chosen.match)) }
    case .character("y"): if let chosen { copy(chosen.share) }
    case .character("o") where lookingBack.kind == .history:
      guard let history = lookingBack.history, history.more, let last = history.results.last else {
        return tell("That is all there is.", for: 3)
      }
      lookingBack.isPaging = true
      ask(.history(player: lookingBack.player, game: nil, before: last.match))
    case .character("s"): openShares()
    case .character("/"): dialog = .command("/")
    default: tellKeyIsFree()
    }
  }

  /// The arrows: months of a calendar, games to the side, lines up and down.
  private mutating func go(_ key: Key) {
    let step = [.left: -1, .up: -1, .right: 1, .down: 1, .pageUp: -10, .pageDown: 10][key]
    if lookingBack.kind == .calendar { return goToMonth(key, step) }
    if key == .left || key == .right { return nextGame(step ?? 0) }
    let last: Int =
      switch lookingBack.kind {
      case .stats: lookingBack.stats?.distribution.count ?? 1
      case .leaderboard: lookingBack.leaderboard?.lines.count ?? 1
      case .history: lookingBack.history?.results.count ?? 1
      case .compare: lookingBack.comparison?.days.count ?? 1
      case .calendar: 1
      }
    let place = step.map { lookingBack.offset + $0 } ?? (key == .home ? 0 : last - 1)
    lookingBack.offset = max(0, min(place, last - 1))
  }

  private mutating func goToMonth(_ key: Key, _ step: Int?) {
    guard let present = hello.flatMap({ Month($0.day) }) else { return }
    let shown = lookingBack.month ?? lookingBack.calendar.flatMap { Month($0.month) } ?? present
    // Page up and down go by years, Home to this month.
    let month = step.map { shown.later(by: abs($0) == 10 ? $0 / 10 * 12 : $0) } ?? present
    if month.text > present.text, month.text > shown.text {
      return tell("\(shown.title) is as far as it goes.", for: 3)
    }
    lookingBack.month = month
    askAgain()
  }

  private mutating func nextPeriod() {
    let periods: [Request.Leaderboard.Period] =
      lookingBack.isClaimed ? [.day, .week, .month, .all] : [.day, .week, .all]
    let index = periods.firstIndex(of: lookingBack.period) ?? 0
    lookingBack.period = periods[(index + 1) % periods.count]
    lookingBack.offset = 0
    askAgain()
  }

  private mutating func nextGame(_ step: Int) {
    if lookingBack.kind == .history { return tell("The history is one of all games.", for: 3) }
    let isClaimed = lookingBack.kind == .leaderboard && lookingBack.isClaimed
    let games = isClaimed ? LookingBack.claimedGames : about?.games.map(\.id) ?? []
    guard !games.isEmpty else { return }
    let index = games.firstIndex { $0 == (isClaimed ? lookingBack.claimedGame : lookingBack.game) } ?? 0
    let game = games[(index + step + games.count) % games.count]
    if isClaimed { lookingBack.claimedGame = game } else { lookingBack.game = game }
    lookingBack.offset = 0
    askAgain()
  }

  /// The board of the results that were claimed of a game.
  mutating func lookAtClaims(of game: String?) {
    (lookingBack.isClaimed, lookingBack.bots) = (true, false)
    if let game, LookingBack.claimedGames.contains(game) { lookingBack.claimedGame = game }
    look(.leaderboard)
  }
}
