internal import CSandbox
internal import Synchronization
internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// One running process of a game's program. One question at a time.
final class ProgramProcess: Sendable {
  private struct State {
    let process: Int32
    let input: Int32
    let output: Int32
    let errors: Int32
    /// Whether it has only the processor time that nobody else wants.
    var yields: Bool
    var received: [UInt8] = []
    var errorLines: ErrorLines
    var nextID = 1
    /// Nanoseconds between questions and answers.
    var busy: UInt64 = 0
    /// When its threads were counted.
    var lookedAt: UInt64 = 0
    var status: Int32?
    var isClosed = false
    /// Where output is read to: one that is made for each reading costs as much as the reading.
    var chunk = [UInt8](repeating: 0, count: 65_536)
    /// What questions are written with and answers are parsed into: their memory serves for the next one.
    var writer = JSONWriter(reserving: 1024)
    var document = JSONDocument()
  }

  private let limits: ProgramLimits
  private let state: Mutex<State>

  /// Starts the program, confined by what this system has.
  ///
  /// - Parameter yields: whether it has only the processor time that nobody else wants.
  /// - Throws: ``ProgramFault/cannotStart(command:why:)``.
  init(
    _ command: ProgramCommand, limits: ProgramLimits, yields: Bool = false, log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    self.limits = limits
    var pipes = [[Int32]](repeating: [-1, -1], count: 3)
    for index in pipes.indices { _ = csandbox_pipe(&pipes[index]) }
    let ruleset = Sandbox.ruleset(reading: command.readable, hiding: command.hidden) ?? -1
    let (process, step) = Self.start(
      command, limits, (pipes[0][0], pipes[1][1], pipes[2][1]), ruleset, yields: yields)
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
        process: process, input: input, output: output, errors: errors, yields: yields,
        errorLines: ErrorLines(name: command.name, log: log)))
  }

  private static func start(
    _ command: ProgramCommand, _ limits: ProgramLimits, _ streams: (Int32, Int32, Int32), _ ruleset: Int32,
    yields: Bool
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
              processor: UInt64(limits.processorSeconds), yields: yields ? 1 : 0)
            return csandbox_start(&program, &step)
          }
        }
      }
    }
    return (process, step.map { String(cString: $0) } ?? "")
  }

  deinit { stop(gently: false) }

  /// Whether it should make room for a new one before its processor time is used up.
  var isWornOut: Bool { state.withLock { $0.busy / 1_000_000_000 >= UInt64(limits.processorSeconds) / 2 } }

  /// What is wrong with it although it answers.
  ///
  /// - Parameter interval: nanoseconds since the last look, before which it is not looked at again.
  func crowd(after interval: UInt64) -> ProgramFault? {
    state.withLock { state in
      guard csandbox_now() - state.lookedAt >= interval else { return nil }
      state.errorLines.flushOfEarlier()
      return crowd(&state)
    }
  }

  /// Whether it has ended while nothing was asked.
  var isGone: Bool { state.withLock { hasEnded(&$0, within: 0) } }

  /// Nanoseconds of processor time since its start.
  var processorTime: UInt64 { state.withLock { $0.isClosed ? 0 : csandbox_processor_time($0.process) } }

  // MARK: - Questions

  /// Asks one question and waits for its answer.
  ///
  /// - Parameters:
  ///   - budget: milliseconds.
  ///   - question: writes the question, given its number.
  ///   - read: makes a value of the answer, which is an object with that number.
  func ask<Value: Sendable>(
    budget: Int, _ question: (_ id: Int, inout JSONWriter) -> Void,
    _ read: (JSONView) throws(ProgramFault) -> Value
  ) throws(ProgramFault) -> Value {
    try state.withLock { state throws(ProgramFault) in
      let (id, start) = (state.nextID, csandbox_now())
      state.nextID += 1
      defer { state.busy += csandbox_now() - start }
      var exchange = Exchange(start: start, budget: budget, limits: limits)
      try rejectUnasked(&state)
      state.writer.removeAll()
      question(id, &state.writer)
      state.writer.newline()
      try send(&state, &exchange)
      let line = try receiveLine(&state, &exchange)
      guard (try? state.document.parse(line)) != nil, state.document.root.kind == .object else {
        throw .strayLine(String(decoding: line, as: UTF8.self))
      }
      guard state.document.root["id"]?.int == id else {
        throw .wrongID(expected: id, line: String(decoding: line, as: UTF8.self))
      }
      guard state.received.isEmpty else { throw .unasked(String(decoding: state.received, as: UTF8.self)) }
      return try read(state.document.root)
    }
  }

  /// Time and bytes of one question.
  private struct Exchange {
    let start: UInt64
    let budget: Int
    let limits: ProgramLimits
    var errorBytes = 0
    /// What the program had computed when it was looked at first.
    var processorTime: UInt64?

    var milliseconds: Int { Int((csandbox_now() - start) / 1_000_000) }
    var left: Int64 { Int64(budget) * 1_000_000 - Int64(csandbox_now() - start) }
  }

  private func rejectUnasked(_ state: inout State) throws(ProgramFault) {
    guard state.status == nil, try read(&state) else { return }
    throw .unasked(String(decoding: state.received, as: UTF8.self))
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
      guard searched <= limits.lineBytes else { throw .endlessLine(bytes: limits.lineBytes) }
      try wait(&state, &exchange, sending: false)
    }
  }

  /// Waits for what comes next, and takes what the program has written.
  private func wait(_ state: inout State, _ exchange: inout Exchange, sending: Bool) throws(ProgramFault) {
    let left = exchange.left
    guard left > 0 else { throw .late(milliseconds: exchange.milliseconds, budget: exchange.budget) }
    let errors = state.errorLines.isOpen ? state.errors : -1
    let slice = min(left, state.yields ? Self.lookInterval : Self.shortWait)
    let ready = csandbox_wait_for(sending ? state.input : -1, state.output, errors, slice)
    if ready == 0 { try look(&state, &exchange) }
    if ready & 4 != 0 {
      exchange.errorBytes += state.errorLines.read(state.errors)
      guard exchange.errorBytes <= limits.errorBytes else {
        throw .endlessErrors(bytes: exchange.errorBytes, milliseconds: exchange.milliseconds)
      }
    }
    if ready & 2 != 0 { _ = try read(&state) }
  }

  /// Nanoseconds between two looks at what a program does that has not answered.
  private static let lookInterval: Int64 = 20_000_000
  /// The same of one that has had its share of the processor so far.
  private static let shortWait: Int64 = 8_000_000

  /// Looks at a program that has not answered. One that computes for milliseconds has from then on what others leave of
  /// the processor: without that the server would wait for its turn as long as the program.
  private func look(_ state: inout State, _ exchange: inout Exchange) throws(ProgramFault) {
    if csandbox_now() - state.lookedAt >= UInt64(Self.lookInterval), let fault = crowd(&state) { throw fault }
    guard !state.yields, exchange.budget < limits.hello else { return }
    let used = csandbox_processor_time(state.process)
    let before = exchange.processorTime ?? used
    exchange.processorTime = before
    guard used - before >= UInt64(Self.shortWait) else { return }
    state.yields = true
    csandbox_yield(state.process)
  }

  private func crowd(_ state: inout State) -> ProgramFault? {
    state.lookedAt = csandbox_now()
    let threads = Int(csandbox_threads(state.process))
    return threads > limits.threads ? .crowded(threads: threads, most: limits.threads) : nil
  }

  /// Takes what is on standard output.
  ///
  /// - Returns: whether there was anything.
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

  /// What to say of a process whose streams have ended.
  private func ending(_ state: inout State) -> ProgramFault {
    if !state.received.isEmpty { return .halfLine(String(decoding: state.received, as: UTF8.self)) }
    guard hasEnded(&state, within: 200_000_000) else { return .closedOutput }
    while state.errorLines.read(state.errors) > 0 {}
    let status = state.status ?? 0
    let how =
      status < 1000
      ? "ended with status \(status)" : "was ended by signal \(status - 1000)\(Self.name(of: status - 1000))"
    return .died(how: how, lastWords: state.errorLines.last)
  }

  private static func name(of signal: Int32) -> String {
    let names: [Int32: String] = [
      SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGABRT: "SIGABRT", SIGXCPU: "out of processor time", SIGTERM: "SIGTERM",
      SIGILL: "SIGILL, a trap",
    ]
    return names[signal].map { " (\($0))" } ?? ""
  }

  private func hasEnded(_ state: inout State, within nanoseconds: UInt64) -> Bool {
    let start = csandbox_now()
    while state.status == nil {
      var status: Int32 = 0
      let result = csandbox_has_ended(state.process, &status)
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

  /// Ends the process and whatever it has started: by the end of its input, SIGTERM, SIGKILL. Returns when it is gone.
  ///
  /// - Parameter gently: whether it is given time to end by itself.
  func stop(gently: Bool) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.isClosed = true
      csandbox_close(state.input)
      let grace = UInt64(limits.grace) * 1_000_000
      if gently, !hasEnded(&state, within: grace) {
        csandbox_signal_group(state.process, SIGTERM)
        _ = hasEnded(&state, within: grace)
      }
      // The group may have members although its first process has ended.
      csandbox_signal_group(state.process, SIGKILL)
      csandbox_reap(state.process)
      while state.errorLines.read(state.errors) > 0 {}
      state.errorLines.finish()
      csandbox_close(state.output)
      csandbox_close(state.errors)
    }
  }
}
