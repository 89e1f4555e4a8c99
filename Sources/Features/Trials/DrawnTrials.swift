import TextMode
package import WireProtocol

extension TrialAnswer: Drawable {
  package func drawn() -> String {
    let head = "Trial of \(game): puzzle \(number) of \(puzzles), \(solved) solved"
    return ([head] + (board.map(Drawing.lines(of:)) ?? [])).joined(separator: "\n")
  }
}

extension TrialReport: Drawable {
  package func drawn() -> String {
    let title = summary.name.map { "\($0) by \(player)" } ?? "A trial by \(player)"
    return "\(title): \(summary.game), seed \(summary.seed)\n" + Drawing.lines(of: summary).joined(separator: "\n")
  }
}

extension TrialsAnswer: Drawable {
  package func drawn() -> String {
    guard !trials.isEmpty else { return "\(player) has no trials" }
    return trials.map { trial in
      let average = trial.average.map { ", \($0) tries on average" } ?? ""
      return "\(trial.day)  \(trial.name ?? "")  \(trial.game): \(trial.solved) of \(trial.puzzles) solved\(average)"
    }.joined(separator: "\n") + "\n/trial-report NAME \(player) shows one"
  }
}

extension Drawing {
  /// The numbers of a trial for people.
  fileprivate static func lines(of trial: TrialSummary) -> [String] {
    var lines = ["solved \(trial.solved) of \(trial.puzzles)" + (trial.givenUp > 0 ? ", gave up \(trial.givenUp)" : "")]
    if let average = trial.average { lines[0] += ", \(average) tries on average" }
    return lines + bars(trial.distribution) + [
      "\(count(trial.moves, "move", "moves")), \(trial.rejections) refused, \(trial.elapsedMilliseconds) ms in all",
      "time per move: median \(trial.medianMicroseconds) µs, 99 % within \(trial.p99Microseconds) µs",
    ]
  }
}
