import GameKit
import WireProtocol

/// The puzzles that the server makes: those of days, with what commits to them, and those that rounds keep clear of;
/// and how much time making them may take, since everybody waits meanwhile.
final class Puzzles {
  var configuration: ServerConfiguration
  let clock: Clock
  /// What may still be spent.
  private var budgets: PuzzleBudgets
  /// What analyses may still take: as much as puzzles, and apart from them, so that nobody has to wait for a puzzle
  /// after an analysis.
  private var analysisBudgets: PuzzleBudgets
  /// Where the line came from that is being carried out; `nil` for what comes due by itself.
  var asker: String?
  /// The puzzles of days that were asked for: everyone is greeted with today's commitments, and at midnight everyone is
  /// told of two days at once.
  private(set) var dailies: [DailyPuzzle.Key: DailyPuzzle] = [:]
  /// Which puzzles rounds keep clear of, by game: finding out one takes as long as shuffling them all.
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

  /// Makes a puzzle and counts what it takes.
  func making<Made, Failure: Error>(_ make: () throws(Failure) -> Made) throws(Failure) -> Made {
    guard let stopwatch = configuration.stopwatch else { return try make() }
    let began = stopwatch()
    defer { spend(microseconds: stopwatch() &- began) }
    return try make()
  }

  /// Microseconds that the last puzzle took.
  var lastCost: Int64 { budgets.lastCost }

  /// Counts time that was spent elsewhere.
  func spend(microseconds: Int64) {
    if configuration.stopwatch != nil { budgets.spend(microseconds: microseconds, for: asker, at: clock.now) }
  }

  /// Refuses what somebody asks for that needs a puzzle made, while too much time has gone into puzzles.
  func checkBudget() throws(WireError) {
    if configuration.stopwatch != nil { try budgets.check(for: asker, at: clock.now) }
  }

  /// Too much time has gone into puzzles, and into playing matches again.
  var overBudget: WireError { budgets.refusal(for: asker, at: clock.now) }

  /// Counts time that an analysis has taken.
  func spendOnAnalysis(microseconds: Int64) {
    if configuration.stopwatch != nil { analysisBudgets.spend(microseconds: microseconds, for: asker, at: clock.now) }
  }

  /// Refuses an analysis while too much time has gone into analyses.
  func checkAnalysisBudget() throws(WireError) {
    if configuration.stopwatch != nil { try analysisBudgets.check(for: asker, at: clock.now) }
  }

  /// Milliseconds until a puzzle may be made that nobody in particular has asked for; `nil` for at once.
  var wait: Int? { budgets.wait(at: clock.now) }

  // MARK: - Dailies

  /// The games that have a puzzle of the day.
  var dailyGames: [GameModule] { configuration.games.filter { $0.info.modes.contains(.daily) } }

  /// The settings of a game's dailies, the operator's over the game's own.
  func dailySettings(of game: GameModule) -> JSON {
    let chosen = configuration.dailySettings[game.info.id] ?? [:]
    return (try? game.settings(from: chosen)) ?? (try? game.settings(from: [:])) ?? [:]
  }

  /// By game: what today's puzzle is committed to.
  func commitments() -> JSONObject {
    var commitments: JSONObject = [:]
    for game in dailyGames {
      if let daily = daily(of: game, on: clock.today) { commitments[daily.game] = .string(daily.commitment) }
    }
    return commitments
  }

  /// A game's puzzle of a day, made once: what it takes is counted, and the callers refuse what is too much.
  func daily(of game: GameModule, on day: Day) -> DailyPuzzle? {
    let key = DailyPuzzle.Key(game: game.info.id, day: day)
    if let known = dailies[key] { return known }
    // Everybody is greeted with today's, so that looking back does not push them out.
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

  /// The puzzles that rounds with these settings keep clear of today: none where the dailies are of another set, as
  /// with another language or a file of challenges.
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
    // What a game in another process has not answered yet is missing.
    if game.remote?.hasQuestions == true { return made }
    reserved[game.info.id] = made
    return made
  }
}
