internal import CSandbox
internal import Synchronization
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One process of a game's program. It answers one question at a time.
final class ProgramProcess: Sendable {
  private struct State {
    let process: Int32
    let input: Int32
    let output: Int32
    let errors: Int32
    /// Whether its priority is lowered to `nice 19`.
    var hasLowPriority: Bool
    var received: [UInt8] = []
    var errorLines: ErrorLines
    var nextID = 1
    /// Total nanoseconds between questions and their answers.
    var busy: UInt64 = 0
    /// The time of the last thread count.
    var threadsCountedAt: UInt64 = 0
    var status: Int32?
    var isClosed = false
    /// A reused read buffer: allocating one per read costs as much as the read.
    var chunk = [UInt8](repeating: 0, count: 65_536)
    /// Reused for all questions and answers.
    var writer = JSONWriter(reserving: 1024)
    var document = JSONDocument()
  }

  private let limits: ProgramLimits
  private let state: Mutex<State>

  /// Starts the program, confined as far as this system can.
  ///
  /// - Parameter hasLowPriority: whether it starts with `nice 19`.
  /// - Throws: ``ProgramFault/cannotStart(command:why:)``.
  init(
    _ command: ProgramCommand, limits: ProgramLimits, hasLowPriority: Bool = false,
    log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    self.limits = limits
    var pipes = [[Int32]](repeating: [-1, -1], count: 3)
    for index in pipes.indices { _ = csandbox_pipe(&pipes[index]) }
    let ruleset = Sandbox.ruleset(reading: command.readable, hiding: command.hidden) ?? -1
    let (process, step) = Self.start(
      command, limits, (pipes[0][0], pipes[1][1], pipes[2][1]), ruleset, hasLowPriority: hasLowPriority)
    for descriptor in [pipes[0][0], pipes[1][1], pipes[2][1], ruleset] { csandbox_close(descriptor) }
    let (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    guard process > 0 else {
      for descriptor in [input, output, errors] { csandbox_close(descriptor) }
      throw .cannotStart(
        command: command.words.joined(separator: " "), why: "\(step): \(FileSystem.text(of: -process))")
    }
    for descriptor in [input, output, errors] { _ = csandbox_unblock(descriptor) }
    state = Mutex(
      State(
        process: process, input: input, output: output, errors: errors, hasLowPriority: hasLowPriority,
        errorLines: ErrorLines(name: command.name, log: log)))
  }

  private static func start(
    _ command: ProgramCommand, _ limits: ProgramLimits, _ streams: (Int32, Int32, Int32), _ ruleset: Int32,
    hasLowPriority: Bool
  ) -> (process: Int32, step: String) {
    var arguments = command.arguments.map { strdup($0) } + [nil]
    var environment = ProgramCommand.environment.map { strdup($0) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var step: UnsafePointer<CChar>?
    let process = command.path.withCString { path in
      command.directory.withCString { directory in
        arguments.withUnsafeMutableBufferPointer { arguments in
          environment.withUnsafeMutableBufferPointer { environment in
            var program = csandbox_program(
              path: path, arguments: arguments.baseAddress, environment: environment.baseAddress, directory: directory,
              input: streams.0, output: streams.1, error: streams.2, ruleset: ruleset,
              filters_calls: Sandbox.available.filtersCalls ? 1 : 0, memory: UInt64(limits.memory),
              processor: UInt64(limits.processorSeconds), low_priority: hasLowPriority ? 1 : 0)
            return csandbox_start(&program, &step)
          }
        }
      }
    }
    return (process, step.map { String(cString: $0) } ?? "")
  }

  deinit { stop(gently: false) }

  /// Whether it should be replaced before it reaches its limit of processor time.
  var isDueForReplacement: Bool { state.withLock { $0.busy / 1_000_000_000 >= UInt64(limits.processorSeconds) / 2 } }

  /// Counts its threads and flushes its standard error.
  ///
  /// - Parameter interval: the minimum time since the last count, in nanoseconds.
  /// - Returns: a fault if it has too many threads.
  func threadLimitFault(after interval: UInt64) -> ProgramFault? {
    state.withLock { state in
      guard csandbox_now() - state.threadsCountedAt >= interval else { return nil }
      state.errorLines.flushPreviousSecond()
      return threadLimitFault(&state)
    }
  }

  /// Whether it has exited.
  var hasExited: Bool { state.withLock { hasExited(&$0, within: 0) } }

  /// Nanoseconds of processor time since its start.
  var processorTime: UInt64 { state.withLock { $0.isClosed ? 0 : csandbox_processor_time($0.process) } }

  // MARK: - Questions

  /// Asks one question and waits for its answer.
  ///
  /// - Parameters:
  ///   - budget: milliseconds.
  ///   - question: writes the question with this id.
  ///   - read: decodes the answer, an object with the same id.
  func ask<Value: Sendable>(
    budget: Int, _ question: (_ id: Int, inout JSONWriter) -> Void,
    _ read: (JSONView) throws(ProgramFault) -> Value
  ) throws(ProgramFault) -> Value {
    try state.withLock { state throws(ProgramFault) in
      let (id, start) = (state.nextID, csandbox_now())
      state.nextID += 1
      defer { state.busy += csandbox_now() - start }
      var exchange = Exchange(start: start, budget: budget, limits: limits)
      try rejectUnsolicited(&state)
      state.writer.removeAll()
      question(id, &state.writer)
      state.writer.newline()
      try send(&state, &exchange)
      let line = try receiveLine(&state, &exchange)
      guard (try? state.document.parse(line)) != nil, state.document.root.kind == .object else {
        throw .notAnAnswer(String(decoding: line, as: UTF8.self))
      }
      guard state.document.root["id"]?.int == id else {
        throw .wrongID(expected: id, line: String(decoding: line, as: UTF8.self))
      }
      guard state.received.isEmpty else { throw .unsolicited(String(decoding: state.received, as: UTF8.self)) }
      return try read(state.document.root)
    }
  }

  /// Time and bytes spent on one question.
  private struct Exchange {
    let start: UInt64
    let budget: Int
    let limits: ProgramLimits
    var errorBytes = 0
    /// The process's processor time at the first check during this question.
    var processorTime: UInt64?

    var milliseconds: Int { Int((csandbox_now() - start) / 1_000_000) }
    var left: Int64 { Int64(budget) * 1_000_000 - Int64(csandbox_now() - start) }
  }

  private func rejectUnsolicited(_ state: inout State) throws(ProgramFault) {
    guard state.status == nil, try read(&state) else { return }
    throw .unsolicited(String(decoding: state.received, as: UTF8.self))
  }

  private func send(_ state: inout State, _ exchange: inout Exchange) throws(ProgramFault) {
    let input = state.input
    var sent = 0
    while sent < state.writer.count {
      let count = state.writer.bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return csandbox_write(input, rest.baseAddress, rest.count)
      }
      if count >= 0 {
        sent += count
      } else if count == -Int(EAGAIN) {
        try wait(&state, &exchange, sending: true)
      } else {
        throw ending(&state)
      }
    }
  }

  private func receiveLine(_ state: inout State, _ exchange: inout Exchange) throws(ProgramFault) -> [UInt8] {
    var searched = 0
    while true {
      if let end = state.received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(state.received[..<end])
        state.received.removeFirst(end + 1)
        return line
      }
      searched = state.received.count
      guard searched <= limits.lineBytes else { throw .lineTooLong(bytes: limits.lineBytes) }
      try wait(&state, &exchange, sending: false)
    }
  }

