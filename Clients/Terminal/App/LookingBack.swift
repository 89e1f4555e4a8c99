internal import WireProtocol

/// Statistics, leaderboard, history, comparison: one screen that shows one of them.
struct LookingBack: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case stats, leaderboard, history, compare
  }
  var kind = Kind.stats
  var game: String?
  /// Whose; one's own without one.
  var player: String?
  var period = Request.Leaderboard.Period.week
  var bots = false
  var offset = 0
  var stats: StatsAnswer?
  var leaderboard: LeaderboardAnswer?
  var history: HistoryAnswer?
  var comparison: CompareAnswer?
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
  mutating func look(_ kind: LookingBack.Kind, player: String? = nil, game: String? = nil) {
    lookingBack.kind = kind
    lookingBack.offset = 0
    lookingBack.player = player
    lookingBack.game = game ?? room?.game ?? chosenGame ?? lookingBack.game ?? hello?.games.first?.id
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
      ask(.leaderboard(game: game, period: lookingBack.period.rawValue, bots: lookingBack.bots))
    case .history:
      (lookingBack.history, lookingBack.isPaging) = (nil, false)
      ask(.history(player: player, game: nil, before: nil))
    case .compare:
      lookingBack.comparison = nil
      if let player { ask(.compare(with: player, game: game)) }
    }
  }

  mutating func pressLookingBack(_ key: Key) {
    switch key {
    case .escape, .character("q"), .backspace: goBack()
    case .tab, .right: nextGame(1)
    case .backTab, .left: nextGame(-1)
    case .up, .character("k"): lookingBack.offset = max(0, lookingBack.offset - 1)
    case .down, .character("j"): lookingBack.offset += 1
    case .pageUp: lookingBack.offset = max(0, lookingBack.offset - 10)
    case .pageDown: lookingBack.offset += 10
    case .character("t"): look(.stats, player: lookingBack.player, game: lookingBack.game)
    case .character("l"): look(.leaderboard, player: lookingBack.player, game: lookingBack.game)
    case .character("h"): look(.history, player: lookingBack.player, game: lookingBack.game)
    case .character("c"): dialog = .compare()
    case .character("p") where lookingBack.kind == .leaderboard:
      lookingBack.period = lookingBack.period == .day ? .week : lookingBack.period == .week ? .all : .day
      askAgain()
    case .character("b") where lookingBack.kind == .leaderboard:
      lookingBack.bots.toggle()
      askAgain()
    case .character("o") where lookingBack.kind == .history:
      if let history = lookingBack.history, history.more, let last = history.results.last {
        lookingBack.isPaging = true
        ask(.history(player: lookingBack.player, game: nil, before: last.match))
      }
    case .character("s"): openShares()
    case .character("/"): dialog = .command("/")
    default: break
    }
  }

  private mutating func nextGame(_ step: Int) {
    guard let games = hello?.games.map(\.id), !games.isEmpty, lookingBack.kind != .history else { return }
    let index = games.firstIndex { $0 == lookingBack.game } ?? 0
    lookingBack.game = games[(index + step + games.count) % games.count]
    lookingBack.offset = 0
    askAgain()
  }
}
