internal import Catalogue
internal import ClientKit
internal import WireProtocol

/// `parlor-bots compare`: compares two bots on the same puzzles.
enum CompareCommand {
  static let help = """
    A and B are commands in quotes, which are run on the same puzzles one after the other; or the name of a game, with
    flags of trial if wanted ("wordle --no-tables"), for the bot of this project; or reports: files of run --report, or
    report:NAME@PLAYER for one that a server has kept. The difference is taken puzzle by puzzle; its 95 % confidence
    interval is Student's t. There is a verdict
    only where \(PairedDifference.leastDiffering) puzzles at least came out differently.
    """

  /// - Returns: whether the first is shown to be worse than the second.
  static func run(_ options: CompareOptions) async throws -> Bool {
    let first = try await report(options.first, options)
    let second = try await report(options.second, options)
    let difference = try PairedDifference(first, second)
    let (one, other) = names(first, second)
    if options.isJSON {
      print(json(difference, first, second, verdict: difference.verdict(one, other)).text)
      return difference.isFirstWorse
    }
    print("\(one) is \(options.first)\n" + TrialText.text(of: first))
    print("\(other) is \(options.second)\n" + TrialText.text(of: second))
    print(difference.tally(one, other))
    if difference.count < 30 { print("There are few puzzles: the interval is unreliable.") }
    print(difference.verdict(one, other))
    return difference.isFirstWorse
  }

  private static func names(_ first: TrialReport, _ second: TrialReport) -> (String, String) {
    guard let one = first.summary.name, let other = second.summary.name, one != other else { return ("A", "B") }
    return (one, other)
  }

  private static func report(_ side: String, _ options: CompareOptions) async throws -> TrialReport {
    if side.hasPrefix("report:") { return try await keptReport(String(side.dropFirst(7)), options.server.address) }
    if let bytes = FileContents.read(side), let file = TrialFile(reading: bytes) { return file.report }
    var run = options.run
    run.command = ["/bin/sh", "-c", command(side)]
    var bot = try BotRun(run)
    let result = bot.run()
    guard result.verdict == .finished, let report = result.report else {
      throw Failure("\(side): \(result.text)")
    }
    return report
  }

  /// The shell command of a side: a game's name stands for this program's own bot.
  static func command(_ side: String) -> String {
    guard let first = side.split(separator: " ").first, PlayedGame(rawValue: String(first)) != nil else { return side }
    return
      "exec '\(ResourceFolder.executable.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))' trial \(side)"
  }

  private static func keptReport(_ text: String, _ server: ServerAddress) async throws -> TrialReport {
    let parts = text.split(separator: "@", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { throw UsageError(message: "a kept report is named report:NAME@PLAYER") }
    let client = try await Client.connect(to: server)
    let report = try await client.ask(Request.TrialReport(name: parts[0], player: parts[1]))
    await client.close()
    return report
  }

  private static func json(
    _ difference: PairedDifference, _ first: TrialReport, _ second: TrialReport, verdict: String
  ) -> JSON {
    [
      "puzzles": .int(difference.count), "measure": .string(difference.measure.word),
      "mean": FigureText.json(difference.mean, digits: 4), "low": FigureText.json(difference.low, digits: 4),
      "high": FigureText.json(difference.high, digits: 4), "confidence": 0.95, "method": "paired Student's t",
      "first_better": .int(difference.firstBetter), "second_better": .int(difference.secondBetter),
      "shown": .bool(difference.isShown), "verdict": .string(verdict), "first": TrialText.json(of: first),
      "second": TrialText.json(of: second),
    ]
  }
}

extension PairedDifference.Refusal: CustomStringConvertible {
  var description: String { "these reports cannot be compared: \(message)" }
}
