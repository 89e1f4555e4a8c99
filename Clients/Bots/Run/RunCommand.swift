internal import WireProtocol

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// `parlor-bots run`: runs a bot in any language, without a server.
enum RunCommand {
  static let help = """
    Speaks the line protocol with a program on its standard input and output, as a server would over a socket.
    The program says {"type":"trial",…} and plays; what came of it is printed, with the end of its standard error. The
    exit status is 0 if it has played to the end, else 1.
    """

  static func run(_ options: RunOptions) throws {
    var run = try BotRun(options.run)
    let result = run.run()
    print(options.isJSON ? JSON.object(result.json).text : result.text)
    if let file = options.reportFile, let report = result.report {
      try TrialFile(report, result.played).write(to: file)
    }
    if result.verdict != .finished { exit(1) }
  }
}
