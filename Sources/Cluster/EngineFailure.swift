/// Why a request to the shared store failed, or has no answer.
public struct EngineFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure that callers distinguish.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// No connection to any member.
    case unreachable
    /// No answer in time, or the connection ended first.
    case noAnswer = "no_answer"
    /// The store has no leader or no majority at the moment, or is overloaded.
    case unavailable
    /// The database has reached its quota: nothing is stored until the operator frees space.
    case noSpace = "no_space"
    /// The value exceeds the store's limit.
    case tooLarge = "too_large"
    /// The requested history is compacted.
    case compacted
    /// The user, the password or the permission is wrong.
    case denied
    /// The store refuses the request for another reason.
    case rejected
    /// The answer cannot be parsed.
    case malformed
    /// The client was closed.
    case closed
  }

  /// The kind.
  public let reason: Reason
  /// One sentence for the operator, without a full stop.
  public let sentence: String
  /// Whether the request was certainly not executed and never will be. Otherwise the outcome is unknown.
  public let isDefinitelyNotApplied: Bool

  /// A failure.
  public init(_ reason: Reason, _ sentence: String, isDefinitelyNotApplied: Bool) {
    self.reason = reason
    self.sentence = sentence
    self.isDefinitelyNotApplied = isDefinitelyNotApplied
  }

  /// The sentence.
  public var description: String { sentence }
}

extension Result where Failure == EngineFailure {
  /// The failure; `nil` if there is an answer.
  var failure: EngineFailure? { if case .failure(let failure) = self { failure } else { nil } }
}

extension ReplaceAnswer {
  /// The failure; `nil` if there is an answer.
  var failure: EngineFailure? { if case .unknown(let failure) = self { failure } else { nil } }
}
