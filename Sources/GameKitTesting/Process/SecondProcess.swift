#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs the test program again, up to one call of `checkGame`.
///
/// A library cannot pass a game's type to another program, so it runs the test binary again with a filter for the
/// calling test. There `checkGame` finds ``reportVariable`` in the environment, runs the checks, writes its report to
/// that file and exits.
enum SecondProcess {
  /// The path of the report file.
  static let reportVariable = "PARLOR_CHECK_REPORT"
  /// Identifies the call, because a test may contain several.
  static let callVariable = "PARLOR_CHECK_CALL"

  /// The result of a process.
  struct Run {
    var contents: DiaryFile.Contents
    /// The signal that ended it; `nil` if it ended by itself.
    var signal: Int32?
    /// The method of the game that was running when it ended.
    var method: Method?
    /// The runtime's message of a trap.
    var fatalError: String?
  }

  /// This process's role in a call.
  enum Role {
    /// The process of the author's tests.
    case first
    /// The process started for this call, with its report file.
    case second(report: String)
    /// A process started for another call, which does nothing in this one.
    case bystander
  }

  static func role(for call: String) -> Role {
    guard let reportFile, let meant = getenv(callVariable) else { return .first }
    return String(cString: meant) == call ? .second(report: reportFile) : .bystander
  }

  /// The report file of this process; `nil` in the first process.
  static var reportFile: String? { getenv(reportVariable).map { String(cString: $0) } }

  /// Ends this process by a signal after that much processor time, or ten times as much wall-clock time.
  static func endAfter(processorSeconds: Int) {
    var usage = rusage()
    getrusage(ownUsage, &usage)
    let seconds = rlim_t(Int(usage.ru_utime.tv_sec) + Int(usage.ru_stime.tv_sec) + max(1, processorSeconds))
    var limit = rlimit(rlim_cur: seconds, rlim_max: seconds + 5)
    setrlimit(processorLimit, &limit)
    alarm(UInt32(clamping: processorSeconds * 10))
  }

  /// Whether a signal means a timeout.
  static func isTimeout(_ signal: Int32) -> Bool { signal == SIGXCPU || signal == SIGALRM || signal == SIGKILL }

  /// Runs this program again for one call.
  ///
  /// - Returns: its result; `nil` if it could not be started or did not reach the call.
  static func run(call: String, file: String, function: String) -> Run? {
    guard let report = temporaryFile() else { return nil }
    let (errors, calls) = (report + ".stderr", callFile(of: report))
    defer { for path in [report, errors, calls] { unlink(path) } }
    for arguments in argumentLists(file: file, function: function) {
      guard FileBytes.create(report, []), FileBytes.create(calls, [UInt8](repeating: 0, count: Calls.bytes)),
        let signal = spawn(arguments, errors: errors, variables: [reportVariable: report, callVariable: call])
      else { return nil }
      let contents = DiaryFile.contents(of: report)
      if contents.isEmpty { continue }
      return Run(
        contents: contents, signal: signal == 0 ? nil : signal, method: Calls.last(in: calls),
        fatalError: fatalError(errors))
    }
    return nil
  }

  /// The file with the second process's running method: see ``Calls``.
  static func callFile(of report: String) -> String { report + ".calls" }

  /// Argument lists that reach the call, the fastest first: the one test, then its whole module. A program that is not
  /// a Swift Testing binary runs with its own arguments.
  private static func argumentLists(file: String, function: String) -> [[String]] {
    let own = CommandLine.arguments
    guard own.contains("--testing-library") || own.contains("--test-bundle-path") else { return [own] }
    var kept = [own.first ?? ""]
    for (index, argument) in own.enumerated() where index + 1 < own.count {
      if argument == "--testing-library" || argument == "--test-bundle-path" { kept += [argument, own[index + 1]] }
    }
    func pattern(_ text: Substring) -> String {
      String(text.filter { $0 != "`" }.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "." })
    }
    let module = pattern(file.prefix { $0 != "/" })
    return ["^\(module)[.].*\(pattern(function.prefix { $0 != "(" }))", "^\(module)[.]"].map {
      kept + ["--filter", $0]
    }
  }

  private static func temporaryFile() -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(folder)/parlor-check-XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return nil }
    close(descriptor)
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The runtime's last "Fatal error" line.
  private static func fatalError(_ errors: String) -> String? {
    let text = String(decoding: FileBytes.read(errors) ?? [], as: UTF8.self)
    guard let line = text.split(separator: "\n").last(where: { $0.contains("Fatal error") }) else { return nil }
    return line.firstRange(of: "Fatal error").map { String(line[$0.lowerBound...]) }
  }

  /// Runs the program and waits for its exit.
  ///
  /// - Returns: the signal that ended it, 0 for none; `nil` if it could not be started.
  private static func spawn(_ arguments: [String], errors: String, variables: [String: String]) -> Int32? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    // Otherwise an inherited pipe of a concurrent test stays open until this process exits.
    #if canImport(Darwin)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
    #else
      for descriptor in Int32(3)..<1024 where fcntl(descriptor, F_GETFD) >= 0 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    var words = arguments.map { strdup($0) } + [nil]
    var environment = inherited(without: variables.keys.map { $0 + "=" })
    // Makes the order of a Set or Dictionary constant in the second process: differences within it are randomness,
    // differences between the two processes are that order.
    environment += ["SWIFT_DETERMINISTIC_HASHING=1", "SWIFT_BACKTRACE=enable=no"]
    environment += variables.map { "\($0.key)=\($0.value)" }
    var entries = environment.map { strdup($0) } + [nil]
    defer { for text in words + entries { free(text) } }
    var child = pid_t()
    guard let path = executablePath,
      posix_spawn(&child, path, &actions, &attributes, &words, &entries) == 0
    else { return nil }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return nil } }
    return status & 0x7F
  }

  private static func inherited(without prefixes: [String]) -> [String] {
    var entries: [String] = []
    var next = systemEnvironment
    while let place = next, let text = place.pointee {
      let entry = String(cString: text)
      if !prefixes.contains(where: entry.hasPrefix) { entries.append(entry) }
      next = place + 1
    }
    return entries
  }

  private static var executablePath: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer -> String? in
      guard let start = buffer.baseAddress else { return nil }
      buffer.initialize(repeating: 0)
      #if canImport(Darwin)
        var size = UInt32(buffer.count)
        return _NSGetExecutablePath(start, &size) == 0 ? String(cString: start) : nil
      #else
        return readlink("/proc/self/exe", start, buffer.count - 1) > 0 ? String(cString: start) : nil
      #endif
    }
  }
}

#if canImport(Darwin)
  private let ownUsage = RUSAGE_SELF
  private let processorLimit = RLIMIT_CPU
  private var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { _NSGetEnviron().pointee }
#else
  private let ownUsage = Int32(RUSAGE_SELF.rawValue)
  private let processorLimit = __rlimit_resource_t(UInt32(RLIMIT_CPU.rawValue))
  private var systemEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
#endif
