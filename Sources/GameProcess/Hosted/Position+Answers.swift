internal import GameKit
internal import Synchronization
internal import WireProtocol

extension Position {
  /// What is played or happens at a position.
  enum Step: Hashable, Sendable {
    case move(HostedInput, by: PlayerID)
    case event(TableEvent)

    /// The move as a program is asked with it; an empty line for an event.
    ///
    /// - Parameter document: holds it.
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

  /// An answer that waits for whoever has asked.
  struct StepAnswer: Sendable {
    let answer: KeptAnswer<PlayedMove>
    let elapsed: Elapsed
  }

  /// The answer to a step that was asked at that time or before, once.
  ///
  /// - Returns: with the time at which it was asked.
  func takeAnswer(to step: Step, at elapsed: Elapsed) -> (KeptAnswer<PlayedMove>, Elapsed)? {
    guard let kept = kept.withLock({ $0.answers.removeValue(forKey: step) }), kept.elapsed <= elapsed else {
      return nil
    }
    return (kept.answer, kept.elapsed)
  }

  /// Answers that nobody has taken: their sessions are gone.
  private static let mostAnswers = 64

  func keep(_ answer: KeptAnswer<PlayedMove>, to step: Step, at elapsed: Elapsed) {
    kept.withLock { kept in
      if kept.answers.count >= Self.mostAnswers { kept.answers = [:] }
      kept.answers[step] = StepAnswer(answer: answer, elapsed: elapsed)
    }
  }

  func noteViewFailure(_ failure: ProgramFailure) { kept.withLock { $0.viewFailure = failure } }

  /// Why views could not be fetched, told once.
  func takeViewFailure() -> ProgramFailure? {
    kept.withLock { kept in
      defer { kept.viewFailure = nil }
      return kept.viewFailure
    }
  }

  /// What was logged of a player.
  func end(of player: PlayerID) -> PlayerEnd? { kept.withLock { $0.ends[player] } }
}

/// A move from outside, as a value that can be kept.
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

/// What the log has of a player after a move.
struct PlayerEnd: Sendable {
  let outcome: Outcome?
  let progress: Int
}
