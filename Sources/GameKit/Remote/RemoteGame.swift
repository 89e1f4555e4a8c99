/// A game whose rules answer later, since they run in another process. Its module and its matches answer from memory;
/// what they do not know they note as a question and reject with ``Rejection/gameIsAsked``. Whoever called has the
/// questions asked, on another thread, and calls again: then the answer is there.
///
/// Matches that are replayed from the log need no answers: what was logged of a move holds all that it brought.
public protocol RemoteGame: AnyObject, Sendable {
  /// Whether something is unknown that was called for since the last ``takeQuestions()``.
  var hasQuestions: Bool { get }

  /// The questions that have gathered, each once.
  func takeQuestions() -> [RemoteQuestion]

  /// How many questions it answers at the same time.
  var width: Int { get }
}

/// A question to a game in another process.
public struct RemoteQuestion: Sendable {
  /// Asks, and keeps the answer where the next call finds it. Blocks its thread for as long as the answer takes, which
  /// has a bound.
  ///
  /// - Returns: what the game did wrong, in a sentence; `nil` where it has answered, be it with a refusal.
  public let ask: @Sendable () -> String?

  /// A question.
  public init(ask: @escaping @Sendable () -> String?) { self.ask = ask }
}

extension Rejection {
  /// The game is not asked yet: see ``RemoteGame``. No player hears of it.
  public static let gameIsAsked = Rejection("game_asked", "The game has not answered yet")

  /// The game's process gives no answer that can be used. It costs nobody anything.
  public static let gameIsDown = Rejection("game_down", "The game does not answer at the moment; nothing was lost")
}
