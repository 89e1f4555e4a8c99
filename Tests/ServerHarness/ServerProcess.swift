import Foundation

/// The built `parlor-server` as a process on a free port.
package final class ServerProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let port: UInt16
  package let firstLine: String
  /// The lines before ``firstLine``.
  package let preface: [String]
  /// The HTTP port of a server started with `--http 0`.
  package let httpPort: UInt16
  /// The path of the console's socket.
  package let adminSocket: String
  private let process: ChildProcess
  private let output: LineReader
  private let errors: LineReader
  let arguments: [String]
  /// The server's data folder, removed with this object.
  private let folder: URL

  /// Starts a server and waits until it reports its port.
  ///
  /// - Parameters:
  ///   - arguments: flags in addition to `--port 0`. Data is in one of ``DataFolders`` unless they name a folder.
  ///   - program: a server with other games.
  ///   - environment: variables in addition to this process's.
  ///   - wrapper: a program with arguments that starts the server, such as `prlimit --nofile=64`.
  package init(
    _ arguments: [String] = [], program: String = "parlor-server", environment: [String: String] = [:],
    under wrapper: [String] = []
  ) throws {
    folder = DataFolders.new()
    let given = arguments.firstIndex(of: "--admin-socket").map { arguments[$0 + 1] }
    let data = arguments.firstIndex(of: "--data").map { arguments[$0 + 1] }
    adminSocket = given ?? "\(data ?? environment["PARLOR_DATA"] ?? folder.path)/admin.sock"
    process = try Self.start(
      ["--host", "127.0.0.1", "--port", "0"] + arguments, ["PARLOR_DATA": folder.path].merging(environment) { $1 },
      program: program, under: wrapper)
    output = LineReader(descriptor: process.output)
    errors = LineReader(descriptor: process.errors)
    self.arguments = arguments
    var said = output.next(within: Patience.seconds)
    // A cluster node first reports what it waits for and its role.
    var preface: [String] = []
    while case .line(let line) = said, !line.contains(" listens on ") {
      preface.append(line)
      said = output.next(within: Patience.seconds)
    }
    guard case .line(let line) = said, line.contains(" listens on "),
      let port = Self.port(endingLine: line)
    else {
      process.send(SIGTERM)
      throw Failure(
        description: "the server does not listen: \(errors.rest(within: 1).lines.joined(separator: " ")) "
          + output.recent.joined(separator: "\n"))
    }
    firstLine = line
    self.preface = preface
    self.port = port
    guard arguments.contains("--http") else {
      httpPort = 0
      RunningServers.add(self)
      return
    }
    guard case .line(let line) = output.next(within: Patience.seconds), line.contains(" answers HTTP on http://"),
      let port = Self.port(endingLine: line)
    else { throw Failure(description: "the server does not answer HTTP") }
    httpPort = port
    RunningServers.add(self)
  }

  /// The number after the last colon, also in a JSON log line.
  private static func port(endingLine line: String) -> UInt16? {
    line.split(separator: ":").last.flatMap { UInt16($0.prefix { $0.isNumber }) }
  }

  deinit {
    process.send(SIGKILL)
    _ = process.wait()
    try? FileManager.default.removeItem(at: folder)
  }

  package static func run(
    _ arguments: [String], environment: [String: String] = [:], under wrapper: [String] = []
  ) throws -> ChildProcess.Ending {
    try begin(arguments, environment: environment, under: wrapper)()
  }

  /// Starts a command; the returned function waits for its end.
  package static func begin(
    _ arguments: [String], environment: [String: String] = [:], under wrapper: [String] = []
  ) throws -> () -> ChildProcess.Ending {
    let process = try start(arguments, ["PARLOR_DATA": ":memory:"].merging(environment) { $1 }, under: wrapper)
    return { process.ending() }
  }

  package func logLine() -> LineReader.Outcome { output.next(within: Patience.seconds) }

  /// The log lines that have arrived.
  package func logLines() -> [String] {
    var lines: [String] = []
    while case .line(let line) = output.next(within: 0) { lines.append(line) }
    return lines
  }

  /// The rest of the log of a server that was asked to stop.
  package func restOfLog() -> [String] { output.rest(within: Patience.seconds).lines }

  /// The rest of the standard error of a stopped server.
  package func restOfErrors() -> [String] { errors.rest(within: Patience.seconds).lines }

  /// The last lines of its log and standard error, including those read before.
  func lastLines(_ count: Int) -> [String] {
    _ = (logLines(), errors.rest(within: 0))
    return output.recent.suffix(count) + errors.recent.suffix(count).map { "(standard error) \($0)" }
  }

  package func terminate() { process.send(SIGTERM) }

  package func killNow() {
    process.send(SIGKILL)
    _ = process.wait()
  }

  /// Stops it by SIGSTOP, so that it neither answers nor closes anything.
  package func pause() { process.send(SIGSTOP) }

  /// Continues it.
  package func resume() { process.send(SIGCONT) }

  package var identifier: Int32 { process.identifier }

  /// The exit status of a server that was asked to stop; `nil` if it had to be killed.
  package func exitStatus() -> Int32? {
    if !output.rest(within: Patience.seconds).ended { process.send(SIGKILL) }
    return process.wait()
  }

  private static func start(
    _ arguments: [String], _ environment: [String: String], program: String = "parlor-server",
    under wrapper: [String] = []
  ) throws -> ChildProcess {
    let own = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PARLOR_") }
    let words = wrapper + [path(of: program)] + arguments
    return try ChildProcess(words[0], Array(words.dropFirst()), environment: own.merging(environment) { $1 })
  }

  /// - Parameter name: a program of this build, or a path.
  package static func path(of name: String) -> String {
    name.hasPrefix("/") ? name : folderOfPrograms.appendingPathComponent(name).path
  }

  /// The built programs are in the folder of the test bundle.
  private static let folderOfPrograms: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent()
      }
    #endif
    return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }()
}
