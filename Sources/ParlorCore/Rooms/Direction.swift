/// A decision of a room's owner about its rounds: a fact, with its message.
enum Direction: Hashable {
  /// The clock stands from this moment on: that of the round, or of the time before the next one; `deadline` is when it
  /// would have ended.
  case paused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The clock runs again from this moment on, towards a later deadline.
  case unpaused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The current round ends, and the next one waits for `start`.
  case stopped
  /// The time limit from the next round on; if it applies to the current one too, its end.
  case changed(roundSeconds: Int, endsAt: Instant?)
}

extension Direction {
  /// Whether clocks stand.
  var isPause: Bool { if case .paused = self { true } else { false } }
}
