import LineServer
import ParlorCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The server's clock: a civil time at the start plus the monotonic clock, so that it never jumps.
struct ServerClock: Sendable {
  private let start: Instant
  private let monotonicStart: UInt64

  /// A clock that starts now, at the real time or at `--clock`.
  init(startingAt instant: Instant?) {
    start = instant ?? Self.systemTime
    monotonicStart = MonotonicClock.nanoseconds
  }

  /// The time of the system's clock, which may be set at any time.
  static var systemTime: Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000)
  }

  var now: Instant {
    let passed = (MonotonicClock.nanoseconds &- monotonicStart) / 1_000_000
    return start.adding(milliseconds: Int64(clamping: passed))
  }

  /// Microseconds since the start, for measurements.
  var microseconds: Int64 { Int64(clamping: (MonotonicClock.nanoseconds &- monotonicStart) / 1000) }

  /// A time on the monotonic clock; one in the past is due at once.
  func monotonicNanoseconds(at instant: Instant) -> UInt64 {
    let milliseconds = UInt64(clamping: instant.milliseconds(since: start))
    let (nanoseconds, tooFar) = milliseconds.multipliedReportingOverflow(by: 1_000_000)
    let (sum, overflow) = monotonicStart.addingReportingOverflow(nanoseconds)
    return tooFar || overflow ? .max : sum
  }
}
