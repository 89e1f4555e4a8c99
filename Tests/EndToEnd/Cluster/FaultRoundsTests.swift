import EtcdHarness
import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("Rounds of faults", .waiting, .serialized, .enabled(if: hasEtcd, "etcd is not installed"))
struct FaultRoundsTests {
  /// `PARLOR_CLUSTER_ROUNDS` for fifty.
  @Test("Whatever is killed or held still, what three nodes have acknowledged is there, once, and all play again")
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
