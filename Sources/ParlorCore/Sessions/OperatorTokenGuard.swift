import GameKit
import WireProtocol

/// Limits guesses at the operator's token, by address, with the limits of wrong passwords (`password_tries`,
/// `password_try_s`), and decides what is logged. A token beyond the limit is not compared.
package struct OperatorTokenGuard: Sendable {
  /// The result for a token.
  package enum Verdict {
    case right
    /// With the entry to log, if any.
    case wrong(LogEntry?)
    /// Another attempt is available after this many milliseconds.
    case tooMany(milliseconds: Int)
  }

  private var tries = FailureLimiter()
  private var sampler = LogSampler()
  private let bounds: FailureLimiter.Bounds

  package init(_ limits: Limits) { bounds = limits.passwordTriesBounds }

  /// Checks a token.
  ///
  /// - Parameter isRight: compares it; not called beyond the limit.
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
