internal import GameKit
public import GameKitTesting
public import GameProcess
internal import Synchronization
internal import WireProtocol

/// How a program is checked.
public struct ProgramCheck: Sendable {
  /// A server's milliseconds per answer: a program that exceeds it repeatedly is too slow.
  public var budget: Int
  /// For an answer, after which the program counts as hanging.
  public var answerSeconds: Int
  /// For all checks, after which the program counts as too slow.
  public var totalSeconds: Int
  /// As ``GameKitTesting/Budgets/puzzles``.
  public var puzzles: Int
  /// The path of a file with a playthrough, as for `checkGame`.
  public var golden: String?
  /// Whether the program may run if the system cannot confine it.
  public var isTrusted: Bool

  /// Creates the check of a server with the usual budget.
  public init(
    budget: Int = 100, answerSeconds: Int = 5, totalSeconds: Int = 120, puzzles: Int = 6, golden: String? = nil,
    isTrusted: Bool = false
  ) {
    self.budget = budget
    self.answerSeconds = answerSeconds
    self.totalSeconds = totalSeconds
    self.puzzles = puzzles
    self.golden = golden
    self.isTrusted = isTrusted
  }
}

/// Runs GameKit's conformance checks on a program: the same checks and findings as for a game in Swift. A program that
/// exits, floods its output or answers invalidly is reported as one that traps; one that does not answer, as one that
/// hangs.
///
/// - Parameters:
///   - command: the program.
///   - identity: distinguishes programs that are checked at the same source location; the command if `nil`.
///   - log: receives the program's standard error.
///   - file: the call's source location, as for `checkGame`: the second process finds the call by it.
///   - line: the same.
///   - function: the same.
/// - Throws: the fault that keeps the program from starting.
public func checkProgram(
  _ command: ProgramCommand, _ check: ProgramCheck = ProgramCheck(), identity: String? = nil,
  log: @escaping @Sendable (String) -> Void = { _ in }, file: String = #fileID, line: Int = #line,
  function: String = #function
) throws(ProgramFault) -> GameReport {
  var limits = ProgramLimits()
  limits.processes = 1
  limits.budget = check.answerSeconds * 1000
  let program = try GameProgram(command, limits: limits, trusted: check.isTrusted, log: log)
  let faults = FaultRecorder()
  program.onFault { fault in
    let kind = if case .timedOut = fault { Fault.hangs } else { Fault.traps }
    endChecks(kind, why: "\(fault)")
    faults.add(kind, "\(fault)")
  }
  let answerTimes = AnswerTimes(budget: check.budget)
  let deadline = ContinuousClock.now.advanced(by: .seconds(check.totalSeconds))
  program.onAnswer { ask, milliseconds in
    if let slow = answerTimes.record(ask, milliseconds: milliseconds) { endChecks(.tooSlow, why: slow) }
    if ContinuousClock.now > deadline {
      endChecks(.tooSlow, why: answerTimes.complaintIfUnfinished(after: check.totalSeconds))
    }
  }
  var budgets = Budgets()
  budgets.puzzles = check.puzzles
  (budgets.moveMilliseconds, budgets.dealMilliseconds) = (check.budget, check.budget)
  budgets.timeElsewhere = { program.processorTime }
  budgets.verdictElsewhere = { answerTimes.complaint }
  var checker = Checker(
    program: program, budgets: budgets, golden: check.golden,
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
