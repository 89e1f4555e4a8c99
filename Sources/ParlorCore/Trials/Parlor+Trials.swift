import GameKit
import Kernel
import Names
import WireProtocol
import TextMode

/// Requests of a bot in a trial.
extension Parlor {
  static var trialHandlers: [RequestHandler] {
    [
      RequestHandler(openTrial), RequestHandler(giveUp), RequestHandler(sendTrials), RequestHandler(sendTrialReport),
    ]
  }

  /// The running or last trial that a request means: it says so, or the session is nowhere else.
  func trial(_ room: String?, of session: Session) -> Trial? {
    guard let trial = session.player.trial else { return nil }
    if let room { return room == KnownNames.trial ? trial : nil }
    return trial.isRunning && session.rooms.isEmpty ? trial : nil
  }

  /// Whether a request is a trial's move, which is bounded by how fast the server reads and by nothing else.
  func isTrialMove(_ call: Result<RequestCall, WireError>, of session: Session) -> Bool {
    guard session.player.trial?.isRunning == true, let move = (try? call.get())?.request as? Request.Move else {
      return false
    }
    return trial(move.room, of: session) != nil
  }

  func openTrial(_ request: Request.Trial, from session: Session, re: RequestID?) throws(WireError) {
    let player = session.player
    if player.trial?.isRunning == true {
      throw WireError(.alreadyPlaying, "You have a trial under way: play it to its end, or leave \"trial\"")
    }
    try checkMaintenance()
    let plan = try plan(request)
    // Others may read the list of somebody's trials.
    if plan.name != nil { try checkNaming(of: session) }
    // In memory until the trial ends, so that its report is part of the last move.
    let reports = plan.name == nil ? nil : try kernel.read(player.id.number, in: trialReports)
    try hub.puzzles.checkBudget()
    let trial: Trial
    do {
      trial = try hub.puzzles.making { () throws(Rejection) in
        try Trial(plan, number: hub.numbers.next(), at: hub.now, stopwatch: hub.clock.stopwatch)
      }
    } catch {
      throw WireError(error)
    }
    trial.reports = reports
    trial.isExpensive = hub.puzzles.lastCost >= Trial.expensiveMicroseconds
    if let old = player.trial { discard(old, of: player) }
    player.trial = trial
    hub.send(description(of: trial, for: player), to: session, answering: re, after: 0)
  }

  private func plan(_ request: Request.Trial) throws(WireError) -> Trial.Plan {
    let game = try self.game(request.game)
    guard game.info.seats == nil else {
      throw WireError(.notFound, .mode, "\(game.info.title) is played against others: open a room for it")
    }
    guard game.remote == nil else {
      throw WireError(.notFound, .mode, "\(game.info.title) runs in a process of its own, where trials are not played")
    }
    let settings: JSON
    do { settings = try game.settings(from: request.settings ?? [:]) } catch { throw WireError(error) }
    var puzzles = request.puzzles ?? Request.Trial.defaultPuzzles
    if request.all {
      guard let count = game.puzzleCount(settings: settings) else {
        throw WireError(.badField, "\(game.info.title) has no list of all puzzles: say how many with \"puzzles\"")
      }
      puzzles = count
    }
    guard (1...hub.limits.trialPuzzles).contains(puzzles) else {
      throw WireError(
        .badField, "\"puzzles\" of \"trial\" must be an integer from 1 to \(hub.limits.trialPuzzles)")
    }
    let name = try request.name.map { raw throws(WireError) in
      try CleanText.line(raw, as: "A trial's name", maximum: Trial.nameCharacters)
    }
    return Trial.Plan(
      game: game, settings: settings, seed: request.seed ?? Int(hub.randomNumber() >> 32), puzzles: puzzles,
      name: name, boards: request.boards)
  }

  /// A trial as it stands.
  private func description(of trial: Trial, for player: Player) -> TrialAnswer {
    TrialAnswer(
      place: trial.place, game: trial.plan.game.info.id, settings: trial.plan.settings, seed: trial.plan.seed,
      puzzles: trial.plan.puzzles, name: trial.plan.name, number: trial.puzzle, solved: trial.tally.solved,
      board: trial.plan.boards == .never ? nil : trial.board(for: player.id))
  }

