import Foundation
import Synchronization
import Testing

/// A million steps of whole worlds: a server, its disk, its network and its people, all from one seed.
@Suite("Simulation")
struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment

  private static func number(_ name: String) -> Int? { environment[name].flatMap(Int.init) }

  @Test("survey")
  func survey() throws {
    let first = Self.number("PARLOR_SIMULATION_SEED") ?? 1
    let many = Self.number("PARLOR_SIMULATION_WORLDS") ?? 1
    let steps = Self.number("PARLOR_SIMULATION_STEPS") ?? 20_000
    var total = Simulation.Counts()
    var all = 0
    var found: [String: [String]] = [:]
    let clock = ContinuousClock()
    let took = try clock.measure {
      for seed in first..<first + many {
        let simulation = try Simulation(
          Scenario(seed: UInt64(seed), steps: steps), isTraced: Self.environment["PARLOR_SIMULATION_TRACE"] != nil)
        try simulation.run()
        total.add(simulation.counts)
        all += simulation.steps
        if let fault = simulation.fault {
          found[fault.invariant, default: []].append("\(seed): \(fault)")
          if many == 1 { print(simulation.trace.recent, "\n\(fault)") }
        }
      }
    }
    for (_, faults) in found.sorted(by: { $0.key < $1.key }) {
      print("FOUND \(faults.count)")
      for fault in faults.prefix(4) { print("FOUND   ", fault) }
    }
    print("FOUND in \(all) steps, \(took): \(total)")
  }
}
