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
    /// Failures since the last answer.
    var failures = 0
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
  private let log: @Sendable (String) -> Void
  private let pool = Mutex(Pool())
  private let free: DispatchSemaphore
  private let faultHandler = Mutex<(@Sendable (ProgramFault) -> Void)?>(nil)

  /// Starts a program and asks it what it is.
  ///
  /// - Parameters:
  ///   - trusted: whether it may run where the system cannot confine it.
  ///   - log: receives lines, on any thread.
  /// - Throws: what is wrong with it; ``ProgramFault/cannotConfine(missing:)``.
  public init(
    _ command: ProgramCommand, limits: ProgramLimits = ProgramLimits(), trusted: Bool = false,
    log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    let missing = Sandbox.available.missing
    guard trusted || missing.isEmpty else { throw .cannotConfine(missing: missing) }
    (self.command, self.limits, self.log) = (command, limits, log)
    free = DispatchSemaphore(value: max(1, limits.processes))
    let (process, answer) = try Self.start(command, limits, log)
    do {
      description = try ProgramDescription(answer)
    } catch {
      process.stop(gently: false)
      throw error
    }
    pool.withLock { $0.idle.append(process) }
  }

  deinit { stop() }

  /// Ends all processes that have nothing to answer, and those that have when they are done.
  public func stop() {
    let idle = pool.withLock { pool in
      pool.isClosed = true
      defer { pool.idle = [] }
      return pool.idle
    }
    for process in idle { process.stop(gently: true) }
  }

  /// Has each fault told before the call that met it returns: for checks.
  public func onFault(_ handler: @escaping @Sendable (ProgramFault) -> Void) {
    faultHandler.withLock { $0 = handler }
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
    do throws(ProgramFailure) {
      let process = try checkOut()
      do throws(ProgramFailure) {
        let value = try Self.ask(process, name, budget: budget ?? limits.budget, fields, read)
        checkIn(process)
        return value
      } catch {
        if case .fault = error { process.stop(gently: false) } else { checkIn(process) }
        throw error
      }
    } catch {
      if case .fault(let fault) = error { note(fault) }
      throw error
    }
  }

  private func note(_ fault: ProgramFault) {
    if case .resting = fault { return }
    let failures = pool.withLock { pool in
      pool.failures += 1
      let rest = min(limits.longestRest, limits.rest << min(20, pool.failures - 1))
      // The first start after an answer comes at once: a match goes on.
      if pool.failures > 1 { pool.restsUntil = csandbox_now() + UInt64(rest) * 1_000_000 }
      return pool.failures
    }
    log("\(command.name): \(fault)\(failures > 1 ? ", for the \(failures)th time" : "")")
    faultHandler.withLock { $0 }?(fault)
  }

  private func checkOut() throws(ProgramFailure) -> ProgramProcess {
    let (process, rest) = pool.withLock { pool in
      (pool.idle.popLast(), Int64(bitPattern: pool.restsUntil &- csandbox_now()))
    }
    if let process {
      guard process.isGone else { return process }
      // Whoever has ended it, it was no question.
      log("\(command.name): a process with nothing to do has ended")
      process.stop(gently: false)
      return try checkOut()
    }
    guard rest <= 0 else { throw .fault(.resting(milliseconds: Int(rest / 1_000_000) + 1)) }
    do throws(ProgramFault) {
      let (process, answer) = try Self.start(command, limits, log)
      guard try ProgramDescription(answer) == description else {
        process.stop(gently: false)
        throw .otherGame
      }
      return process
    } catch {
      throw .fault(error)
    }
  }

  private func checkIn(_ process: ProgramProcess) {
    let isKept = pool.withLock { pool in
      pool.failures = 0
      guard !pool.isClosed, !process.isWornOut else { return false }
      pool.idle.append(process)
      return true
    }
    if !isKept { process.stop(gently: true) }
  }

  private static func start(
    _ command: ProgramCommand, _ limits: ProgramLimits, _ log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) -> (ProgramProcess, JSON) {
    let process = try ProgramProcess(command, limits: limits, log: log)
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
    let (line, id): ([UInt8], Int)
    do throws(ProgramFault) {
      (line, id) = try process.ask(budget: budget) { id in
        var json = JSONWriter(reserving: 512)
        json.beginObject()
        json.field("id", id)
        json.field("ask", name)
        json.field("budget", budget)
        fields(&json)
        json.endObject()
        return json.bytes
      }
    } catch {
      throw .fault(error)
    }
    let document = JSONDocument()
    let text: () -> String = { String(decoding: line, as: UTF8.self) }
    guard (try? document.parse(line)) != nil, document.root.kind == .object else {
      throw .fault(.strayLine(text()))
    }
    guard document.root["id"]?.int == id else { throw .fault(.wrongID(expected: id, line: text())) }
    let refusal: (code: String, text: String)?
    do throws(Unreadable) {
      let answer = Answer(document.root)
      refusal = try answer.refusal()
      if refusal == nil { return try read(answer) }
    } catch {
      throw .fault(.nonsense(ask: "\(name)", what: error.what))
    }
    throw .refused(code: refusal?.code ?? "", text: refusal?.text ?? "")
  }
}