  // MARK: - Playing

  func play(_ request: Request.Move, in trial: Trial, from session: Session, re: RequestID?) throws(WireError) {
    if let moveID = request.moveID, let earlier = trial.answer(to: moveID, by: session.player) {
      return hub.send(earlier, to: session, answering: re, after: 0)
    }
    try requireRunning(trial)
    try require(request.puzzle, in: trial)
    try requireSeen(trial, session)
    try hub.requireRoom(on: trial.played, "puzzle", next: "give it up with \"give_up\"")
    let player = session.player
    defer { trial.toldAt = hub.clock.stopwatch }
    let turn = try trial.counting(at: hub.clock.stopwatch) { played throws(WireError) in
      let move = try hub.attempt(request.content, on: played, by: player)
      played.play(move, by: player.id)
      return move.turn
    }
    var moved = Moved(
      place: trial.nextPlace(), player: player.name, turn: turn.full,
      board: trial.plan.boards == .always ? trial.board(for: player.id) : nil)
    let outcome = trial.played.match.outcome(for: player.id)
    moved.endsPuzzle = outcome != nil
    let answer = ShownMove(message: moved, isOwn: true, redrawsBoard: true, remark: turn.remark)
    if let moveID = request.moveID { trial.played.remember(answer, for: moveID, by: player.id) }
    hub.send(answer, to: session, answering: re, after: 0)
    if let outcome {
      trial.finish(outcome)
      tellEnd(outcome.fields(informed: true), grid: outcome.grid, of: trial, to: session, re: nil)
    }
  }

  func giveUp(_ request: Request.GiveUp, from session: Session, re: RequestID?) throws(WireError) {
    guard let trial = trial(request.room, of: session) else {
      throw WireError(.notPlaying, "Only a trial's puzzle can be given up, and you have no trial under way")
    }
    try requireRunning(trial)
    try require(request.puzzle, in: trial)
    try requireSeen(trial, session)
    defer { trial.toldAt = hub.clock.stopwatch }
    let outcome: JSONObject = ["won": false, "gave_up": true, "solution": .array(trial.played.match.solution())]
    trial.finish(nil)
    tellEnd(outcome, grid: ShareGrid(headline: "X", rows: []), of: trial, to: session, re: re)
  }

  /// A puzzle is over: its answer is told, and the next one dealt.
  private func tellEnd(
    _ outcome: JSONObject, grid: ShareGrid, of trial: Trial, to session: Session, re: RequestID?
  ) {
    let player = session.player
    let info = trial.plan.game.info
    let finished = Finished(
      place: trial.nextPlace(), player: player.name, outcome: outcome,
      share: grid.text(title: info.title, label: "trial"), praise: nil)
    hub.send(
      ShownFinish(message: finished, isOwn: true, noun: info.puzzleNoun), to: session, answering: re, after: 0)
    guard hub.puzzles.making({ trial.deal(at: hub.now, stopwatch: hub.clock.stopwatch) }) else {
      return end(trial, of: session)
    }
    trial.isExpensive = hub.puzzles.lastCost >= Trial.expensiveMicroseconds
    let round = Round(
      place: trial.nextPlace(), number: trial.puzzle,
      board: trial.plan.boards == .never ? nil : trial.board(for: player.id), endsInSeconds: nil)
    hub.send(ShownRound(message: round, looksOn: false), to: session, after: 0)
  }

  /// The trial is over: its report is kept, if it has a name and its player can come back, and told.
  private func end(_ trial: Trial, of session: Session) {
    let player = session.player
    let name = player.canReturn && player.isStored ? trial.plan.name : nil
    let report = trial.makeReport(by: player.name, isKept: name != nil, day: hub.today.text, at: hub.now)
    trial.report = report
    hub.log(
      "trial_over",
      [
        "game": .string(report.summary.game), "puzzles": .int(report.summary.puzzles),
        "solved": .int(report.summary.solved), "ms": .int(report.summary.elapsedMilliseconds),
        "by": .string(player.name),
      ])
    guard let name, let reports = trial.reports else { return hub.send(report, to: session, after: 0) }
    guard !isStalled, (try? reports.checkSound()) != nil else { return sendUnkept(report, trial, to: session) }
    reports.emit(.reported(KeptTrial(report, name: name), keeping: hub.limits.trialsPerPlayer), through: hub)
    hub.send(report, to: session)
  }

