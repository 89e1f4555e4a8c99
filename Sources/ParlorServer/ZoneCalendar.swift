import GameKit
import ParlorCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Civil days in a time zone of the system's database, through the C library.
///
/// The C library has one zone per process; it is set once, before any thread is started.
struct ZoneCalendar: CivilCalendar {
  /// Sets the process's zone.
  ///
  /// - Returns: `nil` if the system does not know the zone.
  init?(zone: String) {
    let isPlain = zone.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/_+-".utf8.contains(byte)
    }
    guard isPlain, !zone.isEmpty, !zone.hasPrefix("/") else { return nil }
    if zone != "UTC" {
      let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
      guard access("\(folder)/\(zone)", R_OK) == 0 else { return nil }
    }
    setenv("TZ", zone, 1)
    tzset()
  }

  func day(at instant: Instant) -> Day {
    var seconds = time_t(clamping: instant.milliseconds >= 0 ? instant.milliseconds / 1000 : 0)
    var parts = tm()
    localtime_r(&seconds, &parts)
    return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
      ?? UTCCalendar().day(at: instant)
  }

  func start(of day: Day) -> Instant {
    // Binary search for the first time whose civil day is `day` or later: correct in every zone, on days of clock
    // changes, and where midnight does not exist.
    let noon = UTCCalendar().start(of: day).adding(milliseconds: 43_200_000)
    var (before, after) = (noon.adding(milliseconds: -129_600_000), noon.adding(milliseconds: 129_600_000))
    while after.milliseconds(since: before) > 1000 {
      let middle = before.adding(milliseconds: after.milliseconds(since: before) / 2)
      if self.day(at: middle) < day { before = middle } else { after = middle }
    }
    return Instant(milliseconds: after.milliseconds / 1000 * 1000)
  }
}