  /// Waits until the process can be written to or has output, and reads its output.
  private func wait(_ state: inout State, _ exchange: inout Exchange, sending: Bool) throws(ProgramFault) {
    let left = exchange.left
    guard left > 0 else { throw .timedOut(milliseconds: exchange.milliseconds, budget: exchange.budget) }
    let errors = state.errorLines.isOpen ? state.errors : -1
    let slice = min(left, state.hasLowPriority ? Self.checkInterval : Self.priorityCheckInterval)
    let ready = csandbox_wait_for(sending ? state.input : -1, state.output, errors, slice)
    if ready == 0 { try checkUsage(&state, &exchange) }
    if ready & 4 != 0 {
      exchange.errorBytes += state.errorLines.read(state.errors)
      guard exchange.errorBytes <= limits.errorBytes else {
        throw .tooMuchErrorOutput(bytes: exchange.errorBytes, milliseconds: exchange.milliseconds)
      }
    }
    if ready & 2 != 0 { _ = try read(&state) }
  }

  /// Nanoseconds between two checks of a process that has not answered.
  private static let checkInterval: Int64 = 20_000_000
  /// The same at normal priority, and the processor time after which the priority is lowered.
  private static let priorityCheckInterval: Int64 = 8_000_000

  /// Checks a process that has not answered: limits its threads, and lowers its priority once it has computed for
  /// ``priorityCheckInterval`` since the first check. Otherwise the server waits milliseconds for its own time slices.
  private func checkUsage(_ state: inout State, _ exchange: inout Exchange) throws(ProgramFault) {
    if csandbox_now() - state.threadsCountedAt >= UInt64(Self.checkInterval), let fault = threadLimitFault(&state) {
      throw fault
    }
    guard !state.hasLowPriority, exchange.budget < limits.hello else { return }
    let used = csandbox_processor_time(state.process)
    let before = exchange.processorTime ?? used
    exchange.processorTime = before
    guard used - before >= UInt64(Self.priorityCheckInterval) else { return }
    state.hasLowPriority = true
    csandbox_lower_priority(state.process)
  }

