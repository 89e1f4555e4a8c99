internal import GameKit
public import GameKitTesting
public import GameProcess
internal import Synchronization
internal import WireProtocol

/// Checks that a program keeps everything that GameKit promises of games, over its pipe: the same checks with the same
/// findings as of a game in Swift. A program that dies, floods or answers nonsense is one that traps; one that does not
/// answer hangs.
///
/// - Parameters:
///   - command: the program.
///   - budget: milliseconds that a server gives for an answer: a program that takes longer again and again is too slow.
///   - seconds: for an answer, after which the program counts as hanging.
///   - mostSeconds: for all checks: a program that has not been through them by then is too slow.
///   - puzzles: how many are played closely, as in ``GameKitTesting/Budgets/puzzles``.
///   - golden: the path of a file with a playthrough, as of
///     ``checkGame(_:_:settings:twins:playersSeeAll:golden:budgets:identity:file:path:line:function:)``.
///   - trusted: whether it may run where the system cannot confine it.
///   - identity: tells the program from others that are checked at the same place; its words if `nil`.
///   - log: receives the program's standard error.
///   - file: where the call stands, as for `checkGame`: the second process finds its way back by it.
///   - line: the same.
///   - function: the same.
/// - Throws: what keeps the program from being asked at all.
public func checkProgram(
  _ command: ProgramCommand, budget: Int = 100, seconds: Int = 5, mostSeconds: Int = 120, puzzles: Int = 6,
  golden: String? = nil, trusted: Bool = false,
  identity: String? = nil,
  log: @escaping @Sendable (String) -> Void = { _ in }, file: String = #fileID, line: Int = #line,
  function: String = #function
) throws(ProgramFault) -> GameReport {
  var limits = ProgramLimits()
  limits.processes = 1
  limits.budget = seconds * 1000
  let program = try GameProgram(command, limits: limits, trusted: trusted, log: log)
  let faults = Faults()
  program.onFault { fault in
    let kind = if case .late = fault { Fault.hangs } else { Fault.traps }
    endChecks(kind, why: "\(fault)")
    faults.add(kind, "\(fault)")
  }
  let pace = Pace(budget: budget)
  let isOver = ContinuousClock.now.advanced(by: .seconds(mostSeconds))
  program.onAnswer { ask, milliseconds in
    if let slow = pace.note(ask, milliseconds: milliseconds) { endChecks(.tooSlow, why: slow) }
    if ContinuousClock.now > isOver { endChecks(.tooSlow, why: pace.unfinished(after: mostSeconds)) }
  }
  var budgets = Budgets()
  budgets.puzzles = puzzles
  (budgets.moveMilliseconds, budgets.dealMilliseconds) = (budget, budget)
  budgets.timeElsewhere = { program.processorTime }
  budgets.verdictElsewhere = { pace.verdict }
  var checker = Checker(
    program: program, budgets: budgets, golden: golden,
    identity: identity ?? command.words.joined(separator: " "), file: file, line: line, function: function)
  var report = program.visit(&checker, isChecked: true)
  for (fault, sentence) in faults.all where !report.findings.contains(where: { $0.fault == fault }) {
    report.add(fault, sentence)
  }
  if report.isSound, (try? program.acceptsLaterHosts()) != true {
    report.add(.badInfo, "hello is answered otherwise where versions 99 and 1 are offered: the answer is version 1")
  }
  program.stop()
  return report
}

/// What a program did wrong in the first process.
private final class Faults: Sendable {
  private let faults = Mutex<[(Fault, String)]>([])

  var all: [(Fault, String)] { faults.withLock { $0 } }

  func add(_ fault: Fault, _ sentence: String) { faults.withLock { $0.append((fault, sentence)) } }
}

private struct Checker: GameVisitor {
  typealias Value = GameReport

  let program: GameProgram
  let budgets: Budgets
  let golden: String?
  let identity: String
  let file: String
  let line: Int
  let function: String

  func visit<S: PuzzleSource>(_ source: S, twins: [(S.G.Puzzle, S.G.Puzzle)]) -> GameReport {
    let others = program.description.otherSettings.compactMap { try? $0.decode(S.G.Settings.self) }
    return checkGame(
      S.G.self, source, settings: [S.G.Settings()] + others, twins: twins,
      playersSeeAll: program.description.playersSeeAll, golden: golden, budgets: budgets,
      identity: identity, file: file, path: "", line: line, function: function)
  }
}
