import ParlorCore
import Testing
import WaitingTrait

@testable import ParlorServer

@Suite("Changes of the system clock while the server runs", .waiting)
struct ClockWatchTests {
  private let start = Instant(milliseconds: 1_763_600_000_000)
  private static let day: Int64 = 86_400_000

  @Test("A jump of the clock is reported once, and so is the jump back")
  func set() {
    var watch = ClockWatch(system: start, server: start)
    #expect(watch.dueAt == start.adding(milliseconds: ClockWatch.interval))
    var changes: [Int64?] = []
    for (step, lead) in [0, 8 * Self.day, 8 * Self.day, 0, 0].enumerated() {
      let server = start.adding(milliseconds: Int64(step + 1) * ClockWatch.interval)
      changes.append(watch.check(system: server.adding(milliseconds: lead), server: server))
    }
    #expect(changes == [nil, 8 * Self.day, nil, -8 * Self.day, nil])
  }

  @Test("A clock set to before the server's start is detected")
  func back() {
    var watch = ClockWatch(system: start, server: start)
    let server = start.adding(milliseconds: ClockWatch.interval)
    #expect(watch.check(system: server.adding(milliseconds: -Self.day), server: server) == -Self.day)
  }

  @Test("Small corrections and a fixed offset such as --clock's are not reported")
  func small() {
    var watch = ClockWatch(system: start, server: start.adding(milliseconds: -300 * Self.day))
    for step in 1...100 as ClosedRange<Int64> {
      let server = start.adding(milliseconds: -300 * Self.day + step * ClockWatch.interval)
      #expect(watch.check(system: start.adding(milliseconds: step * (ClockWatch.interval + 20)), server: server) == nil)
    }
  }
}
