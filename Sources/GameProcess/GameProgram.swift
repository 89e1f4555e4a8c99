internal import CSandbox
internal import Dispatch
internal import Synchronization
internal import WireProtocol

/// A game in another process: as many processes of its program as the limits say, each of which can answer every
/// question, since the state travels with it. One that fails is replaced.
///
/// A call blocks its thread until the answer is there, at most as long as its budget: not for the server's loop.
public final class GameProgram: Sendable {
  private struct Pool {
    var idle: [ProgramProcess] = []
    /// Processes that run, at work or not.
    var running = 0
    /// Failures since the last answer.
    var failures = 0
    /// When it failed the last two times, in nanoseconds.
    var failedAt: (UInt64, UInt64) = (0, 0)
    /// When the next start may be, in nanoseconds.
    var restsUntil: UInt64 = 0
    var isClosed = false
  }

  /// How the program is started.
  public let command: ProgramCommand
  /// What it may use.
  public let limits: ProgramLimits
  /// What it says of itself.
  public let description: ProgramDescription
  /// Lines for the server's log: the program's standard error and its faults, each after the game's name.
  let log: @Sendable (String) -> Void
  /// Its files when it was loaded; `nil` where changes are nobody's business. Once they have changed its processes are
  /// started from a copy of what they were.
  let files: GameFiles?
  private let copy: GameCopy?
  private let isTrusted: Bool
  private let pool = Mutex(Pool())
  private let free: DispatchSemaphore
  private let faultHandler = Mutex<(@Sendable (ProgramFault) -> Void)?>(nil)
  private let answerHandler = Mutex<(@Sendable (_ ask: String, _ milliseconds: Int) -> Void)?>(nil)

  /// Starts a program and asks it what it is.
  ///
  /// - Parameters:
  ///   - trusted: whether it may run where the system cannot confine it.
  ///   - followsFiles: whether its files may change meanwhile: see ``GameReloader``.
  ///   - log: receives lines, on any thread.
  /// - Throws: what is wrong with it; ``ProgramFault/cannotConfine(missing:)``.
  public init(
    _ command: ProgramCommand, limits: ProgramLimits = ProgramLimits(), trusted: Bool = false,
    followsFiles: Bool = false, log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    let missing = Sandbox.available.missing
    guard trusted || missing.isEmpty else { throw .cannotConfine(missing: missing) }
    (self.command, self.limits, self.log, isTrusted) = (command, limits, log, trusted)
    files = followsFiles ? GameFiles(of: command) : nil
    copy = files.flatMap { GameCopy($0) }
    free = DispatchSemaphore(value: max(1, limits.processes))
    let (process, answer) = try Self.start(command, limits, log)
    do throws(ProgramFault) {
      guard files == nil || files == GameFiles(of: command) else { throw .filesChange }
      description = try ProgramDescription(answer)
    } catch {
      process.stop(gently: false)
      throw error
    }
    pool.withLock { ($0.idle, $0.running) = ([process], 1) }
  }

  // Whoever lets go of the last match of a game whose file has changed must not wait.
  deinit {
    let idle = pool.withLock { $0.idle }
    guard !idle.isEmpty else { return }
    DispatchQueue.global().async {
      for process in idle { process.stop(gently: true) }
    }
  }

  /// Ends all processes that have nothing to answer, and those that have when they are done.
  public func stop() {
    let idle = pool.withLock { pool in
      pool.isClosed = true
      pool.running -= pool.idle.count
      defer { pool.idle = [] }
      return pool.idle
    }
    for process in idle { process.stop(gently: true) }
  }

  /// The program as its files are now.
  func reloaded(hello: Int?) throws(ProgramFault) -> GameProgram {
    var limits = limits
    limits.hello = hello ?? limits.hello
    return try GameProgram(command.lookedUpAgain, limits: limits, trusted: isTrusted, followsFiles: true, log: log)
  }

  /// Ends the processes that have nothing to answer: few matches go on with it, and what they ask starts one again.
  func retire() {
    let idle = pool.withLock { pool in
      pool.running -= pool.idle.count
      defer { pool.idle = [] }
      return pool.idle
    }
    for process in idle { process.stop(gently: true) }
  }

