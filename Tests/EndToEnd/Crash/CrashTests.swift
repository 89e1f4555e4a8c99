import Foundation
import TestSeed
import Testing
import WaitingTrait

@Suite("Kills of the server process", .waiting)
struct CrashTests {
  /// `PARLOR_KILLS` sets the number of kills, `PARLOR_CRASH_SEED` repeats a run.
  @Test("Every acknowledged event is there exactly once after each of many kills during play")
  func kills() throws {
    let environment = ProcessInfo.processInfo.environment
    let kills = TestLength.count(short: 30, long: 240, variable: "PARLOR_KILLS")
    let seed = environment["PARLOR_CRASH_SEED"].flatMap(UInt64.init) ?? .random(in: 1...999_999_999)
    let run = CrashRun(seed: seed)
    do {
      try run.run(kills: kills)
    } catch {
      Issue.record("PARLOR_CRASH_SEED=\(seed): \(error)")
    }
    #expect(run.crowd.faults.isEmpty, "PARLOR_CRASH_SEED=\(seed) \(run.crowd.faults.prefix(5).joined(separator: "\n"))")
    let checks = run.crowd.checks
    print("PARLOR_CRASH_SEED=\(seed) kills \(kills): \(checks)")
    guard kills >= 20 else { return }
    #expect(
      checks.unanswered > 0 && checks.repeated > 0 && checks.boards > 0 && checks.results > 0 && checks.shares > 0)
  }
}
