internal import WireProtocol

/// Whoever chooses the moves of one side. The referee asks for one move at a time, plays it, and tells what came of it.
protocol MatchBot: AnyObject {
  /// A game begins: `joined`, as the server has described the room.
  func begin(_ game: MatchStart) throws
  /// What it wants to do.
  ///
  /// - Parameter deadline: when it has lost, on the monotonic clock, in nanoseconds.
  func choose(before deadline: UInt64) throws -> MatchChoice
  /// How many seconds of its last choice were its start, which is no thought.
  var startSeconds: Double { get }
  /// What it wanted has been done; `isOver` says whether that has ended its game.
  func receive(_ answer: JSON, isOver: Bool)
  /// What it wanted was refused, which has changed nothing.
  func receive(refusal: JSON)
  /// Something has happened.
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
  /// From 1 on.
  let number: Int
  let joined: JSON
}

enum MatchChoice {
  /// A request of the protocol that plays: `move`, `resign`, `draw`.
  case request(JSONObject)
  /// It gives this game up.
  case giveUp
  case fault(MatchFault)
}

/// Why a bot has lost a game without having played it to the end.
enum MatchFault: Equatable {
  /// It said nothing for so many seconds though it was asked.
  case hung(seconds: Double)
  /// It said nothing for so many seconds after it was started.
  case silent(seconds: Double)
  /// It took longer for a game than it may.
  case slow(seconds: Double)
  /// So many things in a row were not allowed; the last of them, and why.
  case refused(count: Int, what: String, why: String)
  /// It has said so many lines without a move among them.
  case idle(count: Int)
  /// It ended; the last line of its standard error.
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
    case .hung(let seconds): "it said nothing for \(Numbers.text(seconds, digits: 1)) s though it was its turn"
    case .silent(let seconds): "it said nothing for \(Numbers.text(seconds, digits: 1)) s after its start"
    case .slow(let seconds): "it took more than \(Numbers.text(seconds, digits: 1)) s for its moves"
    case .refused(1, let what, let why): "\(what) is not allowed: \(why)"
    case .refused(let count, let what, let why): "\(count) things in a row were not allowed, last \(what): \(why)"
    case .idle(let count): "it said \(count) lines without a move among them"
    case .died(.exited(let status), let said): "it ended with status \(status)" + Self.quoted(said)
    case .died(.killed(let signal), let said): "signal \(signal) ended it" + Self.quoted(said)
    }
  }

  private static func quoted(_ said: String) -> String { said.isEmpty ? "" : ": \(said)" }
}
