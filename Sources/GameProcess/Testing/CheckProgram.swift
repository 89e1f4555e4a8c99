internal import GameKit
public import GameKitTesting
public import GameProcess
internal import Synchronization
internal import WireProtocol

/// Runs GameKit's conformance checks on a program: the same checks and findings as for a game in Swift. A program that
/// exits, floods its output or answers invalidly is reported as one that traps; one that does not answer, as one that
/// hangs.
///
/// - Parameters:
///   - command: the program.
///   - budget: a server's milliseconds per answer: a program that exceeds it repeatedly is too slow.
///   - seconds: for an answer, after which the program counts as hanging.
///   - mostSeconds: for all checks, after which the program counts as too slow.
///   - puzzles: as ``GameKitTesting/Budgets/puzzles``.
///   - golden: the path of a file with a playthrough, as for
///     ``checkGame(_:_:settings:twins:playersSeeAll:golden:budgets:identity:file:path:line:function:)``.
///   - trusted: whether it may run if the system cannot confine it.
///   - identity: distinguishes programs that are checked at the same source location; the command if `nil`.
///   - log: receives the program's standard error.
///   - file: the call's source location, as for `checkGame`: the second process finds the call by it.
///   - line: the same.
///   - function: the same.
/// - Throws: the fault that keeps the program from starting.
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
  let faults = FaultRecorder()
  program.onFault { fault in
    let kind = if case .timedOut = fault { Fault.hangs } else { Fault.traps }
    endChecks(kind, why: "\(fault)")
    faults.add(kind, "\(fault)")
  }
  let answerTimes = AnswerTimes(budget: budget)
  let deadline = ContinuousClock.now.advanced(by: .seconds(mostSeconds))
  program.onAnswer { ask, milliseconds in
    if let slow = answerTimes.record(ask, milliseconds: milliseconds) { endChecks(.tooSlow, why: slow) }
    if ContinuousClock.now > deadline {
      endChecks(.tooSlow, why: answerTimes.complaintIfUnfinished(after: mostSeconds))
    }
  }
  var budgets = Budgets()
  budgets.puzzles = puzzles
  (budgets.moveMilliseconds, budgets.dealMilliseconds) = (budget, budget)
  budgets.timeElsewhere = { program.processorTime }
  budgets.verdictElsewhere = { answerTimes.complaint }
  var checker = Checker(
    program: program, budgets: budgets, golden: golden,
    identity: identity ?? command.words.joined(separator: " "), file: file, line: line, function: function)
  var report = program.visit(&checker, bypassesViewCache: true)
  for (fault, sentence) in faults.all where !report.findings.contains(where: { $0.fault == fault }) {
    report.add(fault, sentence)
  }
  if report.isSound, (try? program.acceptsLaterHosts()) != true {
    report.add(.badInfo, "the answer to \"hello\" is another one if versions 99 and 1 are offered: answer version 1")
  }
  program.stop()
  return report
}

/// FaultRecorder found in the first process.
private final class FaultRecorder: Sendable {
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
