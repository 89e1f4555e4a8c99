internal import WireProtocol

/// How a bot did that was run.
enum Verdict: Equatable {
  /// It played a trial to its end.
  case finished
  /// It said nothing for so many seconds while it was its turn.
  case hung(seconds: Double)
  /// So many lines in a row were refused; the last of them, and why.
  case rubbish(count: Int, line: String, why: String)
  /// It ended before its trial did.
  case died(BotProcess.End)
  /// It said goodbye, or ended in good order, without having played a trial.
  case noTrial

  /// The word for programs.
  var word: String {
    switch self {
    case .finished: "finished"
    case .hung: "hung"
    case .rubbish: "rubbish"
    case .died: "died"
    case .noTrial: "no_trial"
    }
  }

  /// One sentence.
  var text: String {
    switch self {
    case .finished: "The bot has played its trial to the end."
    case .hung(let seconds):
      "The bot hangs: it said nothing for \(Numbers.text(seconds, digits: 1)) s though it was its turn (--turn-limit)."
    case .rubbish(let count, let line, let why):
      "The bot talks rubbish: \(count) lines in a row were refused, the last one \(line) (\(why))."
    case .died(.exited(let status)): "The bot died: it ended with status \(status) in the middle of its trial."
    case .died(.killed(let signal)): "The bot died: signal \(signal) ended it in the middle of its trial."
    case .noTrial: "The bot ended without having played a trial."
    }
  }
}

/// What came of running a bot.
struct RunResult {
  var verdict: Verdict
  var report: TrialReport?
  /// The end of what the bot wrote to standard error.
  var standardError: String
  /// In a chaos room.
  var card: ReportCard?

  /// For people.
  var text: String {
    var parts = [verdict.text]
    if let report { parts.append(TrialText.text(of: report)) }
    if !standardError.isEmpty { parts.append("Its standard error ends so:\n" + Self.indented(standardError)) }
    if let card { parts.append(card.text) }
    return parts.joined(separator: "\n")
  }

  /// For programs.
  var json: JSONObject {
    var json: JSONObject = ["verdict": .string(verdict.word), "text": .string(verdict.text)]
    if let report { json["report"] = TrialText.json(of: report) }
    json["stderr"] = .string(standardError)
    if let card { json["card"] = .object(card.json) }
    return json
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  | " + $0 }.joined(separator: "\n")
  }
}
