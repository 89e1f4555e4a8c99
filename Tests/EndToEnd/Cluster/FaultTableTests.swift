import EtcdHarness
import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("All kinds of faults", .waiting, .serialized)
struct FaultTableTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let faults = TableFault.again.filter { fault in
    environment["PARLOR_FAULTS"].map { $0.split(separator: ";").contains(Substring(fault.rawValue)) } ?? true
  }
  private static let rounds = TestLength.count(short: 0, long: faults.count, variable: "PARLOR_FAULT_ROUNDS")
  private static let isPossible =
    hasEtcd && NodeBalancer.isPossible && FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")

  /// `PARLOR_FAULT_ROUNDS` sets the number of rounds, such as 50; `PARLOR_FAULTS` selects kinds by name, separated by
  /// semicolons. `PARLOR_TABLE_SERVER` is the path of a release build of `parlor-server` to measure,
  /// `PARLOR_PREVIOUS_SERVER` that of another version with the same layout, from which the nodes are upgraded first,
  /// one after the other.
  @Test(
    "All players play on during every fault, and acknowledged data is there exactly once",
    .enabled(if: isPossible, "etcd, HAProxy or prlimit is not installed"), .enabled(if: rounds > 0, "long"))
  func table() throws {
    let previous = Self.environment["PARLOR_PREVIOUS_SERVER"]
    let program = Self.environment["PARLOR_TABLE_SERVER"] ?? "parlor-server"
    let (run, links) = try FaultRun.table(
      seed: TestSeed.make(), of: Self.faults, program: program, previous: previous)
    let times = try run.runTable(
      rounds: Self.rounds, of: Self.faults, upgrade: previous == nil ? nil : program, links)
    #expect(run.crowd.faults.isEmpty, "\(run.crowd.faults.prefix(8).joined(separator: "\n"))")
    print("rounds \(times.count): \(run.crowd.checks)")
    for line in TableTimes.table(times) { print(line) }
    for time in times {
      #expect((time.others + time.hit).allSatisfy { $0 <= FaultRun.aim }, "\(time)")
    }
  }
}
