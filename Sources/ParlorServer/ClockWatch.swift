import ParlorCore

/// Detects that the system's clock was set while the server runs. The server's own clock continues from its start.
struct ClockWatch {
  /// The interval of comparisons, in milliseconds.
  static let interval: Int64 = 10_000
  /// The largest change that is not reported: more than a leap second.
  static let tolerance: Int64 = 5_000

  /// The system clock's lead over the server's at the last comparison, in milliseconds.
  private var lead: Int64
  /// When the next comparison is due.
  private(set) var dueAt: Instant

  /// Starts with the present clocks.
  init(system: Instant, server: Instant) {
    lead = system.milliseconds &- server.milliseconds
    dueAt = server.adding(milliseconds: Self.interval)
  }

  /// Compares the clocks.
  ///
  /// - Returns: by how many milliseconds the system's clock was set since the last time; `nil` if it was not.
  mutating func check(system: Instant, server: Instant) -> Int64? {
    dueAt = server.adding(milliseconds: Self.interval)
    let change = (system.milliseconds &- server.milliseconds) &- lead
    // Small changes are absorbed, so that a slow drift never adds up to a report.
    lead &+= change
    return change.magnitude > Self.tolerance.magnitude ? change : nil
  }
}
