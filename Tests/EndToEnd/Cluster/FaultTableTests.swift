import EtcdHarness
import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("The table of faults", .waiting, .serialized)
struct FaultTableTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let faults = TableFault.again.filter { fault in
    environment["PARLOR_FAULTS"].map { $0.split(separator: ";").contains(Substring(fault.rawValue)) } ?? true
  }
  private static let rounds = TestLength.count(short: 0, long: faults.count, variable: "PARLOR_FAULT_ROUNDS")
  private static let isPossible =
    hasEtcd && NodeBalancer.isPossible && FileManager.default.isExecutableFile(atPath: "/usr/bin/prlimit")

  /// `PARLOR_FAULT_ROUNDS` for fifty; `PARLOR_FAULTS` for some kinds only, by their names, with semicolons between;
  /// `PARLOR_TABLE_SERVER`, the path of a release build's `parlor-server`, to measure that; `PARLOR_PREVIOUS_SERVER`,
  /// that of another version with the same layout, for nodes that are upgraded one after the other first.
  @Test(
    "In each fault all players play on while it lasts, and what was acknowledged is there, once",
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
