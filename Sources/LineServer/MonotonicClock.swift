internal import CSystem

/// The clock of deadlines: it never goes backwards, knows no date, and goes on while the machine sleeps.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process started.
  public static var nanoseconds: UInt64 { csystem_monotonic_nanoseconds() }
}
