import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

extension Trial: SoloRoom {
  var name: String { KnownNames.trial }
  var storesMoves: Bool { false }

  func play(_ request: Request.Move, _ context: SessionContext) throws(WireError) {
    let player = context.player
    if let moveID = request.moveID, let earlier = answer(to: moveID, by: player.id) {
      return context.answer(earlier, after: 0)
    }
    try requireOpen()
    try require(request.puzzle)
    try requireSeen(context)
    try context.requireRoom(on: played, "puzzle", next: "give it up with \"give_up\"")
    defer { toldAt = context.stopwatch }
    let turn = try counting(at: context.stopwatch) { played throws(WireError) in
      let move = try context.attempt(request.content, on: played)
      played.play(move, by: player.id)
      return move.turn
    }
    var moved = Moved(
      place: nextPlace(), player: player.name, turn: turn.full,
      board: plan.boards == .always ? board(for: player.id) : nil)
    let outcome = played.match.outcome(for: player.id)
    moved.endsPuzzle = outcome != nil
    let answer = ShownMove(message: moved, isOwn: true, redrawsBoard: true, remark: turn.remark)
    if let moveID = request.moveID { played.remember(answer, for: moveID, by: player.id) }
    context.answer(answer, after: 0)
    if let outcome {
      finish(outcome)
      context.send(finished(outcome.fields(informed: true), grid: outcome.grid, context), after: 0)
      goOn(context)
    }
  }

  func showBoard(_ context: SessionContext) throws(WireError) {
    try requireOpen()
    context.answer(BoardAnswer(room: name, board: board(for: context.player.id)), after: 0)
  }

  /// Ends the trial without a report.
  func leave(_ context: SessionContext) {
    context.answer(Presence(place: nextPlace(), change: .left, player: context.player.name), after: 0)
  }

  /// Sends the trial's state, or its report, which may have been lost with the connection.
  func resume(_ context: SessionContext) {
    toldAt = context.stopwatch
    guard let report else { return context.send(description(for: context.player.id), after: 0) }
    context.send(report)
  }

  /// Gives up the current puzzle.
  func giveUp(_ request: Request.GiveUp, _ context: SessionContext) throws(WireError) {
    try requireOpen()
    try require(request.puzzle)
    try requireSeen(context)
    defer { toldAt = context.stopwatch }
    let outcome: JSONObject = ["won": false, "gave_up": true, "solution": .array(played.match.solution())]
    finish(nil)
    context.answer(finished(outcome, grid: ShareGrid(headline: "X", rows: []), context), after: 0)
    goOn(context)
  }

  // MARK: - Checks

  private func requireOpen() throws(WireError) {
    if !isOpen { throw WireError(.notPlaying, "The trial is over; open another with \"trial\"") }
  }

  /// Making a puzzle may block the loop for milliseconds, so a session gets one per turn, and all together have a time
  /// budget. A bot that reads before it plays a word game never notices.
  private func requireSeen(_ context: SessionContext) throws(WireError) {
    if isExpensive { try context.checkPuzzleBudget() }
    guard context.hasStopwatch, puzzle > 1, dealtOnStopwatch == context.stopwatch else { return }
    context.pause(milliseconds: 1)
    throw WireError(
      .tooFast, "Too fast: puzzle \(puzzle) has only just been dealt, read it first", retryAfterMilliseconds: 1)
  }

  private func require(_ wanted: Int?) throws(WireError) {
    guard let wanted, wanted != puzzle else { return }
    throw WireError(.otherPuzzle, "This is puzzle \(puzzle) of the trial, not \(wanted)")
  }

  // MARK: - The end of a puzzle

  private func finished(_ outcome: JSONObject, grid: ShareGrid, _ context: SessionContext) -> ShownFinish {
    let info = plan.game.info
    let finished = Finished(
      place: nextPlace(), player: context.player.name, outcome: outcome,
      share: grid.text(title: info.title, label: "trial"), praise: nil)
    return ShownFinish(message: finished, isOwn: true, noun: info.puzzleNoun)
  }

  /// Deals the next puzzle, or ends the trial.
  private func goOn(_ context: SessionContext) {
    let (isDealt, microseconds) = context.makingPuzzle { deal(at: context.now, stopwatch: context.stopwatch) }
    guard isDealt else { return end(context) }
    isExpensive = microseconds >= Self.expensiveMicroseconds
    let round = Round(
      place: nextPlace(), number: puzzle, board: plan.boards == .never ? nil : board(for: context.player.id),
      endsInSeconds: nil)
    context.send(ShownRound(message: round, looksOn: false), after: 0)
  }

  /// Ends the trial: sends the report, and stores it if it has a name and its player can return.
  private func end(_ context: SessionContext) {
    let player = context.player
    let name = player.canReturn && player.isStored ? plan.name : nil
    let report = makeReport(by: player.name, isKept: name != nil, day: context.today.text, at: context.now)
    self.report = report
    context.log(
      "trial_over",
      [
        "game": .string(report.summary.game), "puzzles": .int(report.summary.puzzles),
        "solved": .int(report.summary.solved), "ms": .int(report.summary.elapsedMilliseconds),
        "by": .string(player.name),
      ])
    guard let name, let reports else { return context.send(report, after: 0) }
    guard context.canStore, (try? reports.checkSound()) != nil else { return sendUnkept(report, context) }
    context.emit(.reported(KeptTrial(report, name: name), keeping: context.limits.trialsPerPlayer), on: reports)
    context.send(report)
  }

  private func sendUnkept(_ report: TrialReport, _ context: SessionContext) {
    var report = report
    report.isKept = false
    report.summary.name = nil
    self.report = report
    context.send(report, after: 0)
  }
}
