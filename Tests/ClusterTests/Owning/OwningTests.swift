import Foundation
import TestSeed
import Testing

@testable import Cluster

/// Worlds of three nodes. `PARLOR_CLUSTER_SEED` repeats one.
@Suite("Owning the log")
struct OwningTests {
  private static let only = ProcessInfo.processInfo.environment["PARLOR_CLUSTER_SEED"].flatMap(UInt64.init)
  private static let worlds = TestLength.count(short: 150, long: 2_000)

  @Test("Under any faults nothing acknowledged is lost, and copies are equal")
  func worlds() {
    var total = ClusterWorld.Counts()
    for seed in Self.only.map({ $0...$0 }) ?? 0...UInt64(Self.worlds) {
      var world = ClusterWorld(seed: seed)
      world.live(until: 60_000)
      if let fault = world.fault { Issue.record("PARLOR_CLUSTER_SEED=\(seed): \(fault)") }
      let counts = world.counts
      total.terms += counts.terms
      total.fences += counts.fences
      total.writes += counts.writes
      total.reads += counts.reads
      total.crashes += counts.crashes
      total.copies += counts.copies
      total.unknown += counts.unknown
      total.handedOver += counts.handedOver
      total.unheard += counts.unheard
    }
    print("worlds of three nodes: \(total)")
    guard Self.only == nil else { return }
    #expect(total.terms > 500 && total.fences > 50 && total.handedOver > 50 && total.unheard > 20)
    #expect(total.writes > 10_000 && total.reads > 10_000 && total.crashes > 100 && total.copies > 10)
    #expect(total.unknown > 1_000)
  }

  @Test("A planted bug is found", arguments: ClusterWorld.Plant.allCases)
  func plants(_ plant: ClusterWorld.Plant) {
    for seed in 0..<UInt64(200) {
      var world = ClusterWorld(seed: seed, plant: plant)
      world.live(until: 60_000)
      if let fault = world.fault { return print("\(plant): world \(seed), \(fault)") }
    }
    Issue.record("\(plant) stays hidden in 200 worlds")
  }
}
