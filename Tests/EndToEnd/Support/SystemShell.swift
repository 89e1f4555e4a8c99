import Foundation
import ServerHarness

/// Runs commands in the system's shell.
enum SystemShell {
  struct Ending {
    let status: Int32?
    let output: [String]
    let errors: [String]

    var text: String { (output + errors).joined(separator: "\n") }
  }

  /// Whether a program is installed, including administrators' programs.
  static func has(_ program: String) -> Bool {
    (try? run("PATH=$PATH:/usr/sbin:/sbin command -v \(program) > /dev/null")).map { $0.status == 0 } ?? false
  }

  static func run(
    _ command: String, _ variables: [String: String] = [:], shell: String = "/bin/sh",
    within seconds: Double = Patience.seconds
  ) throws -> Ending {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    let process = try ChildProcess(shell, ["-c", command], environment: environment.merging(variables) { $1 })
    let output = LineReader(descriptor: process.output).rest(within: seconds)
    if !output.ended { process.send(SIGKILL) }
    let errors = LineReader(descriptor: process.errors).rest(within: Patience.seconds).lines
    return Ending(status: process.wait(), output: output.lines, errors: errors)
  }
}