  /// Starts all processes that it may have, unless it fails at the moment.
  public func fill() {
    while pool.withLock({ $0.running < limits.processes && !$0.isClosed && $0.failures == 0 }) {
      guard let (process, _) = try? startAsLoaded() else { return }
      let isWanted = pool.withLock { pool in
        guard pool.running < limits.processes, !pool.isClosed else { return false }
        pool.running += 1
        pool.idle.append(process)
        return true
      }
      if !isWanted { process.stop(gently: true) }
    }
  }

  /// Has each fault told before the call that met it returns: for checks.
  public func onFault(_ handler: @escaping @Sendable (ProgramFault) -> Void) {
    faultHandler.withLock { $0 = handler }
  }

  /// Has each answer told, with the time that it took by the clock, before the call returns: for checks.
  public func onAnswer(_ handler: @escaping @Sendable (_ ask: String, _ milliseconds: Int) -> Void) {
    answerHandler.withLock { $0 = handler }
  }

  /// Nanoseconds of processor time that the processes with nothing to do have used: all of it between questions.
  public var processorTime: UInt64 { pool.withLock { $0.idle.reduce(0) { $0 + $1.processorTime } } }

  // MARK: - Questions

  /// Asks one question.
  ///
  /// - Parameters:
  ///   - name: what the protocol calls it.
  ///   - budget: milliseconds; ``ProgramLimits/budget`` if `nil`.
  ///   - fields: appends what belongs to the question.
  ///   - read: makes a value of the answer.
  /// - Throws: what the game refuses; what the program did wrong, after which that process is gone.
  func ask<Value: Sendable>(
    _ name: StaticString, budget: Int? = nil, _ fields: (inout JSONWriter) -> Void,
    _ read: (Answer) throws(Unreadable) -> Value
  ) throws(ProgramFailure) -> Value {
    let patience = (budget ?? limits.budget) * 10
    guard free.wait(timeout: .now() + .milliseconds(patience)) == .success else {
      throw .fault(.busy(milliseconds: patience))
    }
    defer { free.signal() }
    let process: ProgramProcess
    do throws(ProgramFault) {
      process = if let idle = takeIdle() { idle } else { try startOneMore() }
    } catch {
      note(error, isOfStart: true)
      throw .fault(error)
    }
    let start = csandbox_now()
    defer { answerHandler.withLock { $0 }?("\(name)", Int((csandbox_now() - start) / 1_000_000)) }
    do throws(ProgramFailure) {
      let value = try Self.ask(process, name, budget: budget ?? limits.budget, fields, read)
      checkIn(process)
      return value
    } catch {
      if case .fault(let fault) = error {
        end(process, gently: false)
        note(fault, isOfStart: false)
      } else {
        checkIn(process)
      }
      throw error
    }
  }

  private func takeIdle() -> ProgramProcess? {
    while let process = pool.withLock({ $0.idle.popLast() }) {
      guard process.isGone else { return process }
      // Whoever has ended it, it was no question.
      log("\(command.name): a process with nothing to do has ended")
      end(process, gently: false)
    }
    return nil
  }

  private func end(_ process: ProgramProcess, gently: Bool) {
    pool.withLock { $0.running -= 1 }
    process.stop(gently: gently)
  }

  /// - Parameter isOfStart: whether no process could be started: then there is a rest before the next start. What one
  ///   question has done is no reason to keep others waiting.
  private func note(_ fault: ProgramFault, isOfStart: Bool) {
    if case .resting = fault { return }
    let failures = pool.withLock { pool in
      pool.failures += 1
      pool.failedAt = (pool.failedAt.1, csandbox_now())
      let rest = min(limits.longestRest, limits.rest << min(20, pool.failures - 1))
      if isOfStart { pool.restsUntil = csandbox_now() + UInt64(rest) * 1_000_000 }
      return pool.failures
    }
    log("\(command.name): \(fault)\(failures > 1 ? " (\(failures) in a row)" : "")")
    faultHandler.withLock { $0 }?(fault)
  }

  /// Nanoseconds in which a program that has failed twice does it again and again.
  private static let failureInterval: UInt64 = 10_000_000_000

