internal import WireProtocol

/// A fault of a game's program, with what was measured or received; its description is for the game's author and the
/// operator.
public enum ProgramFault: Error, Hashable, Sendable {
  /// The file cannot be executed.
  case cannotStart(command: String, why: String)
  /// The kernel cannot isolate programs.
  case cannotConfine(missing: [String])
  /// No answer to `hello`.
  case noHello(milliseconds: Int)
  /// The answer to `hello` has a version that was not offered.
  case version(answered: String)
  /// A new process answers `hello` differently from the first one.
  case descriptionChanged
  /// No answer within the budget.
  case timedOut(milliseconds: Int, budget: Int)
  /// The process has exited; `lastLine` is its last line on standard error.
  case exited(how: String, lastLine: String)
  /// It closed its standard output and still runs.
  case closedOutput
  /// Standard output ended in the middle of a line.
  case truncatedLine(String)
  /// A line on standard output that is not a JSON object.
  case notAnAnswer(String)
  /// A line on standard output without a question, such as a second answer.
  case unsolicited(String)
  /// An answer with another question's id.
  case wrongID(expected: Int, line: String)
  /// A line longer than ``ProgramLimits/lineBytes``.
  case lineTooLong(bytes: Int)
  /// More than ``ProgramLimits/errorBytes`` on standard error during one question.
  case tooMuchErrorOutput(bytes: Int, milliseconds: Int)
  /// An answer that is JSON and violates the protocol.
  case invalidAnswer(ask: String, what: String)
  /// Its files have changed, and no copy of the previous version exists.
  case noCopy
  /// Its files changed while it was starting.
  case filesChanged
  /// It failed recently; the next start is delayed.
  case backingOff(milliseconds: Int)
  /// All processes were busy for this long.
  case busy(milliseconds: Int)
  /// It has more threads than ``ProgramLimits/threads``.
  case tooManyThreads(threads: Int, most: Int)
}

extension ProgramFault: CustomStringConvertible {
  /// One sentence without the game's name and without a period, of at most ``maximumCharacters``.
  public var description: String {
    let scalars = sentence.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: Self.maximumCharacters, limitedBy: scalars.endIndex)
    return Self.sanitized(end.map { "\(String(scalars[..<$0]))…" } ?? sentence)
  }

  /// Bounds what output of a program, or a player's text in it, adds to the log.
  private static let maximumCharacters = 700

  private var sentence: String {
    switch self {
    case .cannotStart(let command, let why): "\(command) cannot be started: \(why)"
    case .cannotConfine(let missing):
      "this system cannot confine programs: it lacks \(missing.joined(separator: " and "))"
    case .noHello(let milliseconds): "no answer to \"hello\" within \(milliseconds) ms"
    case .version(let answered): "\"hello\" was answered with version \(answered); only version 1 is supported"
    case .descriptionChanged: "its answer to \"hello\" differs from the one at its first start"
    case .timedOut(let milliseconds, let budget): "no answer after \(milliseconds) ms; the budget is \(budget) ms"
    case .exited(let how, let lastLine):
      "it \(how)" + (lastLine.isEmpty ? "" : "; last line on standard error: \(lastLine)")
    case .closedOutput: "it closed its standard output"
    case .truncatedLine(let text): "standard output ended in the middle of a line: \(Self.quoted(text))"
    case .notAnAnswer(let text):
      "\(Self.quoted(text)) on standard output is not an answer: print to standard error"
    case .unsolicited(let text): "\(Self.quoted(text)) on standard output without a question"
    case .wrongID(let expected, let line): "the answer to question \(expected) has another id: \(Self.quoted(line))"
    case .lineTooLong(let bytes): "a line of more than \(bytes) bytes on standard output"
    case .tooMuchErrorOutput(let bytes, let milliseconds): "\(bytes) bytes on standard error within \(milliseconds) ms"
    case .invalidAnswer(let ask, let what): "the answer to \"\(ask)\" is invalid: \(what)"
    case .noCopy: "its file has changed, and there is neither a process nor a copy of the previous version"
    case .filesChanged: "its files changed while it was starting"
    case .backingOff(let milliseconds): "it failed, and is restarted in \(milliseconds) ms"
    case .tooManyThreads(let threads, let most): "it has \(threads) threads; the limit is \(most)"
    case .busy(let milliseconds): "all its processes were busy for \(milliseconds) ms"
    }
  }

  /// The first 80 characters of a text, in quotes.
  private static func quoted(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(80)))
    return "\"\(sanitized(start))\(start == text ? "" : "…")\""
  }

  /// A text with the characters replaced that act on a terminal.
  static func sanitized(_ text: String) -> String { text.showable }
}

/// Why a question failed.
public enum ProgramFailure: Error, Sendable {
  /// The game refuses, in a sentence for its player.
  case refused(code: String, text: String)
  /// The program failed.
  case fault(ProgramFault)
}
