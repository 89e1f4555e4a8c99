import Testing

@testable import LineServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The clock of deadlines")
struct LineClockTests {
  #if os(Linux)
    @Test("The clock runs while the machine is suspended")
    func boot() {
      func boot() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      }
      let before = boot()
      let now = MonotonicClock.nanoseconds
      #expect((before...boot()).contains(now))
    }
  #endif
}
