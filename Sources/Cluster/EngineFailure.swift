/// Why the shared store has not done what it was asked for, or has not said so.
public struct EngineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that a caller may want to tell apart.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// No member could be connected to.
    case unreachable
    /// The answer did not come in time, or the connection ended before it.
    case noAnswer = "no_answer"
    /// The store has no leader or no majority at the moment, or is too busy.
    case unavailable
    /// The database has reached its quota: nothing is stored until the operator makes room.
    case noSpace = "no_space"
    /// The value is larger than the store takes.
    case tooLarge = "too_large"
    /// The history that was asked for is compacted away.
    case compacted
    /// The user, the password or the permission is wrong.
    case denied
    /// The store refuses the request for another reason.
    case rejected
    /// The answer cannot be understood.
    case malformed
    /// The client was closed.
    case closed
  }

  /// The kind.
  public let reason: Reason
  /// One sentence for the operator, without a full stop.
  public let sentence: String
  /// Whether the request surely was not carried out and never will be. Otherwise nobody knows.
  public let isSurelyNotDone: Bool

  /// A failure.
  public init(_ reason: Reason, _ sentence: String, isSurelyNotDone: Bool) {
    self.reason = reason
    self.sentence = sentence
    self.isSurelyNotDone = isSurelyNotDone
  }

  /// The sentence.
  public var description: String { sentence }
}

extension Result where Failure == EngineFailure {
  /// Why there is no answer; `nil` where there is one.
  var failure: EngineFailure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension ReplaceAnswer {
  /// Why there is no answer; `nil` where there is one.
  var failure: EngineFailure? { if case .unknown(let failure) = self { failure } else { nil } }
}
