internal import CPoll

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A bot as a child process: lines on its standard input and output, diagnostics on standard error.
final class BotProcess {
  enum End: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  private let process: Int32
  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var isReaped = false
  private var unsent: [UInt8] = []
  private var sent = 0
  private var isInputOpen = true
  private var isOutputOpen = true
  private var isErrorsOpen = true
  private var partial: [UInt8] = []
  private var lines: [[UInt8]] = []
  private(set) var standardError: [UInt8] = []

  /// The most bytes of a bot's standard error that are kept: the last ones explain its death.
  private static let keptErrors = 4096
  /// A longer line is handed over in parts.
  private static let longestLine = 1 << 20

  init(_ command: [String]) throws(Failure) {
    var words = command.map { strdup($0) } + [nil]
    var variables = Self.environment.map { strdup($0) } + [nil]
    defer { for word in words + variables { free(word) } }
    var (input, output, errors): (Int32, Int32, Int32) = (-1, -1, -1)
    let process = cpoll_spawn(&words, &variables, &input, &output, &errors)
    guard process > 0 else { throw Failure("cannot start \(command.first ?? "nothing")", result: Int(process)) }
    (self.process, self.input, self.output, self.errors) = (process, input, output, errors)
  }

  deinit {
    if !isReaped {
      cpoll_kill(process)
      _ = cpoll_wait_for(process)
    }
    if isInputOpen { cpoll_close(input) }
    cpoll_close(output)
    cpoll_close(errors)
  }

  /// This process's environment, and `PARLOR_STDIO`, which tells a bot that its server is on standard input and output.
  private static var environment: [String] {
    var variables: [String] = []
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables.filter { !$0.hasPrefix("PARLOR_STDIO=") } + ["PARLOR_STDIO=1"]
  }

  func send(_ bytes: [UInt8]) {
    guard isInputOpen else { return }
    unsent += bytes
    flush()
  }

  var isInputFlushed: Bool { unsent.isEmpty }

  var isOutputExhausted: Bool { !isOutputOpen && lines.isEmpty }

  func takeLine() -> [UInt8]? { lines.isEmpty ? nil : lines.removeFirst() }

  func closeInput() {
    guard isInputOpen else { return }
    isInputOpen = false
    unsent = []
    cpoll_close(input)
  }

  func wait(milliseconds: Int) {
    var descriptors: [Int32] = []
    var wanted: [UInt8] = []
    func watch(_ descriptor: Int32, _ what: UInt8, _ condition: Bool) {
      guard condition else { return }
      descriptors.append(descriptor)
      wanted.append(what)
    }
    watch(output, 1, isOutputOpen)
    watch(errors, 1, isErrorsOpen)
    watch(input, 2, isInputOpen && !unsent.isEmpty)
    _ = cpoll_poll(descriptors, &wanted, Int32(descriptors.count), Int32(clamping: max(0, milliseconds)))
    for (descriptor, ready) in zip(descriptors, wanted) where ready != 0 {
      switch descriptor {
      case output: readOutput()
      case errors: readErrors()
      default: flush()
      }
    }
  }

  /// Ends the bot unless it ends by itself within that many milliseconds, and returns how it ended.
  func end(within milliseconds: Int) -> End {
    let deadline = cpoll_nanoseconds() &+ UInt64(max(0, milliseconds)) &* 1_000_000
    while cpoll_has_ended(process) == 0, cpoll_nanoseconds() < deadline { wait(milliseconds: 5) }
    if cpoll_has_ended(process) == 0 { cpoll_kill(process) }
    let status = cpoll_wait_for(process)
    // Its own children are killed too.
    cpoll_kill(process)
    isReaped = true
    for _ in 0..<64 where isErrorsOpen { readErrors() }
    return status >= 1000 ? .killed(signal: status - 1000) : .exited(status)
  }

  private func flush() {
    while sent < unsent.count {
      let count = unsent.withUnsafeBytes { cpoll_write(input, $0.baseAddress.map { $0 + sent }, $0.count - sent) }
      if count > 0 {
        sent += count
      } else if count == -Int(EAGAIN) {
        return
      } else {
        return closeInput()
      }
    }
    unsent.removeAll(keepingCapacity: true)
    sent = 0
  }

  private func readOutput() {
    guard let bytes = read(output) else { return isOutputOpen = false }
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(partial + rest[..<end])
      partial = []
      rest = rest[(end + 1)...]
    }
    partial += rest
    if partial.count > Self.longestLine {
      lines.append(partial)
      partial = []
    }
  }

  private func readErrors() {
    guard let bytes = read(errors) else { return isErrorsOpen = false }
    standardError = Array((standardError + bytes).suffix(Self.keptErrors))
  }

  /// Reads available bytes; `nil` at the end.
  private func read(_ descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = cpoll_read(descriptor, &buffer, buffer.count)
    if count > 0 { return Array(buffer[..<count]) }
    return count == -Int(EAGAIN) ? [] : nil
  }
}
