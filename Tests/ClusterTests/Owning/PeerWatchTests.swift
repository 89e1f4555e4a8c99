import Cluster
import ParlorCore
import Testing

@Suite("What a node makes of the others' records")
struct PeerWatchTests {
  private static let start: Int64 = 1_795_161_600_000

  private func record(_ name: String, process: UInt32 = 9, claim: Int = 1, at: Int64 = 0) -> NodeRecord {
    NodeRecord(
      name: name, host: "h", port: 1, version: "0", safe: 0, at: Self.start + at, process: process, claim: claim)
  }

  private func look(
    _ watch: inout PeerWatch, _ records: [(NodeRecord, Revision)], asked: Int64, now: Int64
  ) -> [PeerWatch.News] {
    watch.look(
      records.map { (record: $0.0, changedAt: $0.1) }, asked: Instant(milliseconds: Self.start + asked),
      now: Instant(milliseconds: Self.start + now))
  }

  @Test("A record keeps what it says, and one of an older Parlor says less")
  func form() {
    var full = record("a", process: .max, claim: 3)
    (full.applied, full.catchingUpTo) = (7, 9)
    full.clock = NodeRecord.ClockLead(node: "b", milliseconds: -6_000)
    #expect(NodeRecord(full.bytes) == full)
    let old = NodeRecord(Array(#"{"name":"a","host":"h","port":1,"version":"0","safe":5,"at":1}"#.utf8))
    #expect(old?.applied == nil && old?.process == 0 && old?.claim == 0 && old?.clock == nil)
  }

  @Test("Who writes under this node's name once is gone, twice lives, and is told of once")
  func namesake() {
    for (theirs, cameFirst) in [(1, true), (3, false)] {
      var watch = PeerWatch(name: "a", process: 5, claim: 2)
      let (mine, other) = (record("a", process: 5, claim: 2), record("a", process: 6, claim: theirs))
      #expect(look(&watch, [(mine, 10)], asked: 0, now: 1) == [])
      #expect(look(&watch, [(other, 11)], asked: 2_000, now: 2_001) == [.sayAgain])
      #expect(look(&watch, [(other, 11)], asked: 4_000, now: 4_001) == [])
      #expect(
        look(&watch, [(other, 13)], asked: 6_000, now: 6_001)
          == [.sayAgain, .namesake(address: "h:1", cameFirst: cameFirst)])
      #expect(look(&watch, [(other, 15)], asked: 8_000, now: 8_001) == [.sayAgain])
    }
  }

  @Test("Clocks are compared as of the time between two looks, and what that leaves open is no difference")
  func clocks() {
    var watch = PeerWatch(name: "a", process: 5, claim: 1)
    #expect(look(&watch, [(record("b", at: 90_000), 10)], asked: 0, now: 100) == [])
    #expect(look(&watch, [(record("b", at: 90_000), 10)], asked: 2_000, now: 2_100) == [])
    #expect(watch.clock == nil)
    // Written between 2.0 and 4.1 s, at 63 s by its clock: ahead by 58.9 s at least.
    let ahead = NodeRecord.ClockLead(node: "b", milliseconds: -58_900)
    #expect(look(&watch, [(record("b", at: 63_000), 11)], asked: 4_000, now: 4_100) == [.clocksDiffer(ahead)])
    #expect(watch.clock == ahead)
    #expect(look(&watch, [(record("b", at: 65_000), 12)], asked: 6_000, now: 6_100) == [])
    #expect(look(&watch, [(record("b", at: 6_500), 13)], asked: 8_000, now: 8_100) == [.clocksAgree(node: "b")])
    #expect(watch.clock == nil)
    // Written after 8 s, a second on its way at most, at 1 s by its clock: behind by 6 s at least.
    let behind = NodeRecord.ClockLead(node: "b", milliseconds: 6_000)
    #expect(look(&watch, [(record("b", at: 1_000), 14)], asked: 10_000, now: 10_100) == [.clocksDiffer(behind)])
    #expect(look(&watch, [], asked: 12_000, now: 12_100) == [])
    #expect(watch.clock == nil)
  }
}
