internal import CSystem

/// The clock of deadlines: it never goes backwards, knows no date, and goes on while the machine sleeps.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process started.
  public static var nanoseconds: UInt64 { csystem_monotonic_nanoseconds() }

  /// The moment so many milliseconds from now.
  public static func nanoseconds(inMilliseconds milliseconds: Int) -> UInt64 {
    nanoseconds &+ UInt64(clamping: milliseconds) &* 1_000_000
  }

  /// Nanoseconds of processor time that this thread has used: what else the machine does makes it no longer.
  public static var threadNanoseconds: UInt64 { csystem_thread_nanoseconds() }
}
