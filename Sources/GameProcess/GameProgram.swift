internal import CSandbox
internal import Dispatch
internal import Synchronization
internal import WireProtocol

/// A game in another process: a pool of ``ProgramLimits/processes`` processes of its program. Any of them can answer
/// any question, because the question carries the match's state. A process that fails is replaced.
///
/// Calls block their thread for at most the budget: do not call them on the server's loop.
public final class GameProgram: Sendable {
  private struct Pool {
    var idle: [ProgramProcess] = []
    /// Running processes, idle or busy.
    var running = 0
    /// Failures since the last answer.
    var failures = 0
    /// The times of the last two failures, in nanoseconds.
    var failedAt: (UInt64, UInt64) = (0, 0)
    /// The earliest time of the next start, in nanoseconds.
    var nextStartAt: UInt64 = 0
    var isClosed = false
  }

  /// The program and its arguments.
  public let command: ProgramCommand
  /// Its limits.
  public let limits: ProgramLimits
  /// Its answer to `hello`.
  public let description: ProgramDescription
  /// Receives lines for the server log: the program's standard error and its faults, prefixed with the game's name.
  let log: @Sendable (String) -> Void
  /// Its files when it was loaded; `nil` if changes are not watched. After a change, processes start from ``copy``.
  let files: GameFiles?
  private let copy: GameCopy?
  private let isTrusted: Bool
  private let pool = Mutex(Pool())
  private let availableProcesses: DispatchSemaphore
  private let faultHandler = Mutex<(@Sendable (ProgramFault) -> Void)?>(nil)
  private let answerHandler = Mutex<(@Sendable (_ ask: String, _ milliseconds: Int) -> Void)?>(nil)

  /// Starts a program and asks it `hello`.
  ///
  /// - Parameters:
  ///   - trusted: whether it may run if the system cannot confine it.
  ///   - watchesFiles: whether changes of its files are watched: see ``GameReloader``.
  ///   - log: receives lines, on any thread.
  /// - Throws: the program's fault; ``ProgramFault/cannotConfine(missing:)``.
  public init(
    _ command: ProgramCommand, limits: ProgramLimits = ProgramLimits(), trusted: Bool = false,
    watchesFiles: Bool = false, log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    let missing = Sandbox.available.missing
    guard trusted || missing.isEmpty else { throw .cannotConfine(missing: missing) }
    (self.command, self.limits, self.log, isTrusted) = (command, limits, log, trusted)
    files = watchesFiles ? GameFiles(of: command) : nil
    copy = files.flatMap { GameCopy($0) }
    availableProcesses = DispatchSemaphore(value: max(1, limits.processes))
    let (process, answer) = try Self.start(command, limits, log)
    do throws(ProgramFault) {
      guard files == nil || files == GameFiles(of: command) else { throw .filesChanged }
      description = try ProgramDescription(answer)
    } catch {
      process.stop(gently: false)
      throw error
    }
    pool.withLock { ($0.idle, $0.running) = ([process], 1) }
  }

  // Asynchronous: the last match of a replaced version may be released on the server's loop.
  deinit {
    let idle = pool.withLock { $0.idle }
    guard !idle.isEmpty else { return }
    DispatchQueue.global().async {
      for process in idle { process.stop(gently: true) }
    }
  }

  /// Ends idle processes at once and busy ones after their answer.
  public func stop() {
    let idle = pool.withLock { pool in
      pool.isClosed = true
      pool.running -= pool.idle.count
      defer { pool.idle = [] }
      return pool.idle
    }
    for process in idle { process.stop(gently: true) }
  }

  /// Starts the program from its current files.
  ///
  /// - Parameter hello: milliseconds for the answer to `hello`; those of ``limits`` if `nil`.
  func reloaded(hello: Int?) throws(ProgramFault) -> GameProgram {
    var limits = limits
    limits.hello = hello ?? limits.hello
    return try GameProgram(command.resolvedAgain, limits: limits, trusted: isTrusted, watchesFiles: true, log: log)
  }

