import Catalogue
import GameProcess

#if canImport(Darwin)
  import Darwin
#else
  @preconcurrency import Glibc
#endif

/// `check-game --watch`: checks a game whenever its files change, each time in a process of its own, since a check may
/// end the process that it runs in. A change during a check ends it, and the next one begins.
struct CheckWatch {
  private let words: [String]
  private let arguments: [String]

  /// Nanoseconds between two looks at the files.
  private static let lookInterval = 250_000_000

  /// - Parameter arguments: of the command that checks once.
  init(_ words: [String], _ arguments: [String]) { (self.words, self.arguments) = (words, arguments) }

  /// Checks until somebody ends it.
  ///
  /// - Returns: the exit status where nothing can be checked.
  func run() -> Int32 {
    while true {
      let files = look()
      guard let check = start() else {
        ServerLog.print("parlor-server: check-game cannot start itself again", to: 2)
        return 71
      }
      ServerLog.print("Checking \(words.joined(separator: " ")) …")
      var isRunning = true
      while isRunning, look() == files {
        wait()
        isRunning = !hasEnded(check)
      }
      if isRunning {
        ServerLog.print("The files have changed.")
        kill(check, SIGKILL)
        while waitpid(check, nil, 0) < 0, errno == EINTR {}
      } else {
        ServerLog.print("The next check comes with the next change; Ctrl-C ends.")
        while look() == files { wait() }
      }
      // An editor writes in several steps.
      wait()
    }
  }

  /// `nil` where the program is not there.
  private func look() -> GameFiles? {
    do throws(ProgramFault) { return GameFiles(of: try ProgramCommand(words)) } catch { return nil }
  }

  private func wait() {
    var time = timespec(tv_sec: 0, tv_nsec: Self.lookInterval)
    nanosleep(&time, nil)
  }

  private func start() -> pid_t? {
    let path = ResourceFolder.executable
    var words = ([path, "check-game"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    return posix_spawn(&child, path, nil, nil, &words, environment) == 0 ? child : nil
  }

  /// Whether a check is done; its process is gone then.
  private func hasEnded(_ check: pid_t) -> Bool {
    let ended = waitpid(check, nil, WNOHANG)
    return ended == check || (ended < 0 && errno != EINTR)
  }
}

#if canImport(Darwin)
  private var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { _NSGetEnviron().pointee }
#else
  private var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? { environ }
#endif
