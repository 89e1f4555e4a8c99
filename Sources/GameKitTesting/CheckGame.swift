public import GameKit
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs all conformance checks of GameKit on a game: see ``Check`` and ``Fault``.
///
/// Call it in a test:
///
///     @Test func sound() throws {
///       try checkGame(MyGame.self, MySource()).expectSound()
///     }
///
/// The checks run in a second process: the test program, run again up to this call. A trap is thus reported as a
/// finding, and differences between processes (the order of a `Set`) show in a comparison of the two. The test function
/// must call `checkGame` with the same arguments in every run. If no process can be started, all checks run in this
/// one, and ``GameReport/unchecked`` says so.
///
/// - Parameters:
///   - game: the game's type, which is the source's too.
///   - source: the source of its puzzles.
///   - settings: the settings to play with.
///   - twins: pairs of puzzles with different solutions that look the same to everybody at the start. Needed unless the
///     source has such puzzles.
///   - playersSeeAll: whether players see the whole puzzle from the start, so that nothing can leak.
///   - golden: a recorded playthrough that must replay to the same bytes, as a path relative to the test's folder.
///     `PARLOR_RECORD_GOLDEN=1 swift test` records it if it is missing.
///   - budgets: the game's limits.
///   - identity: distinguishes games that are checked at the same source location; the source's type if `nil`.
///   - file: the call's source location, by which the second process finds the call.
///   - path: the same, in full.
///   - line: the same.
///   - function: the calling test.
public func checkGame<S: PuzzleSource>(
  _ game: S.G.Type, _ source: S, settings: [S.G.Settings] = [S.G.Settings()], twins: [(S.G.Puzzle, S.G.Puzzle)] = [],
  playersSeeAll: Bool = false, golden: String? = nil, budgets: Budgets = Budgets(), identity: String? = nil,
  file: String = #fileID, path: String = #filePath, line: Int = #line, function: String = #function
) -> GameReport {
  let run = CheckRun(
    source: source, settings: settings, twins: twins, playersSeeAll: playersSeeAll, budgets: budgets)
  let call = "\(file):\(line) \(identity ?? "\(S.self)") \(run.fingerprint)"
  switch SecondProcess.role(for: call) {
  case .bystander:
    return GameReport(game: S.G.info.id)
  case .second(let report):
    SecondProcess.endAfter(processorSeconds: budgets.hangSeconds)
    let calls = Calls(budgets: budgets, path: SecondProcess.callFile(of: report))
    calls.endCall(afterProcessorSeconds: budgets.callSeconds)
    let diary = Diary(file: DiaryFile(path: report), calls: calls)
    run.checkAll(diary)
    diary.finish()
    _exit(0)
  case .first:
    break
  }
  var report = run.report(SecondProcess.run(call: call, file: file, function: function))
  if golden == nil {
    let option = budgets.isElsewhere ? "--golden FILE" : "the parameter golden"
    report.unchecked.append(
      "no golden playthrough, which shows when a change makes stored matches replay otherwise: \(option) names one, "
        + "\(goldenVariable)=1 records it")
  }
  if let golden, !report.hasFound(.traps, .hangs, .differsOnRepeat, .differsBetweenProcesses, .sharedState) {
    let diary = Diary(calls: Calls(budgets: budgets))
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    GoldenFile(source: source, budgets: budgets, path: folder + golden, name: golden)
      .check(settings: settings, diary: diary)
    report.findings += diary.findings
  }
  return report
}

/// Ends the checks when a game that runs in another process fails, as a trap or an endless loop ends them in this one.
/// Does nothing outside the second process of ``checkGame``.
///
/// - Parameter why: the observation, as a sentence without a period.
public func endChecks(_ fault: Fault, why: String) {
  guard let report = SecondProcess.reportFile, let file = DiaryFile(path: report) else { return }
  file.write(.stopped(fault, why: why))
  _exit(1)
}

extension GameReport {
  func hasFound(_ faults: Fault...) -> Bool { findings.contains { faults.contains($0.fault) } }
}

/// The checks of one call.
struct CheckRun<S: PuzzleSource> {
  typealias G = S.G

