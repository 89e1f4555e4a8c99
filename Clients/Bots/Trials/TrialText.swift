internal import WireProtocol

enum TrialText {
  static func text(of report: TrialReport) -> String {
    let trial = report.summary
    var lines = ["\(trial.name ?? "trial"): \(trial.game), seed \(trial.seed), \(trial.puzzles) puzzles"]
    var head = "  solved \(trial.solved)"
    if trial.givenUp > 0 { head += ", gave up \(trial.givenUp)" }
    if let average = trial.average { head += ", \(FigureText.text(average, digits: 4)) tries on average" }
    lines.append(head)
    let most = trial.distribution.map(\.count).max() ?? 0
    for tries in trial.distribution.prefix(24) {
      let bar = String(repeating: "🟩", count: most > 0 ? (tries.count * 20 + most - 1) / most : 0)
      lines.append("  \(tries.name)  \(bar) \(tries.count)")
    }
    lines.append(
      "  \(trial.moves) moves, \(trial.rejections) refused; time per move: median \(trial.medianMicroseconds) µs, "
        + "99 % within \(trial.p99Microseconds) µs; \(trial.elapsedMilliseconds) ms in all")
    return lines.joined(separator: "\n")
  }

  static func json(of report: TrialReport) -> JSON {
    var writer = JSONWriter()
    report.write(to: &writer)
    return (try? JSON(parsing: Array(writer.bytes.dropLast()))) ?? .null
  }
}
