internal import CSystem

/// The clock of deadlines: it never goes backwards and knows no date.
public enum MonotonicClock {
  /// Nanoseconds since some moment before the process started.
  public static var nanoseconds: UInt64 { csystem_monotonic_nanoseconds() }
}
