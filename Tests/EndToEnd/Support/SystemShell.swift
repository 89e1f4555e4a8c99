import Foundation
import ServerHarness

/// Runs commands in the system's shell.
enum SystemShell {
  /// Whether a program is installed, including administrators' programs.
  static func has(_ program: String) -> Bool {
    (try? run("PATH=$PATH:/usr/sbin:/sbin command -v \(program) > /dev/null")).map { $0.status == 0 } ?? false
  }

  static func run(
    _ command: String, _ variables: [String: String] = [:], shell: String = "/bin/sh",
    within seconds: Double = Patience.seconds
  ) throws -> ChildProcess.Ending {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    return try ChildProcess(shell, ["-c", command], environment: environment.merging(variables) { $1 })
      .ending(within: seconds)
  }
}
