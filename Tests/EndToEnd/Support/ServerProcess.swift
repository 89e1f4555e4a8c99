import Foundation

/// The built `parlor-server`, running as a process of its own on a free port.
final class ServerProcess {
  /// A server that did not start.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What a process that ended by itself left behind.
  struct Ending {
    let status: Int32
    let output: [String]
    let errors: [String]
  }

  let port: UInt16
  /// The line that tells where the server listens.
  let firstLine: String
  private let process: Process
  private let output: LineReader
  private let pipes: [Pipe]

  /// Starts a server and waits until it says where it listens.
  ///
  /// - Parameter arguments: flags besides `--port 0`; data is kept nowhere unless they say where.
  init(_ arguments: [String] = []) throws {
    let arguments = arguments.contains("--data") ? arguments : ["--data", ":memory:"] + arguments
    let out = Pipe()
    let errors = Pipe()
    process = Self.makeProcess(["--host", "127.0.0.1", "--port", "0"] + arguments, out, errors)
    pipes = [out, errors]
    output = LineReader(descriptor: out.fileHandleForReading.fileDescriptor)
    try process.run()
    Self.closeWritingEnds([out, errors])
    guard case .line(let line) = output.next(within: Patience.seconds), line.contains(" listens on "),
      let port = line.split(separator: ":").last.flatMap({ UInt16($0) })
    else {
      process.terminate()
      let said = LineReader(descriptor: errors.fileHandleForReading.fileDescriptor).rest(within: 1).lines
      throw Failure(description: "the server does not listen: \(said.joined(separator: " "))")
    }
    firstLine = line
    self.port = port
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
  }

  /// Runs the server with arguments that make it end by itself.
  static func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Ending {
    let out = Pipe()
    let errors = Pipe()
    let process = makeProcess(arguments, out, errors)
    process.environment?.merge(environment) { $1 }
    try process.run()
    closeWritingEnds([out, errors])
    let output = LineReader(descriptor: out.fileHandleForReading.fileDescriptor).rest(within: Patience.seconds)
    if !output.ended { kill(process.processIdentifier, SIGKILL) }
    let said = LineReader(descriptor: errors.fileHandleForReading.fileDescriptor).rest(within: Patience.seconds)
    process.waitUntilExit()
    return Ending(status: process.terminationStatus, output: output.lines, errors: said.lines)
  }

  /// The next line of the operator's log.
  func logLine() -> LineReader.Outcome { output.next(within: Patience.seconds) }

  /// Asks the server to stop.
  func terminate() { kill(process.processIdentifier, SIGTERM) }

  /// Ends the server as a crash does, in the middle of whatever it is doing, and waits until it is gone.
  func killNow() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The number by which the system knows the process.
  var identifier: Int32 { process.processIdentifier }

  /// Waits for the end of a server that was asked to stop.
  ///
  /// - Returns: the exit status, or `nil` when the server had to be killed.
  func exitStatus() -> Int32? {
    let ended = output.rest(within: Patience.seconds).ended
    if !ended { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return ended && process.terminationReason == .exit ? process.terminationStatus : nil
  }

  private static func makeProcess(_ arguments: [String], _ out: Pipe, _ errors: Pipe) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLOR_") }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = out
    process.standardError = errors
    return process
  }

  /// Without this the reading ends would never see the end.
  private static func closeWritingEnds(_ pipes: [Pipe]) {
    for pipe in pipes { try? pipe.fileHandleForWriting.close() }
  }

  /// The built server lies in the folder of the test bundle.
  private static let executable: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("parlor-server")
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("parlor-server")
  }()
}
