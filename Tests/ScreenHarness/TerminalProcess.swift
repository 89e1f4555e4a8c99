import CPseudoTerminal
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program at a pseudo-terminal and its user: reads the screen, types, resizes the window.
package final class TerminalProcess {
  /// A wait that has timed out, with the screen at that time.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  package private(set) var screen: Screen
  /// All bytes that the program has written.
  package private(set) var written: [UInt8] = []
  private var child = cpty_child()
  private var ending: Ending?
  private var isGone = false
  private let name: String

  /// - Parameter environment: the complete environment; nothing is inherited from the tests.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:], columns: Int = 80,
    rows: Int = 24
  ) throws {
    name = path.split(separator: "/").last.map(String.init) ?? path
    screen = Screen(columns: columns, rows: rows)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let failure = ChildProcess.whileNobodyElseStarts {
      cpty_start(&child, path, &words, &variables, UInt16(columns), UInt16(rows))
    }
    guard failure == 0 else { throw Failure(description: "cannot start \(path): \(-failure)") }
  }

  deinit {
    guard child.process > 0 else { return }
    if ending == nil {
      // The program leads a session, so that everything it has started ends with it.
      let group = cpty_foreground_group(child.terminal)
      if group > 0, group != child.process { kill(-group, SIGKILL) }
      kill(child.process, SIGKILL)
      reap()
    }
    for descriptor in [child.keyboard, child.terminal, child.leash] { close(descriptor) }
  }

  package func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    let deadline = Clock.seconds + Patience.seconds
    while !rest.isEmpty, !isGone, Clock.seconds < deadline {
      let count = rest.withUnsafeBytes { write(child.keyboard, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // A program that does not read input may be waiting to write.
        _ = listen(until: Clock.seconds + 0.05)
      } else if errno != EINTR {
        return
      }
    }
  }

  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    _ = cpty_resize(child.keyboard, UInt16(columns), UInt16(rows))
  }

  package func send(_ signal: Int32) { kill(child.process, signal) }

  package var isCooked: Bool { cpty_is_cooked(child.terminal) == 1 }

  /// Waits until the screen satisfies a condition; fails with the screen. Incomplete frames are not checked.
  @discardableResult
  package func wait(
    until what: String, for seconds: Double = Patience.seconds, _ holds: (Screen) throws -> Bool
  ) throws -> Screen {
    let deadline = Clock.seconds + seconds
    while true {
      if !screen.isChanging, try holds(screen) { return screen }
      switch listen(until: deadline) {
      case .something: continue
      case .nothing: throw failure("\(what) did not come in \(seconds) s")
      case .end:
        if try holds(screen) { return screen }
        throw failure("\(name) has ended (\(try wait())) before \(what)")
      }
    }
  }

  @discardableResult
  package func wait(for text: String) throws -> Screen { try wait(until: "“\(text)”") { $0.contains(text) } }

  @discardableResult
  package func wait(without text: String) throws -> Screen {
    try wait(until: "the end of “\(text)”") { !$0.contains(text) }
  }

  /// Reads until there is no output for that many seconds. For recordings only.
  package func settle(_ seconds: Double) { while case .something = listen(until: Clock.seconds + seconds) {} }

  /// Waits for the program's end, reading its output.
  package func wait(for seconds: Double = Patience.seconds) throws -> Ending {
    let deadline = Clock.seconds + seconds
    while true {
      switch listen(until: deadline) {
      case .something: continue
      case .nothing: throw failure("\(name) did not end in \(seconds) s")
      case .end: return reap()
      }
    }
  }

  package func failure(_ reason: String) -> Failure {
    let faults = screen.faults.isEmpty ? "" : "\nfaults: \(screen.faults.joined(separator: "; "))"
    let edge = String(repeating: "─", count: screen.columns)
    return Failure(
      description:
        "\(reason). The screen of \(screen.columns)×\(screen.rows):\n\(edge)\n\(screen.text)\n\(edge)\(faults)")
  }

  private enum Heard { case something, nothing, end }

  private func listen(until deadline: Double) -> Heard {
    if isGone { return .end }
    var entries = [child.keyboard, child.leash].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&entries, 2, Int32(max(0, min(3600, deadline - Clock.seconds)) * 1000))
    if count < 0 { return errno == EINTR ? .something : .end }
    if read() { return .something }
    if entries[1].revents != 0 {
      // The program has ended, and its output has been read.
      isGone = true
      return .end
    }
    return count == 0 ? .nothing : .something
  }

  private func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #if canImport(Darwin)
      let count = Darwin.read(child.keyboard, &bytes, bytes.count)
    #else
      let count = Glibc.read(child.keyboard, &bytes, bytes.count)
    #endif
    guard count > 0 else { return false }
    written += bytes[..<count]
    let known = screen.replies.count
    screen.feed(bytes[..<count])
    let replies = screen.replies[known...]
    if !replies.isEmpty { type(String(decoding: replies, as: UTF8.self)) }
    return true
  }

  @discardableResult
  private func reap() -> Ending {
    if let ending { return ending }
    var raw: Int32 = 0
    while waitpid(child.process, &raw, 0) < 0, errno == EINTR {}
    let result: Ending = raw & 0x7F == 0 ? .exit((raw >> 8) & 0xFF) : .signal(raw & 0x7F)
    ending = result
    return result
  }
}

enum Clock {
  /// The time of the monotonic clock.
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
