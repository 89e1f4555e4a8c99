import GameKit
public import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// Players' results: statistics, leaderboards, comparisons, calendars.
///
/// Everything is read from tables that are updated with each result. The loop does not wait for storage: a request is
/// answered when storage has answered.
public struct Statistics: Feature {
  public init() {}

  public static var documents: [DocumentForm] {
    [DocumentForm(number: 30, name: "statistics", tables: StatisticsTables.self)]
  }

  public func register(in kernel: Kernel) {
    kernel.handleInSession(Self.sendStats)
    kernel.handleInSession(Self.sendLeaderboard)
    kernel.handleInSession(Self.sendComparison)
    kernel.handleInSession(Self.sendCalendar)
  }

  private static func sendStats(_ request: Request.Stats, _ context: SessionContext) throws(WireError) {
    let player = try context.player(named: request.player)
    let game = try context.resultGame(request.game).id
    let isRecorded = !context.games.contains { $0.info.id == game }
    context.ask(StatisticsQuery(player: player.id, game: game, today: context.today.number)) { stats in
      StatsAnswer(
        player: player.name, game: game, isRecorded: isRecorded, played: stats.played, won: stats.won,
        streak: stats.streak, bestStreak: stats.bestStreak,
        distribution: [NamedCount](byNumber: stats.distribution),
        average: stats.average.map { ($0 * 100).rounded() / 100 })
    }
  }

  private static func sendLeaderboard(_ request: Request.Leaderboard, _ context: SessionContext) throws(WireError) {
    let period = BoardPeriod(request.period)
    if request.claimed {
      guard let shared = context.sharedResults else { throw WireError(.notFound, .game, "No results are shared here") }
      let own = context.games.map(\.info.id)
      return try shared.askForBoard(request, period, context) { game, entries in
        ShownLeaderboard(
          message: LeaderboardAnswer(entries, game: game, mode: nil, leastGames: 1, of: request),
          hasOther: own.contains(game))
      }
    }
    let game = try context.gameOrPresent(request.game)
    // A game without a daily has its leaderboard in its own mode.
    let mode = game.info.modes.contains(request.mode) ? request.mode : game.info.modes.first ?? request.mode
    let query = LeaderboardQuery(
      game: game.info.id, mode: mode.rawValue, period: period, today: context.today.number, bots: request.bots,
      limit: request.limit)
    let isClaimed = context.sharedResults?.claimedGames.contains(game.info.id) == true
    context.ask(query) { entries in
      ShownLeaderboard(
        message: LeaderboardAnswer(
          entries, game: game.info.id, mode: mode.rawValue, leastGames: period.leastGames, of: request),
        hasOther: isClaimed)
    }
  }

  private static func sendComparison(_ request: Request.Compare, _ context: SessionContext) throws(WireError) {
    let other = try context.player(named: request.with)
    let own = context.player
    let game = try context.gameOrPresent(request.game).info.id
    let query = ComparisonQuery(first: own.id, second: other.id, game: game, limit: request.limit)
    context.ask(query) { [context = context.later] found in
      CompareAnswer(
        player: own.name, other: other.name, game: game, played: found.played, wins: found.firstWins,
        losses: found.secondWins,
        days: found.days.map { entry in
          CompareAnswer.Day(
            day: Day(number: entry.day).text, own: context.past(entry.first), other: context.past(entry.second))
        })
    }
  }

  private static func sendCalendar(_ request: Request.Calendar, _ context: SessionContext) throws(WireError) {
    let player = try context.player(named: request.player)
    let game = try context.resultGame(request.game)
    let month = request.month ?? String(context.today.text.prefix(7))
    guard let shown = Month(month) else { throw WireError(.badField, "A month is written like 2026-11") }
    let query = DailiesQuery(player: player.id, game: game.id, days: shown.numbers)
    let played = context.games.first { $0.info.id == game.id }.map { Set($0.info.modes) }
    let isDaily = played?.contains(.daily) == true
    if played != nil, !isDaily {
      throw WireError(.notFound, .mode, "\(game.title) has no daily puzzles: /history \(game.id) lists what was played")
    }
    let link =
      isDaily
      ? .init("play it", Request.Join(room: game.id)) : context.recordedGames.first { $0.id == game.id }?.link
    context.ask(query) { [today = context.today] results in
      let entries = results.map { result in
        CalendarAnswer.Entry(
          day: Day(number: result.day).text, puzzle: result.day, won: result.won, tries: result.tries)
      }
      return ShownCalendar(
        message: CalendarAnswer(player: player.name, game: game.id, month: month, entries: entries),
        title: game.title, month: shown, today: today, isPlayed: played != nil, link: link,
        isPractised: played?.isSuperset(of: [.daily, .practice]) == true)
    }
  }
}

extension LeaderboardAnswer {
  /// The answer to a request: entries with enough games come first and have places.
  fileprivate init(
    _ entries: [LeaderboardEntry], game: String, mode: String?, leastGames: Int, of request: Request.Leaderboard
  ) {
    self.init(
      game: game, mode: mode, period: request.period.rawValue, bots: request.bots, leastGames: leastGames,
      lines: entries.enumerated().map { index, entry in
        Line(
          place: entry.played >= leastGames ? index + 1 : nil, player: entry.name, played: entry.played,
          won: entry.won, points: entry.score)
      })
  }
}

extension BoardPeriod {
  fileprivate init(_ period: Request.Leaderboard.Period) {
    switch period {
    case .day: self = .day
    case .week: self = .week
    case .month: self = .month
    case .all: self = .all
    }
  }
}