  private func threadLimitFault(_ state: inout State) -> ProgramFault? {
    state.threadsCountedAt = csandbox_now()
    let threads = Int(csandbox_threads(state.process))
    return threads > limits.threads ? .tooManyThreads(threads: threads, most: limits.threads) : nil
  }

  /// Reads from standard output.
  ///
  /// - Returns: whether there was output.
  private func read(_ state: inout State) throws(ProgramFault) -> Bool {
    let output = state.output
    let count = state.chunk.withUnsafeMutableBytes { csandbox_read(output, $0.baseAddress, $0.count) }
    if count > 0 {
      state.received.append(contentsOf: state.chunk[..<count])
      return true
    }
    if count == -Int(EAGAIN) { return false }
    throw ending(&state)
  }

  // MARK: - Ends

  /// The fault of a process whose streams have ended.
  private func ending(_ state: inout State) -> ProgramFault {
    if !state.received.isEmpty { return .truncatedLine(String(decoding: state.received, as: UTF8.self)) }
    guard hasExited(&state, within: 200_000_000) else { return .closedOutput }
    while state.errorLines.read(state.errors) > 0 {}
    let status = state.status ?? 0
    let how =
      status < 1000
      ? "exited with status \(status)" : "was killed by signal \(status - 1000)\(Self.name(of: status - 1000))"
    return .exited(how: how, lastLine: state.errorLines.last)
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGXCPU: "out of processor time", SIGTERM: "SIGTERM",
      SIGILL: "SIGILL, a trap",
    ]
    return names[signal].map { " (\($0))" } ?? ""
  }

  private func hasExited(_ state: inout State, within nanoseconds: UInt64) -> Bool {
    let start = csandbox_now()
    while state.status == nil {
      var status: Int32 = 0
      let result = csandbox_has_exited(state.process, &status)
      if result != 0 {
        state.status = result > 0 ? status : 0
      } else if csandbox_now() - start >= nanoseconds {
        return false
      } else {
        csandbox_sleep(1_000_000)
      }
    }
    return true
  }

  /// Ends the process and its group, and reaps it.
  ///
  /// - Parameter gently: whether to wait after closing its input, and send SIGTERM before SIGKILL.
  func stop(gently: Bool) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      csandbox_close(state.input)
      let grace = UInt64(limits.grace) * 1_000_000
      if gently, !hasExited(&state, within: grace) {
        csandbox_signal_group(state.process, SIGTERM)
        _ = hasExited(&state, within: grace)
      }
      // The group can outlive its leader.
      csandbox_signal_group(state.process, SIGKILL)
      csandbox_reap(state.process)
      while state.errorLines.read(state.errors) > 0 {}
      state.errorLines.finish()
      csandbox_close(state.output)
      csandbox_close(state.errors)
    }
  }
}
