import Foundation
import ServerHarness

/// Runs Python, where it is installed.
enum PythonScript {
  /// - Returns: whether Python is there and runs the code successfully.
  static func runs(_ script: String, _ arguments: [String] = []) -> Bool { (try? run(script, arguments))?.status == 0 }

  static func run(
    _ script: String, _ arguments: [String] = [], within seconds: Double = Patience.seconds
  ) throws -> ChildProcess.Ending {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    return try ChildProcess("/usr/bin/env", ["python3", "-c", script] + arguments, environment: environment)
      .ending(within: seconds)
  }
}