  private func sendUnkept(_ report: TrialReport, _ trial: Trial, to session: Session) {
    var report = report
    report.isKept = false
    report.summary.name = nil
    trial.report = report
    hub.send(report, to: session, after: 0)
  }

  private func requireRunning(_ trial: Trial) throws(WireError) {
    if !trial.isRunning { throw WireError(.notPlaying, "The trial is over; open another with \"trial\"") }
  }

  /// Making a puzzle may take milliseconds while everybody waits, so a session gets one a turn, and all together no
  /// more than there is time for. A bot that reads before it plays a game of words never notices.
  private func requireSeen(_ trial: Trial, _ session: Session) throws(WireError) {
    if trial.isExpensive { try hub.puzzles.checkBudget() }
    guard hub.clock.hasStopwatch, trial.puzzle > 1, trial.dealtOnStopwatch == hub.clock.stopwatch else { return }
    hub.effects.pause(session.id, milliseconds: 1)
    throw WireError(
      .tooFast, "Too fast: puzzle \(trial.puzzle) has only just been dealt, read it first", retryAfterMilliseconds: 1)
  }

  private func require(_ puzzle: Int?, in trial: Trial) throws(WireError) {
    guard let puzzle, puzzle != trial.puzzle else { return }
    throw WireError(.otherPuzzle, "This is puzzle \(trial.puzzle) of the trial, not \(puzzle)")
  }

  func showBoard(of trial: Trial, to session: Session, re: RequestID?) throws(WireError) {
    try requireRunning(trial)
    hub.send(
      BoardAnswer(room: KnownNames.trial, board: trial.board(for: session.player.id)), to: session, answering: re,
      after: 0)
  }

  // MARK: - Going and coming back

  /// The player gives the whole trial up: there is no report.
  func leave(_ trial: Trial, from session: Session, re: RequestID?) {
    let left = Presence(place: trial.nextPlace(), change: .left, player: session.player.name)
    discard(trial, of: session.player)
    hub.send(left, to: session, answering: re, after: 0)
  }

  /// The player's connection is gone: the trial waits as long as rooms keep a place, if the player can come back.
  func keepTrial(of player: Player) {
    guard let trial = player.trial else { return }
    guard player.canReturn, hub.limits.seatSeconds > 0 else { return discard(trial, of: player) }
    trial.awaySince = hub.now
    waitingTrials[trial.number] = player
    hub.deadlines.set(trial.number, at: hub.now.adding(milliseconds: Int64(hub.limits.seatSeconds) * 1000))
  }

  /// The player is back: the trial is told as it stands, or its report, which may not have been heard.
  func resumeTrial(_ session: Session) {
    let player = session.player
    guard let trial = player.trial, trial.awaySince != nil else { return }
    trial.awaySince = nil
    trial.toldAt = hub.clock.stopwatch
    waitingTrials[trial.number] = nil
    hub.deadlines.set(trial.number, at: nil)
    if let report = trial.report {
      hub.send(report, to: session)
    } else {
      hub.send(description(of: trial, for: player), to: session, after: 0)
    }
  }

  /// A trial has waited for its player long enough.
  func endTrialAbsence(_ number: Int64) {
    guard let player = waitingTrials[number], let trial = player.trial, trial.number == number else { return }
    discard(trial, of: player)
  }

  func discard(_ trial: Trial, of player: Player) {
    waitingTrials[trial.number] = nil
    hub.deadlines.set(trial.number, at: nil)
    if player.trial === trial { player.trial = nil }
  }
}

extension Trial {
  /// Characters in a report's name.
  static let nameCharacters = 64
}
