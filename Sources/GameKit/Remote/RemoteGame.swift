/// A game whose rules run in another process, so that its answers come later. Its module and its matches answer from
/// memory; if an answer is missing, they record a question and throw ``Rejection/gameHasNotAnswered``. The caller has
/// the questions asked on another thread and calls again, when the answer is in memory.
///
/// A replay from the log needs no answers: a logged move contains its results.
public protocol RemoteGame: AnyObject, Sendable {
  /// Whether questions were recorded since the last ``takeQuestions()``.
  var hasQuestions: Bool { get }

  /// Takes the recorded questions, without duplicates.
  func takeQuestions() -> [RemoteQuestion]

  /// The number of questions that it answers concurrently.
  var concurrency: Int { get }
}

/// A question to a game in another process.
public struct RemoteQuestion: Sendable {
  /// Asks, and stores the answer for the next call. Blocks its thread until the answer arrives or the time limit is
  /// reached.
  ///
  /// - Returns: the game's fault, as a sentence; `nil` if it has answered, even with a rejection.
  public let ask: @Sendable () -> String?

  /// A question.
  public init(ask: @escaping @Sendable () -> String?) { self.ask = ask }
}

extension Rejection {
  /// The answer is pending: see ``RemoteGame``. Never shown to a player.
  public static let gameHasNotAnswered = Rejection("game_asked", "The game has not answered yet")

  /// The game's process gives no usable answer. No state changes.
  public static let gameIsDown = Rejection("game_down", "The game does not answer at the moment; nothing was lost")
}
