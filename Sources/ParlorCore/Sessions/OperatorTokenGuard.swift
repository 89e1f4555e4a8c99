import GameKit
import WireProtocol

/// Slows down guesses at the operator's token, by address, with the limits of wrong passwords (`password_tries`,
/// `password_try_s`), and says what the server log has of it. A token that was too much is not looked at.
package struct OperatorTokenGuard: Sendable {
  /// What became of a token.
  package enum Verdict {
    case right
    /// With what is to be logged, if anything.
    case wrong(LogEntry?)
    /// There is another try after so many milliseconds.
    case tooMany(milliseconds: Int)
  }

  private var tries = FailureLimiter()
  private var sampler = LogSampler()
  private let bounds: FailureLimiter.Bounds

  package init(_ limits: Limits) { bounds = limits.passwordTriesBounds }

  /// Checks a token that was shown.
  ///
  /// - Parameter isRight: compares it; not called where there were too many tries.
  package mutating func check(from address: String, at now: Instant, isRight: () -> Bool) -> Verdict {
    if let wait = tries.take("", from: address, bounds, now: now) { return .tooMany(milliseconds: wait) }
    guard !isRight() else {
      tries.giveBack("", from: address, bounds)
      return .right
    }
    guard let unlogged = sampler.count(at: now) else { return .wrong(nil) }
    var fields: JSONObject = ["from": .string(address)]
    if unlogged > 0 { fields["unlogged"] = .int(unlogged) }
    return .wrong(LogEntry("wrong_token", fields))
  }
}
