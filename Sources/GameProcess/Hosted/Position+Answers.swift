internal import GameKit
internal import Synchronization
internal import WireProtocol

extension Position {
  /// A move or an event at a position.
  enum Step: Hashable, Sendable {
    case move(HostedInput, by: PlayerID)
    case event(TableEvent)

    /// The move as sent to a program; an empty line for an event.
    ///
    /// - Parameter document: owns the memory of a typed move.
    func input(_ document: JSONDocument) -> MoveInput? {
      switch self {
      case .move(.text(let line), _): return .text(line)
      case .move(.typed(let bytes), _):
        guard (try? document.parse(bytes)) != nil else { return nil }
        return .typed(document.root)
      case .event: return .text("")
      }
    }
  }

  /// An answer and the time of its question.
  struct StepAnswer: Sendable {
    let answer: ProgramResult<PlayedMove>
    let elapsed: Elapsed
  }

  /// Removes the answer to a step if the question was asked at `elapsed` or before.
  ///
  /// - Returns: the answer and the time of its question.
  func consumeAnswer(to step: Step, at elapsed: Elapsed) -> (ProgramResult<PlayedMove>, Elapsed)? {
    guard let cache = cache.withLock({ $0.answers.removeValue(forKey: step) }), cache.elapsed <= elapsed else {
      return nil
    }
    return (cache.answer, cache.elapsed)
  }

  /// Bounds answers that are never consumed because their sessions have ended.
  private static let maximumAnswers = 64

  func store(_ answer: ProgramResult<PlayedMove>, to step: Step, at elapsed: Elapsed) {
    cache.withLock { cache in
      if cache.answers.count >= Self.maximumAnswers { cache.answers = [:] }
      cache.answers[step] = StepAnswer(answer: answer, elapsed: elapsed)
    }
  }

  func setViewFailure(_ failure: ProgramFailure) { cache.withLock { $0.viewFailure = failure } }

  /// Removes the reason why views could not be fetched.
  func consumeViewFailure() -> ProgramFailure? {
    cache.withLock { cache in
      defer { cache.viewFailure = nil }
      return cache.viewFailure
    }
  }

  func loggedProgress(of player: PlayerID) -> LoggedProgress? { cache.withLock { $0.loggedProgress[player] } }
}

/// A `MoveInput` that owns its bytes.
enum HostedInput: Hashable, Sendable {
  case text(String)
  case typed([UInt8])

  init(_ input: MoveInput) {
    switch input {
    case .text(let line): self = .text(line)
    case .typed(let view): self = .typed(view.withSourceBytes { Array($0) })
    }
  }
}

/// A player's logged state after a move.
struct LoggedProgress: Sendable {
  let outcome: Outcome?
  let progress: Int
}
