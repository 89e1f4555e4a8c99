import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// A series of puzzles that a bot plays as fast as it can: headless, unranked, without spectators.
///
/// It is a solo room: only its report is stored, so nothing in it waits for the disk. On the wire it is like a room, so
/// a bot that plays in rooms can play a trial.
final class Trial {
  /// The request.
  struct Plan {
    let game: GameModule
    let settings: JSON
    let seed: Int
    let puzzles: Int
    /// The name under which the report is stored.
    let name: String?
    let boards: Request.Trial.Boards
  }

  /// No room has this number.
  let number: Int64
  let plan: Plan
  let beganAt: Instant
  /// The current puzzle, from 1 on.
  private(set) var puzzle = 1
  private(set) var seq = 1
  /// The puzzle's board with its moves, which are not stored.
  private(set) var played: PlayedMatch
  /// The previous board, whose end the bot may not have received.
  private var former: PlayedMatch?
  private(set) var tally = TrialTally()
  /// The document for the report, if the trial has a name.
  var reports: Document<TrialDocument>?
  /// The report, once it is over.
  var report: TrialReport?
  /// When the bot was last sent something, in microseconds of the hub's stopwatch.
  var toldAt: Int64
  private var series: PuzzleSeries
  /// When the puzzle was dealt, which identifies the turn.
  private(set) var dealtOnStopwatch: Int64 = 0
  /// Whether making this puzzle was slow: then the next one is too.
  var isExpensive = false
  /// The time from which on a puzzle is slow.
  static let expensiveMicroseconds: Int64 = 1000

  /// A trial with its first puzzle.
  ///
  /// - Throws: the source's rejection if there is no puzzle.
  init(_ plan: Plan, number: Int64, at now: Instant, stopwatch: Int64) throws(Rejection) {
    self.plan = plan
    self.number = number
    beganAt = now
    toldAt = stopwatch
    series = PuzzleSeries(of: plan.game, settings: plan.settings, seed: plan.seed)
    played = PlayedMatch(solo: try series.next(), number: number, puzzle: 1, startedAt: now)
  }

  /// Whether the trial is in progress.
  var isOpen: Bool { report == nil }

  /// The place of the next event.
  func nextPlace() -> EventPlace {
    seq += 1
    return place
  }

  /// The place of the last event.
  var place: EventPlace { EventPlace(room: KnownNames.trial, seq: seq) }

  func board(for player: PlayerID) -> Board {
    var board = played.match.board(for: .seat(player))
    board.title = "\(plan.game.info.title) \(puzzle) of \(plan.puzzles)"
    return board
  }

  /// Plays a move, and counts it, or its refusal, and its time.
  func counting(
    at stopwatch: Int64, _ play: (PlayedMatch) throws(WireError) -> Turn
  ) throws(WireError) -> Turn {
    tally.times.add(stopwatch &- toldAt)
    do throws(WireError) {
      let turn = try play(played)
      tally.moves += 1
      return turn
    } catch {
      tally.rejections += 1
      throw error
    }
  }

  func answer(to moveID: String, by player: PlayerID) -> ShownMove? {
    played.answer(to: moveID, by: player) ?? former?.answer(to: moveID, by: player)
  }

  /// The trial's state.
  func description(for player: PlayerID) -> TrialAnswer {
    TrialAnswer(
      place: place, game: plan.game.info.id, settings: plan.settings, seed: plan.seed, puzzles: plan.puzzles,
      name: plan.name, number: puzzle, solved: tally.solved, board: plan.boards == .never ? nil : board(for: player))
  }

  /// Records the end of a puzzle; `nil` if it was given up.
  func finish(_ outcome: Outcome?) { tally.add(outcome) }

  /// Deals the next puzzle; the trial is over if there is none.
  ///
  /// - Returns: whether there is another puzzle.
  func deal(at now: Instant, stopwatch: Int64) -> Bool {
    guard puzzle < plan.puzzles, let next = try? series.next() else { return false }
    puzzle += 1
    former = played
    played = PlayedMatch(solo: next, number: number, puzzle: puzzle, startedAt: now)
    dealtOnStopwatch = stopwatch
    return true
  }

  /// The report.
  func makeReport(by player: String, isKept: Bool, day: String, at now: Instant) -> TrialReport {
    let info = plan.game.info
    let summary = TrialSummary(
      name: isKept ? plan.name : nil, game: info.id, settings: plan.settings, seed: plan.seed,
      puzzles: tally.points.count, series: series.name, solved: tally.solved, givenUp: tally.givenUp,
      average: tally.average(lossTries: info.lossTries), lossTries: info.lossTries,
      distribution: [NamedCount](byNumber: tally.distribution), moves: tally.moves, rejections: tally.rejections,
      medianMicroseconds: tally.times.percentile(500),
      p99Microseconds: tally.times.percentile(990), longestMicroseconds: tally.times.longest,
      elapsedMilliseconds: Int(now.milliseconds(since: beganAt)), day: day)
    return TrialReport(player: player, isKept: isKept, summary: summary, tries: tally.tries, points: tally.points)
  }
}

/// The counts of a trial.
struct TrialTally {
  private(set) var tries: [Int?] = []
  private(set) var points: [Int] = []
  private(set) var solved = 0
  private(set) var givenUp = 0
  private(set) var distribution: [Int: Int] = [:]
  var moves = 0
  var rejections = 0
  var times = MoveTimes()

  /// Counts the end of a puzzle; `nil` if it was given up.
  mutating func add(_ outcome: Outcome?) {
    let won = outcome?.won == true
    let count = won ? outcome?.tries : nil
    tries.append(count)
    points.append(outcome?.score ?? 0)
    if won { solved += 1 }
    if outcome == nil { givenUp += 1 }
    if let count { distribution[count, default: 0] += 1 }
  }

  /// The average number of tries to four digits; unsolved puzzles count as `lossTries`, or not at all.
  func average(lossTries: Int?) -> Double? {
    let counted = tries.compactMap { $0 }
    guard !counted.isEmpty else { return lossTries.flatMap { tries.isEmpty ? nil : Double($0) } }
    let losses = lossTries == nil ? 0 : points.count - solved
    let sum = counted.reduce(0) { $0 &+ $1 } &+ losses &* (lossTries ?? 0)
    return (Double(sum) / Double(counted.count + losses) * 10_000).rounded() / 10_000
  }
}
