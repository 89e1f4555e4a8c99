internal import WireProtocol

/// Chooses the moves of one side. The referee asks for one move at a time, plays it, and reports the result.
protocol MatchBot: AnyObject {
  /// A game begins: `joined`, the server's description of the room.
  func begin(_ game: MatchStart) throws
  /// Chooses an action.
  ///
  /// - Parameter deadline: when the game is lost, on the monotonic clock, in nanoseconds.
  func choose(before deadline: UInt64) throws -> MatchChoice
  /// The part of its last choice that was its start, in seconds, which does not count as thinking.
  var startSeconds: Double { get }
  /// The action was executed; `isOver` says whether it has ended the bot's game.
  func receive(_ answer: JSON, isOver: Bool)
  /// The action was refused and has changed nothing.
  func receive(refusal: JSON)
  /// An event of the room.
  func receive(_ event: JSON)
  /// The game is over, or lost by a fault.
  func finish(_ result: SideResult)
  /// There are no more games.
  func end()
}

extension MatchBot {
  var startSeconds: Double { 0 }
}

struct MatchStart {
  /// From 1.
  let number: Int
  let joined: JSON
}

enum MatchChoice {
  /// A request that plays: `move`, `resign`, `draw`.
  case request(JSONObject)
  /// It gives the game up.
  case giveUp
  case fault(MatchFault)
}

/// A bot's command cannot be started: no game can be played.
struct CommandFailure: Error, CustomStringConvertible {
  let command: [String]
  /// The last line of its standard error.
  let said: String

  var description: String { "cannot start \(command.last ?? "nothing"): \(said)" }
}

/// The match was stopped from outside in the middle of a game, which does not count.
struct MatchStopped: Error, CustomStringConvertible {
  var description: String { "stopped" }
}

/// Why a bot has lost a game before its end.
enum MatchFault: Equatable {
  /// It did not answer for that many seconds.
  case hung(seconds: Double)
  /// It wrote nothing for that many seconds after its start.
  case silent(seconds: Double)
  /// It exceeded the time limit of a game.
  case slow(seconds: Double)
  /// So many consecutive actions were refused; the last of them, and why.
  case refused(count: Int, what: String, why: String)
  /// It wrote that many lines without a move.
  case idle(count: Int)
  /// It ended; with the last line of its standard error.
  case died(BotProcess.End, said: String)

  var word: String {
    switch self {
    case .hung: "hung"
    case .silent: "silent"
    case .slow: "slow"
    case .refused: "refused"
    case .idle: "idle"
    case .died: "died"
    }
  }

  var text: String {
    switch self {
    case .hung(let seconds): "it wrote nothing for \(FigureText.text(seconds, digits: 1)) s though it was its turn"
    case .silent(let seconds): "it wrote nothing for \(FigureText.text(seconds, digits: 1)) s after its start"
    case .slow(let seconds): "it took more than \(FigureText.text(seconds, digits: 1)) s for its moves"
    case .refused(1, let what, let why): "\(what) is not allowed: \(why)"
    case .refused(let count, let what, let why):
      "\(count) consecutive actions were not allowed, the last \(what): \(why)"
    case .idle(let count): "it wrote \(count) lines without a move"
    case .died(.exited(let status), let said): "it exited with status \(status)" + Self.quoted(said)
    case .died(.killed(let signal), let said): "signal \(signal) ended it" + Self.quoted(said)
    }
  }

  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : ": \(said)" }
}
