import GameKit
import WireProtocol

/// The puzzles that the server makes: dailies with their commitments, and the puzzles reserved from rounds; and the
/// budget for making them, since everybody waits meanwhile.
final class Puzzles {
  var configuration: ServerConfiguration
  let clock: Clock
  /// The remaining budget for puzzles.
  private var budgets: PuzzleBudgets
  /// The remaining budget for analyses: as large, and separate, so that nobody waits for a puzzle after an analysis.
  private var analysisBudgets: PuzzleBudgets
  /// The address of the current request; `nil` for timed work.
  var asker: String?
  /// Cached dailies: everyone is greeted with today's commitments, and at midnight everyone is told of two days at
  /// once.
  private(set) var dailies: [DailyPuzzle.Key: DailyPuzzle] = [:]
  /// Puzzles reserved from rounds, by game: computing one is as slow as shuffling all.
  private var reserved: [String: ReservedPuzzles] = [:]

  init(_ configuration: ServerConfiguration, _ clock: Clock) {
    self.configuration = configuration
    self.clock = clock
    budgets = PuzzleBudgets(
      configuration.limits, saying: "Too many puzzles are being made at the moment: ask again shortly", now: clock.now)
    analysisBudgets = PuzzleBudgets(
      configuration.limits, saying: "Too many matches are being analysed at the moment: ask again shortly",
      now: clock.now)
  }

  // MARK: - What it takes

  /// Makes a puzzle and charges its time.
  func making<Made, Failure: Error>(_ make: () throws(Failure) -> Made) throws(Failure) -> Made {
    guard let stopwatch = configuration.stopwatch else { return try make() }
    let began = stopwatch()
    defer { spend(microseconds: stopwatch() &- began) }
    return try make()
  }

  /// The microseconds of the last puzzle.
  var lastCost: Int64 { budgets.lastCost }

  /// Charges time that was spent elsewhere.
  func spend(microseconds: Int64) {
    if configuration.stopwatch != nil { budgets.spend(microseconds: microseconds, for: asker, at: clock.now) }
  }

  /// Refuses a request that needs a new puzzle while the budget is exhausted.
  func checkBudget() throws(WireError) {
    if configuration.stopwatch != nil { try budgets.check(for: asker, at: clock.now) }
  }

  /// The refusal while the budget for puzzles and replays is exhausted.
  var overBudget: WireError { budgets.refusal(for: asker, at: clock.now) }

  /// Charges the time of an analysis.
  func spendOnAnalysis(microseconds: Int64) {
    if configuration.stopwatch != nil { analysisBudgets.spend(microseconds: microseconds, for: asker, at: clock.now) }
  }

  /// Refuses an analysis while its budget is exhausted.
  func checkAnalysisBudget() throws(WireError) {
    if configuration.stopwatch != nil { try analysisBudgets.check(for: asker, at: clock.now) }
  }

  /// Milliseconds until a puzzle may be made for nobody in particular; `nil` for at once.
  var wait: Int? { budgets.wait(at: clock.now) }

  // MARK: - Dailies

  /// The games with a daily.
  var dailyGames: [GameModule] { configuration.games.filter { $0.info.modes.contains(.daily) } }

  /// The settings of a game's dailies: the game's own, overridden by the operator's.
  func dailySettings(of game: GameModule) -> JSON {
    let chosen = configuration.dailySettings[game.info.id] ?? [:]
    return (try? game.settings(from: chosen)) ?? (try? game.settings(from: [:])) ?? [:]
  }

  /// The commitments to today's puzzles, by game.
  func commitments() -> JSONObject {
    var commitments: JSONObject = [:]
    for game in dailyGames {
      if let daily = daily(of: game, on: clock.today) { commitments[daily.game] = .string(daily.commitment) }
    }
    return commitments
  }

  /// A game's daily, made once: its time is charged, and callers refuse requests beyond the budget.
  func daily(of game: GameModule, on day: Day) -> DailyPuzzle? {
    let key = DailyPuzzle.Key(game: game.info.id, day: day)
    if let known = dailies[key] { return known }
    // Everybody is greeted with today's, so requests for past ones must not evict them.
    if dailies.count >= DailyPuzzle.mostRemembered {
      dailies = dailies.filter { $0.key.day == clock.today || $0.key.day.next == clock.today }
    }
    let made = making {
      try? game.match(on: day, season: configuration.season, settings: dailySettings(of: game)).puzzle()
    }
    guard let puzzle = made else { return nil }
    let nonce = Commitment.nonce(of: game.info.id, on: day, configuration.season)
    let daily = DailyPuzzle(
      game: game.info.id, puzzle: puzzle, nonce: nonce, commitment: Commitment.hash(nonce: nonce, puzzle: puzzle))
    dailies[key] = daily
    return daily
  }

  // MARK: - What rounds keep clear of

  /// The puzzles reserved today from rounds with these settings: none if the dailies use another set, as with another
  /// language or a challenge file.
  func reserved(of game: GameModule, settings: JSON) -> ReservedPuzzles? {
    let ofDailies = dailySettings(of: game)
    let today = clock.today
    func daily(_ day: Day, _ settings: JSON) -> PuzzleKey? {
      try? game.puzzleKey(on: day, season: configuration.season, settings: settings)
    }
    guard game.info.modes.contains(.daily) else { return nil }
    guard settings == ofDailies || daily(today, settings) == daily(today, ofDailies) else { return nil }
    let dayCount = game.dayCount(settings: ofDailies)
    if let known = reserved[game.info.id], known.holds(today, dayCount: dayCount) { return known }
    let made = ReservedPuzzles(
      on: today, game: game.info.id, dayCount: dayCount, season: configuration.season
    ) { daily($0, ofDailies) }
    // Answers of a game in another process may be missing.
    if game.remote?.hasQuestions == true { return made }
    reserved[game.info.id] = made
    return made
  }
}