  let source: S
  let settings: [G.Settings]
  let twins: [(G.Puzzle, G.Puzzle)]
  let playersSeeAll: Bool
  let budgets: Budgets

  /// The seeds for the settings at an index: fewer for all but the first, which vary the same rules.
  func seeds(_ index: Int) -> [UInt64] {
    let count = max(1, budgets.puzzles)
    return Array(1...UInt64(index == 0 ? count : (count + 1) / 2))
  }

  /// Distinguishes calls on the same line.
  var fingerprint: String {
    (settings.map { Subject<S>.text($0) } + twins.flatMap { [Subject<S>.text($0.0), Subject<S>.text($0.1)] })
      .compactMap { $0 }.joined(separator: " ")
  }

  private func subjects(_ diary: Diary) -> [Subject<S>] {
    settings.map { Subject(source: source, settings: $0, budgets: budgets, diary: diary) }
  }

  /// Runs all checks that need only one process.
  func checkAll(_ diary: Diary) {
    FormChecks.check(G.info, diary)
    var hasLost = false
    let start = processorMicroseconds()
    defer {
      diary.figures.slowestMoveMicroseconds = diary.calls.slowest(.play)
      diary.figures.processorMilliseconds = (processorMicroseconds() - start) / 1000
      if let slow = budgets.verdictElsewhere?() { diary.found(.tooSlow, slow) }
    }
    for (index, subject) in subjects(diary).enumerated() {
      let seeds = seeds(index)
      let parts = [
        { SourceChecks(subject: subject, diary: diary).check(seeds: seeds) },
        { play(subject, seeds, diary, isThorough: true) },
        { MoveForms(subject: subject, diary: diary).check(seeds: seeds) },
        { TableChecks(subject: subject, diary: diary).check(seeds: seeds) },
        { RepeatedMoves(subject: subject, diary: diary).check(seeds: seeds) },
        {
          guard !diary.hasFound(.moveInPublic) else { return }
          Secrecy(subject: subject, diary: diary, pairs: seeds.count).check(twins: twins, playersSeeAll: playersSeeAll)
        },
        { if Endings(subject: subject, diary: diary).check() { hasLost = true } },
      ]
      // If the game is nondeterministic, all comparisons fail and mean nothing.
      for part in parts where !diary.isEnough && !diary.hasFound(.differsOnRepeat, .sharedState, .refusalChangesState) {
        part()
      }
    }
    guard !diary.isEnough, !diary.hasFound(.differsOnRepeat, .sharedState, .refusalChangesState) else { return }
    SettingsChecks(source: source, budgets: budgets, diary: diary).check(settings)
    noteMissed(diary, hasLost: hasLost)
  }

  private func noteMissed(_ diary: Diary, hasLost: Bool) {
    if !hasLost { diary.missed("no match was lost, so that nothing is known of what a loss shows") }
    if G.Puzzle.self != NoPuzzle.self, G.Puzzle.self != Chance.self, twins.isEmpty, !playersSeeAll {
      diary.missed("no twins were given: only puzzles of the source that happen to look alike were compared")
    }
    if Subject<S>.text(G.Settings()) != "{}", settings == [G.Settings()] {
      diary.missed("no other settings than the default were given")
    }
  }

  private func play(_ subject: Subject<S>, _ seeds: [UInt64], _ diary: Diary, isThorough: Bool) {
    for seed in seeds {
      guard let puzzle = try? subject.puzzle(seed) else { continue }
      diary.trace("the puzzle", Subject<S>.text(puzzle) ?? "", at: subject.place(seed: seed))
      var match = Playthrough(subject, seed: seed, puzzle: puzzle, diary: diary, isThorough: isThorough)
      match.run()
      guard isThorough else { continue }
      SolutionChecks(subject: subject, diary: diary).check(puzzle, seed: seed)
      if seed < 3 { match.offerDamagedPuzzles() }
    }
  }

