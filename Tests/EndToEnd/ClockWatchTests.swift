import ParlorCore
import Testing
import WaitingTrait

@testable import ParlorServer

@Suite("A system clock that is set while the server runs", .waiting)
struct ClockWatchTests {
  private let start = Instant(milliseconds: 1_763_600_000_000)
  private static let day: Int64 = 86_400_000

  @Test("A clock that was eight days behind at start is noticed once when it is put right, and so is the way back")
  func set() {
    var watch = ClockWatch(system: start, server: start)
    #expect(watch.dueAt == start.adding(milliseconds: ClockWatch.interval))
    var changes: [Int64?] = []
    for (step, lead) in [0, 8 * Self.day, 8 * Self.day, 0, 0].enumerated() {
      let server = start.adding(milliseconds: Int64(step + 1) * ClockWatch.interval)
      changes.append(watch.look(system: server.adding(milliseconds: lead), server: server))
    }
    #expect(changes == [nil, 8 * Self.day, nil, -8 * Self.day, nil])
  }

  @Test("A clock that is set back behind where the server started is noticed")
  func back() {
    var watch = ClockWatch(system: start, server: start)
    let server = start.adding(milliseconds: ClockWatch.interval)
    #expect(watch.look(system: server.adding(milliseconds: -Self.day), server: server) == -Self.day)
  }

  @Test("A clock that is corrected by little, or that began elsewhere as with --clock, is none that was set")
  func small() {
    var watch = ClockWatch(system: start, server: start.adding(milliseconds: -300 * Self.day))
    for step in 1...100 as ClosedRange<Int64> {
      let server = start.adding(milliseconds: -300 * Self.day + step * ClockWatch.interval)
      #expect(watch.look(system: start.adding(milliseconds: step * (ClockWatch.interval + 20)), server: server) == nil)
    }
  }
}
