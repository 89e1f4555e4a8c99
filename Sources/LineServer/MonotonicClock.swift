internal import CSystem

/// The clock of deadlines: monotonic, without a date, and running while the machine is suspended.
public enum MonotonicClock {
  /// Nanoseconds since an unspecified moment before the process started.
  public static var nanoseconds: UInt64 { csystem_monotonic_nanoseconds() }

  /// The time that many milliseconds from now.
  public static func nanoseconds(inMilliseconds milliseconds: Int) -> UInt64 {
    nanoseconds &+ UInt64(clamping: milliseconds) &* 1_000_000
  }

  /// Processor time of this thread in nanoseconds: independent of the machine's other load.
  public static var threadNanoseconds: UInt64 { csystem_thread_nanoseconds() }
}
