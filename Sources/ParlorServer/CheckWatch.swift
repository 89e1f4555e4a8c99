import Catalogue
import GameProcess

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// `check-game --watch`: checks a game whenever its files change. Each check runs in its own process, because it may
/// end that process. A change during a check restarts it.
struct CheckWatch {
  private let words: [String]
  private let arguments: [String]

  private static let pollNanoseconds = 250_000_000

  /// - Parameter arguments: the arguments of the command that checks once.
  init(_ words: [String], _ arguments: [String]) { (self.words, self.arguments) = (words, arguments) }

  /// Checks until the process is killed.
  ///
  /// - Returns: the exit status if no check can be started.
  func run() -> Int32 {
    while true {
      let files = currentFiles()
      guard let check = start() else {
        ServerLog.print("parlor-server: check-game cannot start a process for the check", to: 2)
        return 71
      }
      ServerLog.print("Checking \(words.joined(separator: " ")) …")
      var isRunning = true
      while isRunning, currentFiles() == files {
        wait()
        isRunning = !hasExited(check)
      }
      if isRunning {
        ServerLog.print("The files have changed.")
        kill(check, SIGKILL)
        while waitpid(check, nil, 0) < 0, errno == EINTR {}
      } else {
        ServerLog.print("Waiting for the next change; press Ctrl-C to stop.")
        while currentFiles() == files { wait() }
      }
      // Editors save in several writes.
      wait()
    }
  }

  /// `nil` if the program does not exist.
  private func currentFiles() -> GameFiles? {
    do throws(ProgramFault) { return GameFiles(of: try ProgramCommand(words)) } catch { return nil }
  }

  private func wait() {
    var time = timespec(tv_sec: 0, tv_nsec: Self.pollNanoseconds)
    nanosleep(&time, nil)
  }

  private func start() -> pid_t? {
    let path = ResourceFolder.executable
    var words = ([path, "check-game"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    return posix_spawn(&child, path, nil, nil, &words, environment) == 0 ? child : nil
  }

  /// Whether a check has exited; reaps it.
  private func hasExited(_ check: pid_t) -> Bool {
    let ended = waitpid(check, nil, WNOHANG)
    return ended == check || (ended < 0 && errno != EINTR)
  }
}

#if canImport(Darwin)
  private var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { _NSGetEnviron().pointee }
#else
  private var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
#endif
