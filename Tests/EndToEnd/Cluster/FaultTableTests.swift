import EtcdHarness
import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("The table of faults", .waiting, .serialized)
struct FaultTableTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let rounds = TestLength.count(short: 0, long: TableFault.again.count, variable: "PARLOR_FAULT_ROUNDS")
  private static let isPossible =
    hasEtcd && NodeBalancer.isPossible && FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")

  /// `PARLOR_FAULT_ROUNDS` for fifty; `PARLOR_PREVIOUS_SERVER`, the path of another version's `parlor-server` with the
  /// same layout, for nodes that are upgraded one after the other first.
  @Test(
    "In each fault all players play on while it lasts, and what was acknowledged is there, once",
    .enabled(if: isPossible, "etcd, HAProxy or prlimit is not installed"), .enabled(if: rounds > 0, "long"))
  func table() throws {
    let previous = Self.environment["PARLOR_PREVIOUS_SERVER"]
    let (run, links) = try FaultRun.table(seed: TestSeed.make(), previous: previous)
    let times = try run.runTable(rounds: Self.rounds, upgrades: previous != nil, links)
    #expect(run.crowd.faults.isEmpty, "\(run.crowd.faults.prefix(8).joined(separator: "\n"))")
    print("rounds \(times.count): \(run.crowd.checks)")
    for line in TableTimes.table(times) { print(line) }
    for time in times {
      #expect((time.others + time.hit).allSatisfy { $0.isFinite }, "\(time)")
    }
  }
}
