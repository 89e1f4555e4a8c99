internal import CPseudoTerminal
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A program with pipes as its output, waited for by the calling thread. Foundation's `Process` is not used, since it
/// leaks descriptors of one test into the children of another.
package final class ChildProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// A program's exit status, `nil` if a signal ended it, and all that it has printed.
  package struct Ending {
    package let status: Int32?
    package let output: [String]
    package let errors: [String]

    package var text: String { (output + errors).joined(separator: "\n") }
  }

  package let identifier: Int32
  /// The read ends of the program's standard output and standard error.
  package let output: Int32
  package let errors: Int32
  private var status: Int32?

  /// Held from making a pipe until it is marked close-on-exec, since a program started in between would inherit it.
  private static let starting = Mutex(())

  /// Makes descriptors while no program is started.
  package static func whileNobodyElseStarts<Result: Sendable>(_ body: () -> sending Result) -> Result {
    starting.withLock { _ in body() }
  }

  package init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    var ends = (out: [Int32](repeating: -1, count: 2), error: [Int32](repeating: -1, count: 2))
    var child = pid_t()
    let failure = Self.starting.withLock { _ -> Int32 in
      for failure in [cpty_pipe(&ends.out), cpty_pipe(&ends.error)] where failure < 0 { return -failure }
      return Self.spawn(&child, path, arguments, environment, out: ends.out[1], error: ends.error[1])
    }
    close(ends.out[1])
    close(ends.error[1])
    (identifier, output, errors) = (child, ends.out[0], ends.error[0])
    guard failure == 0 else {
      status = -1
      throw Failure(description: "cannot start \(path): \(failure)")
    }
  }

  deinit {
    if status == nil {
      send(SIGKILL)
      _ = wait()
    }
    close(output)
    close(errors)
  }

  package func send(_ signal: Int32) {
    if status == nil { kill(identifier, signal) }
  }

  /// Waits for the program's end, and returns its exit status; `nil` if a signal ended it.
  package func wait() -> Int32? {
    var raw: Int32 = 0
    if let status { raw = status } else { while waitpid(identifier, &raw, 0) < 0, errno == EINTR {} }
    status = raw
    return raw & 0x7F == 0 ? (raw >> 8) & 0xFF : nil
  }

  /// Reads all output and waits for the program's end; one that takes longer is killed.
  package func ending(within seconds: Double = Patience.seconds) -> Ending {
    let printed = LineReader(descriptor: output).rest(within: seconds)
    if !printed.ended { send(SIGKILL) }
    let complaints = LineReader(descriptor: errors).rest(within: Patience.seconds).lines
    return Ending(status: wait(), output: printed.lines, errors: complaints)
  }

  private static func spawn(
    _ child: inout pid_t, _ path: String, _ arguments: [String], _ environment: [String: String], out: Int32,
    error: Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, out, 1)
    posix_spawn_file_actions_adddup2(&actions, error, 2)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    return posix_spawn(&child, path, &actions, nil, &words, &variables)
  }
}