  /// Ends idle processes of a replaced version: the few matches that still use it start a process when they need one.
  func stopIdleProcesses() {
    let idle = pool.withLock { pool in
      pool.running -= pool.idle.count
      defer { pool.idle = [] }
      return pool.idle
    }
    for process in idle { process.stop(gently: true) }
  }

  /// Fills the pool with processes, unless the last question failed.
  public func fillPool() {
    while pool.withLock({ $0.running < limits.processes && !$0.isClosed && $0.failures == 0 }) {
      guard let (process, _) = try? startLoadedVersion() else { return }
      let isWanted = pool.withLock { pool in
        guard pool.running < limits.processes, !pool.isClosed else { return false }
        pool.running += 1
        pool.idle.append(process)
        return true
      }
      if !isWanted { process.stop(gently: true) }
    }
  }

  /// Calls `handler` for each fault, before the failing call returns: for checks.
  public func onFault(_ handler: @escaping @Sendable (ProgramFault) -> Void) {
    faultHandler.withLock { $0 = handler }
  }

  /// Calls `handler` for each answer with its wall-clock time, before the call returns: for checks.
  public func onAnswer(_ handler: @escaping @Sendable (_ ask: String, _ milliseconds: Int) -> Void) {
    answerHandler.withLock { $0 = handler }
  }

  /// Processor time of the idle processes, in nanoseconds. Between questions that is all of them.
  public var processorTime: UInt64 { pool.withLock { $0.idle.reduce(0) { $0 + $1.processorTime } } }

  // MARK: - Questions