  /// The findings of the second process, and those of comparing it with this one.
  func report(_ second: SecondProcess.Run?) -> GameReport {
    var report = GameReport(game: G.info.id)
    guard let second else {
      let diary = Diary(calls: Calls(budgets: budgets))
      checkAll(diary)
      report.findings = diary.findings
      report.figures = diary.figures
      report.unchecked = diary.unchecked
      report.unchecked.append(
        "no second process could be started, so nothing was compared between two, and no trap caught")
      return report
    }
    report.findings = second.contents.findings
    report.unchecked = second.contents.unchecked
    report.figures = second.contents.figures ?? report.figures
    guard second.contents.figures != nil else {
      report.findings.append(ending(second))
      return report
    }
    guard !report.hasFound(.differsOnRepeat, .sharedState) else { return report }
    compare(second.contents.traces, &report)
    return report
  }

  private func ending(_ second: SecondProcess.Run) -> Finding {
    let (act, method) = (second.contents.lastAct, second.method?.name(isElsewhere: budgets.isElsewhere) ?? "the game")
    if let (fault, why) = second.contents.stopped {
      if fault == .tooSlow { return Finding(fault: fault, sentence: why, place: Finding.Place()) }
      return Finding(fault: fault, sentence: "\(method), asked to \(act): \(why)", place: Finding.Place())
    }
    if let signal = second.signal, SecondProcess.isTimeout(signal) {
      let seconds = second.method == nil ? budgets.hangSeconds : budgets.callSeconds
      return Finding(
        fault: .hangs,
        sentence: "\(method) does not come back within \(seconds) s of processor time when asked to \(act)",
        place: Finding.Place())
    }
    let why = second.fatalError ?? second.signal.map { "signal \($0)" } ?? "the process ended itself"
    return Finding(fault: .traps, sentence: "\(method) traps when asked to \(act): \(why)", place: Finding.Place())
  }

  /// Plays in this process and compares every answer with the second process's traces.
  private func compare(_ traces: [Diary.Trace], _ report: inout GameReport) {
    let diary = Diary(calls: Calls(budgets: budgets))
    for (index, subject) in subjects(diary).enumerated() {
      play(subject, seeds(index), diary, isThorough: false)
      TableChecks(subject: subject, diary: diary).walk(seeds: seeds(index))
    }
    // A thorough run may have stopped earlier: only traces of both are compared.
    let theirs = Dictionary(traces.map { ([$0.place, $0.subject], $0.answer) }) { first, _ in first }
    let difference = diary.traces.lazy.compactMap { here -> (Diary.Trace, String)? in
      guard let there = theirs[[here.place, here.subject]], there != here.answer else { return nil }
      return (here, there)
    }.first
    guard let (here, there) = difference else { return }
    let finding = Finding(
      fault: .differsBetweenProcesses,
      sentence: "\(here.subject) differs between two processes, as it does when the order of a "
        + (budgets.isElsewhere ? "set, or a hash, " : "Set or Dictionary, or a hashValue, ")
        + "comes into it: \(GameKitTesting.difference(here.answer, there))",
      place: Finding.Place(moves: [here.place]))
    // Checks that compare two answers report the same cause as one of these.
    let consequences: [Fault] = [
      .stateLost, .moveLost, .puzzleLost, .secretOnBoard, .secretOnPlayersBoard, .secretInOutcome, .secretInRefusal,
      .secretInCandidates, .secretInRemark, .outcomeChanges,
    ]
    report.findings = [finding] + report.findings.filter { !consequences.contains($0.fault) }
  }
}

extension Playthrough {
  /// Tries damaged puzzles and settings, as a file or a client can contain them.
  mutating func offerDamagedPuzzles() {
    var generator = SeededGenerator(seed: seed)
    let samples = subject.solution(of: puzzle).compactMap { Subject<S>.text($0) } + log.prefix(2).map(\.move)
    let garbage = Garbage(
      subject: subject, game: game, puzzle: puzzle, elapsed: elapsed, diary: diary, place: place, samples: samples,
      secrets: SecretWords(subject, puzzle, hiddenFrom: .seat(subject.players[0])))
    garbage.offerPuzzles(using: &generator)
    garbage.offerSettings(using: &generator)
  }
}
