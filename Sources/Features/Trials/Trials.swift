import GameKit
public import Kernel
import ParlorCore
import WireProtocol

/// Trials: seeded series of puzzles that a bot plays alone, as fast as it can, and their reports.
public struct Trials: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(TrialDocument.self)] }

  public func register(in kernel: Kernel) {
    let reports = DocumentTable<TrialDocument>()
    kernel.add(reports)
    kernel.handleInSession { (request: Request.Trial, context) throws(WireError) in
      try open(request, reports, context)
    }
    kernel.handleInSession { (request: Request.GiveUp, context) throws(WireError) in
      guard let trial = context.soloRoom(request.room) as? Trial else {
        throw WireError(.notPlaying, "Only a trial's puzzle can be given up, and you have no trial under way")
      }
      try trial.giveUp(request, context)
    }
    kernel.handleInSession { (request: Request.Trials, context) throws(WireError) in
      try sendTrials(request, reports, context)
    }
    kernel.handleInSession { (request: Request.TrialReport, context) throws(WireError) in
      try sendReport(request, reports, context)
    }
  }

  // MARK: - Opening

  private func open(
    _ request: Request.Trial, _ table: DocumentTable<TrialDocument>, _ context: SessionContext
  ) throws(WireError) {
    let player = context.player
    if (player.soloRoom as? Trial)?.isOpen == true {
      throw WireError(.alreadyPlaying, "You have a trial under way: play it to its end, or leave \"trial\"")
    }
    try context.checkMaintenance()
    let plan = try plan(request, context)
    // Other players may list the trials.
    if plan.name != nil { try context.checkNaming() }
    // In memory until the trial ends, so that the report is stored with the last move.
    let reports = plan.name == nil ? nil : try context.read(player.id.number, in: table)
    try context.checkPuzzleBudget()
    let trial: Trial
    let microseconds: Int64
    do {
      (trial, microseconds) = try context.makingPuzzle { () throws(Rejection) in
        try Trial(plan, number: context.newNumber(), at: context.now, stopwatch: context.stopwatch)
      }
    } catch {
      throw WireError(error)
    }
    trial.reports = reports
    trial.isExpensive = microseconds >= Trial.expensiveMicroseconds
    context.open(trial)
    context.answer(trial.description(for: player.id), after: 0)
  }

  private func plan(_ request: Request.Trial, _ context: SessionContext) throws(WireError) -> Trial.Plan {
    let game = try context.game(request.game)
    guard game.info.seats == nil else {
      throw WireError(.notFound, .mode, "\(game.info.title) is played against others: open a room for it")
    }
    guard game.remote == nil else {
      throw WireError(.notFound, .mode, "\(game.info.title) runs in a process of its own, where trials are not played")
    }
    let settings: JSON
    do { settings = try game.settings(from: request.settings ?? [:]) } catch {
      throw WireError(error)
    }
    var puzzles = request.puzzles ?? Request.Trial.defaultPuzzles
    if request.all {
      guard let count = game.puzzleCount(settings: settings) else {
        throw WireError(.badField, "\(game.info.title) has no list of all puzzles: say how many with \"puzzles\"")
      }
      puzzles = count
    }
    guard (1...context.limits.trialPuzzles).contains(puzzles) else {
      throw WireError(
        .badField, "\"puzzles\" of \"trial\" must be an integer from 1 to \(context.limits.trialPuzzles)")
    }
    return Trial.Plan(
      game: game, settings: settings, seed: request.seed ?? Int(context.randomNumber() >> 32), puzzles: puzzles,
      name: try request.name.map { name throws(WireError) in try Self.name(name, context) }, boards: request.boards)
  }

  /// A report's name, of at most 64 characters.
  private static func name(_ text: String, _ context: SessionContext) throws(WireError) -> String {
    try context.line(text, as: "A trial's name", maximum: 64)
  }

  // MARK: - Reports: anybody may read them, since they tell of bots and not of puzzles of the day

  private func sendTrials(
    _ request: Request.Trials, _ table: DocumentTable<TrialDocument>, _ context: SessionContext
  ) throws(WireError) {
    let player = try context.player(named: request.player)
    let game = try request.game.map { id throws(WireError) in try context.game(id).info.id }
    let document = try context.read(player.id.number, in: table)
    let reports = document.state.reports.reversed().lazy.filter { game == nil || $0.game == game }
    let summaries = reports.prefix(max(0, request.limit)).compactMap { TrialSummary(stored: $0.summary) }
    context.answer(TrialsAnswer(player: player.name, trials: Array(summaries)), after: document.ticket)
  }

  private func sendReport(
    _ request: Request.TrialReport, _ table: DocumentTable<TrialDocument>, _ context: SessionContext
  ) throws(WireError) {
    let player = try context.player(named: request.player)
    let name = try Self.name(request.name, context)
    let document = try context.read(player.id.number, in: table)
    let kept = document.state.reports.last { $0.name == name }
    guard let report = kept.flatMap({ TrialReport($0, player: player.name) }) else {
      throw WireError(.notFound, .trial, "\(player.name) has no trial \(name)")
    }
    context.answer(report, after: document.ticket)
  }
}

extension Trials: SoloRoomFeature {
  package static var roomNames: [String] { [KnownNames.trial] }

  package static var roomIsMissing: String {
    "You have no trial under way: it is over, or has ended with the server; open one with \"trial\""
  }
}
