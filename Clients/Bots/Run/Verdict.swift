internal import WireProtocol

enum Verdict: Equatable {
  case finished
  /// It did not answer for that many seconds in its turn; or it never wrote a line.
  case hung(seconds: Double, hasSpoken: Bool)
  /// So many consecutive lines were refused; the last of them, and why.
  case invalidOutput(count: Int, line: String, why: String)
  /// It wrote that many lines without a move.
  case idle(count: Int)
  /// It ended before its trial did, or failed before it had begun one.
  case died(BotProcess.End, inTrial: Bool)
  /// It said goodbye or ended normally without having played a trial.
  case noTrial

  var word: String {
    switch self {
    case .finished: "finished"
    case .hung: "hung"
    case .invalidOutput: "rubbish"
    case .idle: "idle"
    case .died: "died"
    case .noTrial: "no_trial"
    }
  }

  var text: String {
    switch self {
    case .finished: "The bot has played its trial to the end."
    case .hung(let seconds, let hasSpoken):
      "The bot hangs: it wrote nothing for \(FigureText.text(seconds, digits: 1)) s though it was its turn (--turn-limit)."
        + (hasSpoken
          ? "" : " It has never written a line that is not blank: does it flush its standard output after each?")
    case .invalidOutput(let count, let line, let why):
      "The bot's output is invalid: \(count) lines in a row were refused, the last one \(line) (\(why))."
    case .idle(let count): "The bot does not play: it wrote \(count) lines without a move."
    case .died(.exited(let status), let inTrial): "The bot died: it exited with status \(status) \(Self.when(inTrial))."
    case .died(.killed(let signal), let inTrial): "The bot died: signal \(signal) ended it \(Self.when(inTrial))."
    case .noTrial: "The bot ended without having played a trial."
    }
  }

  private static func when(_ inTrial: Bool) -> String {
    inTrial ? "in the middle of its trial" : "before it began a trial"
  }
}

struct RunResult {
  var verdict: Verdict
  var report: TrialReport?
  var played = PlayedPuzzles()
  var standardError: String
  var card: ReportCard?

  var text: String {
    var parts = [verdict.text]
    if let report { parts.append(TrialText.text(of: report)) }
    if !standardError.isEmpty { parts.append("The end of its standard error:\n" + Self.indented(standardError)) }
    if let card { parts.append(card.text) }
    return parts.joined(separator: "\n")
  }

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