  /// Asks one question.
  ///
  /// - Parameters:
  ///   - name: its name in the protocol.
  ///   - budget: milliseconds; ``ProgramLimits/budget`` if `nil`.
  ///   - fields: writes the question's members.
  ///   - read: decodes the answer.
  /// - Throws: the game's refusal, or the program's fault, which ends the process.
  func ask<Value: Sendable>(
    _ name: StaticString, budget: Int? = nil, _ fields: (inout JSONWriter) -> Void,
    _ read: (Answer) throws(MalformedAnswer) -> Value
  ) throws(ProgramFailure) -> Value {
    let timeout = (budget ?? limits.budget) * 10
    guard availableProcesses.wait(timeout: .now() + .milliseconds(timeout)) == .success else {
      throw .fault(.busy(milliseconds: timeout))
    }
    defer { availableProcesses.signal() }
    let process: ProgramProcess
    do throws(ProgramFault) {
      process = if let idle = checkOutIdle() { idle } else { try startAdditional() }
    } catch {
      record(error, isStartFailure: true)
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
        record(fault, isStartFailure: false)
      } else {
        checkIn(process)
      }
      throw error
    }
  }

  private func checkOutIdle() -> ProgramProcess? {
    while let process = pool.withLock({ $0.idle.popLast() }) {
      guard process.hasExited else { return process }
      log("\(command.name): an idle process has exited")
      end(process, gently: false)
    }
    return nil
  }

  private func end(_ process: ProgramProcess, gently: Bool) {
    pool.withLock { $0.running -= 1 }
    process.stop(gently: gently)
  }

  /// - Parameter isStartFailure: whether starting a process failed: only that delays the next start. A failed question
  ///   must not delay others.
  private func record(_ fault: ProgramFault, isStartFailure: Bool) {
    if case .backingOff = fault { return }
    let failures = pool.withLock { pool in
      pool.failures += 1
      pool.failedAt = (pool.failedAt.1, csandbox_now())
      let backoff = min(limits.maximumBackoff, limits.backoff << min(20, pool.failures - 1))
      if isStartFailure { pool.nextStartAt = csandbox_now() + UInt64(backoff) * 1_000_000 }
      return pool.failures
    }
    log("\(command.name): \(fault)\(failures > 1 ? " (\(failures) in a row)" : "")")
    faultHandler.withLock { $0 }?(fault)
  }

  /// A process starts with low priority if the last two failures are within this many nanoseconds.
  private static let failureInterval: UInt64 = 10_000_000_000

  private func startAdditional() throws(ProgramFault) -> ProgramProcess {
    let backoff = Int64(bitPattern: pool.withLock { $0.nextStartAt } &- csandbox_now())
    guard backoff <= 0 else { throw .backingOff(milliseconds: Int(backoff / 1_000_000) + 1) }
    // Starting an interpreter is expensive: a program that keeps failing must not take the processor from others.
    let isFailingRepeatedly = pool.withLock {
      $0.failedAt.0 > 0 && csandbox_now() - $0.failedAt.0 < Self.failureInterval
    }
    let (fresh, answer) = try startLoadedVersion(hasLowPriority: isFailingRepeatedly)
    guard try ProgramDescription(answer) == description else {
      fresh.stop(gently: false)
      throw .descriptionChanged
    }
    pool.withLock { $0.running += 1 }
    return fresh
  }

  /// Starts a process from the files as they were when the program was loaded.
  private func startLoadedVersion(hasLowPriority: Bool = false) throws(ProgramFault) -> (ProgramProcess, JSON) {
    guard let files else { return try Self.start(command, limits, hasLowPriority: hasLowPriority, log) }
    if GameFiles(of: command) == files {
      let started = try Self.start(command, limits, hasLowPriority: hasLowPriority, log)
      // The process reads its files while it starts, so they are compared once more.
      if GameFiles(of: command) == files { return started }
      started.0.stop(gently: false)
    }
    guard let copy else { throw .noCopy }
    return try Self.start(command.moved(to: try copy.path()), limits, hasLowPriority: hasLowPriority, log)
  }

  private func checkIn(_ process: ProgramProcess) {
    if let fault = process.threadLimitFault(after: Self.threadCheckInterval) {
      end(process, gently: false)
      return record(fault, isStartFailure: false)
    }
    let isKept = pool.withLock { pool in
      pool.failures = 0
      guard !pool.isClosed, pool.running <= limits.processes, !process.isDueForReplacement else { return false }
      pool.idle.append(process)
      return true
    }
    if !isKept { end(process, gently: true) }
  }

  /// Nanoseconds between two counts of the threads of a process that answers.
  private static let threadCheckInterval: UInt64 = 100_000_000

  /// Ends idle processes that have too many threads.
  func stopProcessesOverThreadLimit() {
    let overLimit = pool.withLock { pool in
      let overLimit = pool.idle.compactMap { process in process.threadLimitFault(after: 0).map { (process, $0) } }
      pool.idle.removeAll { process in overLimit.contains { $0.0 === process } }
      return overLimit
    }
    for (process, fault) in overLimit {
      end(process, gently: false)
      record(fault, isStartFailure: false)
    }
  }

  private static func start(
    _ command: ProgramCommand, _ limits: ProgramLimits, hasLowPriority: Bool = false,
    _ log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) -> (ProgramProcess, JSON) {
    let process = try ProgramProcess(command, limits: limits, hasLowPriority: hasLowPriority, log: log)
    do throws(ProgramFailure) {
      let answer = try ask(process, "hello", budget: limits.hello) { json in
        json.key("versions")
        json.value([1])
      } _: { answer throws(MalformedAnswer) in
        answer.view.value
      }
      return (process, answer)
    } catch {
      process.stop(gently: false)
      switch error {
      case .refused(_, let text): throw .invalidAnswer(ask: "hello", what: "\"hello\" was refused: \(text)")
      case .fault(.timedOut(let milliseconds, _)): throw .noHello(milliseconds: milliseconds)
      case .fault(let fault): throw fault
      }
    }
  }

  private static func ask<Value: Sendable>(
    _ process: ProgramProcess, _ name: StaticString, budget: Int, _ fields: (inout JSONWriter) -> Void,
    _ read: (Answer) throws(MalformedAnswer) -> Value
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
        do throws(MalformedAnswer) {
          return try Answer.read(answer) { answer throws(MalformedAnswer) in
            if let (code, text) = try answer.refusal() { return .refused(code: code, text: text) }
            return .value(try read(answer))
          }
        } catch {
          throw .invalidAnswer(ask: "\(name)", what: error.what)
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
