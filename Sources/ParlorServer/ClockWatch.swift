import ParlorCore

/// Notices that the system's clock was set while the server runs, whose own clock goes on from where it started.
struct ClockWatch {
  /// How often it looks, in milliseconds.
  static let interval: Int64 = 10_000
  /// By how much the clocks may part without a word: more than a leap second.
  static let tolerance: Int64 = 5_000

  /// How far the system's clock was ahead of the server's when it was last looked at, in milliseconds.
  private var lead: Int64
  /// When it looks next.
  private(set) var dueAt: Instant

  /// Takes the clocks as they are.
  init(system: Instant, server: Instant) {
    lead = system.milliseconds &- server.milliseconds
    dueAt = server.adding(milliseconds: Self.interval)
  }

  /// Looks at both clocks.
  ///
  /// - Returns: by how many milliseconds the system's was set since the last time; `nil` if it was not.
  mutating func look(system: Instant, server: Instant) -> Int64? {
    dueAt = server.adding(milliseconds: Self.interval)
    let change = (system.milliseconds &- server.milliseconds) &- lead
    // What is little is taken over as well: a slow drift does not add up to a clock that was set.
    lead &+= change
    return change.magnitude > Self.tolerance.magnitude ? change : nil
  }
}
