import Foundation
import Testing

/// A million steps of whole worlds: a server, its disk, its network and its people, all from one seed.
@Suite("Simulation")
struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// The seed of the run's seeds; each world has one of its own, which is printed when it fails.
  private static let first = environment["PARLOR_SIMULATION_FIRST"].flatMap(UInt64.init) ?? .random(in: 1...999_999_999)

  @Test("One world")
  func one() throws {
    let seed = Self.environment["PARLOR_SIMULATION_SEED"].flatMap(UInt64.init) ?? Self.first
    let steps = Self.environment["PARLOR_SIMULATION_STEPS"].flatMap(Int.init) ?? 20_000
    let simulation = try Simulation(
      Scenario(seed: seed, steps: steps), isTraced: Self.environment["PARLOR_SIMULATION_TRACE"] != nil)
    let clock = ContinuousClock()
    let took = try clock.measure { try simulation.run() }
    print("seed \(seed): \(simulation.steps) steps in \(took): \(simulation.counts) \(simulation.scenario)")
    if let fault = simulation.fault {
      Issue.record("PARLOR_SIMULATION_SEED=\(seed) PARLOR_SIMULATION_STEPS=\(steps) swift test --filter Simulation\n\(fault)\n\(simulation.trace.recent)")
    }
  }
}
