import Foundation
import ParlorCore
import TestSeed
import Testing

/// Whole worlds: a server, its disk, its network and its people, all from one seed.
///
/// A step is one thing that happens: bytes that reach the server or a client, a connection made or ended, an act of a
/// client, a timer, a commit, an answer of the disk, a misfortune. In the environment:
/// `PARLOR_SIMULATION_SEED` repeats one world, `PARLOR_SIMULATION_STEPS` says how long it lasts or, without a seed, how
/// much is simulated in all; `PARLOR_SIMULATION_TRACE=1` prints all that happens.
@Suite("Simulation")
struct SimulationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let steps = environment["PARLOR_SIMULATION_STEPS"].flatMap(Int.init)
  private static let only = environment["PARLOR_SIMULATION_SEED"].flatMap(UInt64.init)
  private static let isTraced = environment["PARLOR_SIMULATION_TRACE"] != nil
  /// The same worlds in every run, so that it is a change that makes one fail; `PARLOR_SIMULATION_FROM` looks at
  /// others.
  private static let start = only ?? environment["PARLOR_SIMULATION_FROM"].flatMap(UInt64.init) ?? 0

  private static let remembered: [UInt64] = [
    3, 8, 12, 17, 18, 23, 27, 32, 35, 42, 58, 77, 156, 284, 370, 457, 478_636_685, 478_636_702, 769_356_349,
    847_705_626,
  ]

  /// How much is simulated of new worlds in all.
  private static let newSteps = steps ?? TestLength.count(short: 120_000, long: 1_000_000)
  private static let rememberedSteps = TestLength.count(short: 4_000, long: worldSteps)
  private static let worldSteps = 20_000
  /// How long the worlds of each share last: what goes wrong late is as far away as what goes wrong early.
  private static let lengths = [8000, worldSteps, worldSteps, 60_000]
  private static let shares = 4

  @Test(
    "New worlds break no promise, in a million steps where there is time for them", .enabled(if: only == nil),
    arguments: 0..<shares)
  func million(_ share: Int) throws {
    let wanted = Self.newSteps / Self.shares
    var total = Simulation.Counts()
    var (worlds, steps) = (0, 0)
    let began = ContinuousClock.now
    while steps < wanted {
      // Worlds outlast their steps by the settling of accounts.
      let seed = Self.start &+ UInt64(share + worlds * Self.shares)
      let simulation = try Self.live(seed, steps: Self.lengths[share])
      guard simulation.fault == nil else { return }
      total.add(simulation.counts)
      steps += simulation.steps
      worlds += 1
    }
    print("simulated \(steps) steps of \(worlds) worlds from \(Self.start) in \(ContinuousClock.now - began): \(total)")
    guard steps > 100_000 else { return }
    #expect(total.crashes > 0 && total.failures > 0 && total.boards > 0 && total.places > 0)
    #expect(total.shares > 0 && total.reports > 0 && total.accounts > 0 && total.folds > 0 && total.fromZero > 0)
    #expect(total.fences > 0)
  }

  @Test("The worlds that have shown a fault once show none", .enabled(if: only == nil), arguments: remembered)
  func memorable(_ seed: UInt64) throws { _ = try Self.live(seed, steps: Self.rememberedSteps) }

  @Test("One world again, as its seed says", .enabled(if: only != nil))
  func again() throws {
    let simulation = try Self.live(Self.start, steps: Self.steps ?? Self.worldSteps)
    print("seed \(Self.start): \(simulation.steps) steps: \(simulation.counts)")
  }

  @Test("The same seed is the same world, step by step")
  func repeats() throws {
    let runs = try (0..<2).map { _ in try Self.live(77, steps: 6000) }
    #expect(runs[0].steps == runs[1].steps)
    #expect(runs[0].trace.recent == runs[1].trace.recent)
    #expect(runs[0].clock == runs[1].clock)
  }

  @Test("Worlds whose data lie in the real storage's files break no promise", arguments: 1...2 as ClosedRange<UInt64>)
  func onDisk(_ number: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-simulation-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let seed = Self.start &+ number
    let scenario = Scenario(seed: seed, steps: 6000)
    let disk = SQLiteDisk(folder: folder.path, window: scenario.limits.resumeEvents)
    let simulation = try Simulation(scenario, disk: disk, isTraced: Self.isTraced)
    try simulation.run()
    Self.record(simulation, seed, "with the real storage")
  }

  @Test("A planted bug is found and named", arguments: Plant.allCases)
  func planted(_ plant: Plant) throws {
    var steps = 0
    for seed in UInt64(1)...200 {
      let simulation = try Simulation(Scenario(seed: seed, steps: 8000, plant: plant))
      try Planted.$plant.withValue(plant) { try simulation.run() }
      steps += simulation.steps
      guard let fault = simulation.fault else { continue }
      print("planted \(plant): after \(steps) steps, in world \(seed): \(fault)")
      #expect(plant.breaks.contains(fault.invariant), "\(plant) is reported as \(fault)")
      return
    }
    Issue.record("\(plant) is not found in 200 worlds")
  }

  private static func live(_ seed: UInt64, steps: Int) throws -> Simulation {
    let simulation = try Simulation(Scenario(seed: seed, steps: steps), isTraced: isTraced)
    try simulation.run()
    record(simulation, seed, nil)
    return simulation
  }

  private static func record(_ simulation: Simulation, _ seed: UInt64, _ remark: String?) {
    guard let fault = simulation.fault else { return }
    let variables = "PARLOR_SIMULATION_SEED=\(seed) PARLOR_SIMULATION_STEPS=\(simulation.scenario.steps)"
    let line = "\(variables) swift test --filter SimulationTests\(remark.map { "  # \($0)" } ?? "")"
    print(line, fault, separator: "\n")
    Issue.record("\(line)\n\(fault)\n\(simulation.trace.recent)")
  }
}
