/// How a room's owner lets its rounds go on: a fact, with what was sent about it.
enum Direction: Hashable {
  /// The clock stands from this moment on: that of the round, or that of the time before the next one; `deadline` is
  /// when it would have ended.
  case paused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The clock runs again from this moment on, towards a later deadline.
  case unpaused(at: Instant, deadline: Instant?, isRound: Bool)
  /// The round under way ends, and the next one waits for `start`.
  case stopped
  /// How long rounds last from the next one on; where the one under way is meant too, when it ends.
  case changed(roundSeconds: Int, endsAt: Instant?)
}

extension Direction {
  /// Whether clocks stand with it.
  var isPause: Bool { if case .paused = self { true } else { false } }
}
