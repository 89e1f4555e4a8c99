import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// The goal of one player.
struct GoalDesk {
  let document: Document<GoalDocument>
  let day: PlayerDay

  init(_ goals: DocumentTable<GoalDocument>, _ day: PlayerDay) {
    (document, self.day) = (goals[day.player.id.number], day)
  }

  private var state: GoalState { document.state }

  /// Records what has been finished on days that are not over, and tells the player of each goal that is reached by it.
  /// The next call makes up for an interrupted one.
  func settle() {
    guard !day.player.isGuest, day.canStore, !document.isDamaged, !day.dailies.isEmpty else { return }
    for date in Set([day.openSince, day.today]).sorted() {
      for game in day.dailies where day.hasFinished(game.id, on: date) && !state.hasPlayed(game.id, on: date.number) {
        day.emit(.played(game: game.id, day: date.number), on: document)
      }
      guard !state.reached.contains(date.number), message(on: date).parts.allSatisfy(\.isDone) else { continue }
      day.emit(.reached(day: date.number), on: document)
      day.send(message(on: date))
    }
  }

  /// Records a feature's due work of today. Work that becomes due after all was done counts on another day.
  func note(_ due: WorkDue) {
    guard !day.player.isGuest, day.canStore, !document.isDamaged else { return }
    let known = state.work.first { $0.id == due.id && $0.day == day.today.number }
    guard known.map({ !$0.isDone && due.count == 0 }) ?? (due.count > 0) else { return }
    let work = GoalState.Work(id: due.id, title: due.title, day: day.today.number, isDone: due.count == 0)
    day.emit(.worked(work: work), on: document)
    settle()
  }

  /// The goal of a day for its player.
  func message(on date: Day) -> GoalAnswer {
    let streak = GoalStreak(state.reached, openSince: day.openSince.number)
    return GoalAnswer(
      day: date.text, parts: GoalPlan(state, on: date.number, of: day.dailies).parts(state, on: date.number),
      isReached: state.reached.contains(date.number), streak: streak.count, bestStreak: streak.best,
      freezes: streak.freezes, isSummarized: state.sharedBefore != nil)
  }

  // MARK: - Requests

  /// Applies the choices of a request.
  func change(_ request: Request.Goal, _ context: SessionContext) throws(WireError) {
    guard !day.dailies.isEmpty else {
      throw WireError(.notFound, .mode, "This server has no puzzles of the day")
    }
    let games = try request.games.map { id throws(WireError) in try daily(id, context) }
    let size = min(GoalPlan.size, day.dailies.count)
    guard games.isEmpty || Set(games).count == size else {
      throw WireError(.badField, "A goal has the puzzles of \(size) different games")
    }
    guard !games.isEmpty || request.isSummarized != nil else { return }
    try document.checkSound()
    if !games.isEmpty, games != state.chosen { day.emit(.chose(games: games), on: document) }
    if let isSummarized = request.isSummarized, isSummarized != (state.sharedBefore != nil) {
      let monday = isSummarized ? Week.monday(of: day.today.number) : nil
      day.emit(.sharing(from: monday), on: document)
    }
  }

  private func daily(_ id: String, _ context: SessionContext) throws(WireError) -> String {
    let game = try context.game(id)
    guard day.dailies.contains(where: { $0.id == game.info.id }) else {
      throw WireError(.notFound, .mode, "\(game.info.title) has no puzzle of the day")
    }
    return game.info.id
  }

  func month(_ text: String?) throws(WireError) -> GoalCalendarAnswer {
    let month = text ?? String(day.today.text.prefix(7))
    guard let days = Month(month) else { throw WireError(.badField, "A month is written like 2026-11") }
    let streak = GoalStreak(state.reached, openSince: day.openSince.number)
    return GoalCalendarAnswer(
      month: month, today: day.today.text, since: min(day.namedOn, day.today).text,
      reached: days.numbers.filter(state.reached.contains).map { Day(number: $0).text },
      frozen: streak.frozen.filter(days.numbers.contains).map { Day(number: $0).text })
  }

  // MARK: - The week

  /// Shares the last week, once, if the player wants that: a tile without a letter per day since the name was taken.
  func shareWeek() {
    let monday = Week.monday(of: day.today.number)
    guard let from = state.sharedBefore, from < monday, day.canStore, !document.isDamaged else { return }
    day.emit(.sharing(from: monday), on: document)
    let frozen = GoalStreak(state.reached, openSince: day.openSince.number).frozen
    let first = min(max(monday - 7, day.namedOn.number), monday)
    let tiles = (first..<monday).map { date -> Tile in
      state.reached.contains(date) ? .right : frozen.contains(date) ? .elsewhere : .absent
    }
    let count = tiles.count { $0 == .right }
    // An inactive player shares nothing.
    guard count > 0 else { return }
    day.share(
      RecordedResult(
        of: Self.game, on: Day(number: monday - 1), won: count >= GoalStreak.daysForFreeze, score: count,
        grid: ShareGrid(headline: "\(count)/\(tiles.count)", rows: [String(tiles.map(\.rawValue))])))
  }

  /// The game under which weeks are recorded.
  static var game: RecordedGame { RecordedGame(id: "goal", title: "Goal", isPlayed: false) }
}
