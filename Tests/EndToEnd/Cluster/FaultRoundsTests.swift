import EtcdHarness
import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("Fault injection", .waiting, .serialized, .enabled(if: hasEtcd, "etcd is not installed"))
struct FaultRoundsTests {
  /// `PARLOR_CLUSTER_ROUNDS` sets the number of rounds, such as 50.
  @Test("After any kill or pause acknowledged data is there exactly once, and all clients play again")
  func rounds() throws {
    let rounds = TestLength.count(short: 6, long: 20, variable: "PARLOR_CLUSTER_ROUNDS")
    let seed = TestSeed.make()
    let run = try FaultRun(seed: seed)
    do {
      try run.run(rounds: rounds)
    } catch {
      Issue.record("\(error)")
    }
    let faults = run.crowd.faults.count
    #expect(faults == 0, "\(run.crowd.faults.prefix(8).joined(separator: "\n"))")
    print("rounds \(run.times.count): \(run.crowd.checks)")
    for line in FaultTimes.summary(run.times) { print(line) }
  }
}
