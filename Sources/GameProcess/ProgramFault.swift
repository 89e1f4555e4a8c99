internal import WireProtocol

/// What a game's program did wrong, with what was measured or read: a sentence for its author and the operator.
public enum ProgramFault: Error, Hashable, Sendable {
  /// The file cannot be executed.
  case cannotStart(command: String, why: String)
  /// The kernel lacks what keeps a program from the rest of the system.
  case cannotConfine(missing: [String])
  /// No answer to `hello`.
  case noHello(milliseconds: Int)
  /// The answer to `hello` is of a version that was not offered.
  case version(answered: String)
  /// After a start it describes itself otherwise than before.
  case otherGame
  /// No answer within the budget.
  case late(milliseconds: Int, budget: Int)
  /// The process has ended; `lastWords` is its last line on standard error.
  case died(how: String, lastWords: String)
  /// It runs, and has closed its standard output.
  case closedOutput
  /// Standard output ended in the middle of a line.
  case halfLine(String)
  /// A line on standard output that is no JSON object.
  case strayLine(String)
  /// A line that came when nothing was asked, such as a second answer.
  case unasked(String)
  /// An answer to another question.
  case wrongID(expected: Int, line: String)
  /// A line without an end.
  case endlessLine(bytes: Int)
  /// More lines on standard error than anybody can read.
  case endlessErrors(bytes: Int, milliseconds: Int)
  /// An answer that is JSON and not what the protocol says.
  case nonsense(ask: String, what: String)
  /// The same question got two answers.
  case differs(ask: String, what: String)
  /// Its files have changed, and there is no copy of what they were.
  case noCopy
  /// Its files have changed while it was started.
  case filesChange
  /// It failed a moment ago and is not started again yet.
  case resting(milliseconds: Int)
  /// All its processes were at work for so long.
  case busy(milliseconds: Int)
  /// It has more threads than a game needs, which keep others from the processor.
  case crowded(threads: Int, most: Int)
}

extension ProgramFault: CustomStringConvertible {
  /// One sentence without the game's name and without a period, of at most ``mostCharacters``.
  public var description: String {
    let scalars = sentence.unicodeScalars
    let end = scalars.index(scalars.startIndex, offsetBy: Self.mostCharacters, limitedBy: scalars.endIndex)
    return Self.shown(end.map { "\(String(scalars[..<$0]))…" } ?? sentence)
  }

  /// Of what a program has written, and a player before, logs have no more.
  private static let mostCharacters = 700

  private var sentence: String {
    switch self {
    case .cannotStart(let command, let why): "\(command) cannot be started: \(why)"
    case .cannotConfine(let missing):
      "this system cannot confine programs, for lack of \(missing.joined(separator: " and "))"
    case .noHello(let milliseconds): "no answer to \"hello\" within \(milliseconds) ms"
    case .version(let answered): "\"hello\" was answered with version \(answered), and only 1 was offered"
    case .otherGame: "it describes itself otherwise than when it was first started"
    case .late(let milliseconds, let budget): "no answer after \(milliseconds) ms, and there are \(budget)"
    case .died(let how, let lastWords): "it \(how)" + (lastWords.isEmpty ? "" : "; its last words: \(lastWords)")
    case .closedOutput: "it has closed its standard output"
    case .halfLine(let text): "standard output ended in the middle of a line: \(Self.quoted(text))"
    case .strayLine(let text):
      "\(Self.quoted(text)) on standard output is no answer: print to standard error"
    case .unasked(let text): "\(Self.quoted(text)) on standard output, where nothing was asked"
    case .wrongID(let expected, let line): "question \(expected) was answered with \(Self.quoted(line))"
    case .endlessLine(let bytes): "a line on standard output of more than \(bytes) bytes"
    case .endlessErrors(let bytes, let milliseconds): "\(bytes) bytes on standard error within \(milliseconds) ms"
    case .nonsense(let ask, let what): "the answer to \"\(ask)\" is not as it has to be: \(what)"
    case .differs(let ask, let what): "\"\(ask)\" was asked twice and answered in two ways: \(what)"
    case .noCopy: "its file has changed, no process of the one before runs, and no copy of it could be kept"
    case .filesChange: "its files have changed while it was started"
    case .resting(let milliseconds): "it has failed, and is started again in \(milliseconds) ms"
    case .crowded(let threads, let most): "it has \(threads) threads, and there may be \(most)"
    case .busy(let milliseconds): "all its processes were at work for \(milliseconds) ms"
    }
  }

  /// The beginning of a text, in quotes.
  private static func quoted(_ text: String) -> String {
    let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(80)))
    return "\"\(shown(start))\(start == text ? "" : "…")\""
  }

  /// A text without what could act on a terminal.
  static func shown(_ text: String) -> String { text.showable }
}

/// Why a question got no answer that can be used.
public enum ProgramFailure: Error, Sendable {
  /// The game says no, in a sentence for its player.
  case refused(code: String, text: String)
  /// The program is at fault.
  case fault(ProgramFault)
}