  private func startOneMore() throws(ProgramFault) -> ProgramProcess {
    let rest = Int64(bitPattern: pool.withLock { $0.restsUntil } &- csandbox_now())
    guard rest <= 0 else { throw .resting(milliseconds: Int(rest / 1_000_000) + 1) }
    // Interpreters compute for long when they start: a program that fails again and again has what others leave.
    let isAgain = pool.withLock { $0.failedAt.0 > 0 && csandbox_now() - $0.failedAt.0 < Self.failureInterval }
    let (fresh, answer) = try startAsLoaded(yields: isAgain)
    guard try ProgramDescription(answer) == description else {
      fresh.stop(gently: false)
      throw .otherGame
    }
    pool.withLock { $0.running += 1 }
    return fresh
  }

  /// Starts a process of the files as they were when the program was loaded.
  private func startAsLoaded(yields: Bool = false) throws(ProgramFault) -> (ProgramProcess, JSON) {
    guard let files else { return try Self.start(command, limits, yields: yields, log) }
    if GameFiles(of: command) == files {
      let started = try Self.start(command, limits, yields: yields, log)
      // It reads them while it starts.
      if GameFiles(of: command) == files { return started }
      started.0.stop(gently: false)
    }
    guard let copy else { throw .noCopy }
    return try Self.start(command.moved(to: try copy.path()), limits, yields: yields, log)
  }

  private func checkIn(_ process: ProgramProcess) {
    if let crowd = process.crowd(after: Self.lookInterval) {
      end(process, gently: false)
      return note(crowd, isOfStart: false)
    }
    let isKept = pool.withLock { pool in
      pool.failures = 0
      guard !pool.isClosed, pool.running <= limits.processes, !process.isWornOut else { return false }
      pool.idle.append(process)
      return true
    }
    if !isKept { end(process, gently: true) }
  }

  /// Nanoseconds between two looks at a program that answers.
  private static let lookInterval: UInt64 = 100_000_000

  /// Ends processes that have nothing to answer and keep the processor busy all the same.
  func endCrowds() {
    let crowded = pool.withLock { pool in
      let crowded = pool.idle.compactMap { process in process.crowd(after: 0).map { (process, $0) } }
      pool.idle.removeAll { process in crowded.contains { $0.0 === process } }
      return crowded
    }
    for (process, fault) in crowded {
      end(process, gently: false)
      note(fault, isOfStart: false)
    }
  }

  private static func start(
    _ command: ProgramCommand, _ limits: ProgramLimits, yields: Bool = false,
    _ log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) -> (ProgramProcess, JSON) {
    let process = try ProgramProcess(command, limits: limits, yields: yields, log: log)
    do throws(ProgramFailure) {
      let answer = try ask(process, "hello", budget: limits.hello) { json in
        json.key("versions")
        json.value([1])
      } _: { answer throws(Unreadable) in
        answer.view.value
      }
      return (process, answer)
    } catch {
      process.stop(gently: false)
      switch error {
      case .refused(_, let text): throw .nonsense(ask: "hello", what: "it is refused: \(text)")
      case .fault(.late(let milliseconds, _)): throw .noHello(milliseconds: milliseconds)
      case .fault(let fault): throw fault
      }
    }
  }

  private static func ask<Value: Sendable>(
    _ process: ProgramProcess, _ name: StaticString, budget: Int, _ fields: (inout JSONWriter) -> Void,
    _ read: (Answer) throws(Unreadable) -> Value
  ) throws(ProgramFailure) -> Value {
    let answered: Answered<Value>
    do throws(ProgramFault) {
      answered = try process.ask(budget: budget) { id, json in
        json.beginObject()
        json.field("id", id)
        json.field("ask", name)
        json.field("budget", budget)
        fields(&json)
        json.endObject()
      } _: { answer throws(ProgramFault) in
        do throws(Unreadable) {
          return try Answer.read(answer) { answer throws(Unreadable) in
            if let (code, text) = try answer.refusal() { return .refused(code: code, text: text) }
            return .value(try read(answer))
          }
        } catch {
          throw .nonsense(ask: "\(name)", what: error.what)
        }
      }
    } catch {
      throw .fault(error)
    }
    switch answered {
    case .value(let value): return value
    case .refused(let code, let text): throw .refused(code: code, text: text)
    }
  }

  private enum Answered<Value: Sendable>: Sendable {
    case value(Value)
    case refused(code: String, text: String)
  }
}
