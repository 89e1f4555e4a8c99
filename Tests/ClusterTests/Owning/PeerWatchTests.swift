import Cluster
import ParlorCore
import Testing

@Suite("Evaluating the records of other nodes")
struct PeerWatchTests {
  private static let start: Int64 = 1_795_161_600_000

  private func record(_ name: String, process: UInt32 = 9, claim: Int = 1, at: Int64 = 0) -> NodeRecord {
    NodeRecord(
      name: name, host: "h", port: 1, version: "0", safe: 0, applied: 0, at: Self.start + at, process: process,
      claim: claim)
  }

  private func look(
    _ watch: inout PeerWatch, _ records: [(NodeRecord, Revision)], asked: Int64, now: Int64
  ) -> [PeerWatch.News] {
    watch.evaluate(
      records.map { (record: $0.0, changedAt: $0.1) }, asked: Instant(milliseconds: Self.start + asked),
      now: Instant(milliseconds: Self.start + now))
  }

  @Test("A record survives its stored form")
  func form() {
    var full = record("a", process: .max, claim: 3)
    (full.applied, full.catchingUpTo) = (7, 9)
    full.clock = NodeRecord.ClockLead(node: "b", milliseconds: -6_000)
    #expect(NodeRecord(full.bytes) == full)
  }

  @Test("A process that writes under this node's name once is dead, twice is alive, and is reported once")
  func namesake() {
    for (theirs, cameFirst) in [(1, true), (3, false)] {
      var watch = PeerWatch(name: "a", process: 5, claim: 2)
      let (mine, other) = (record("a", process: 5, claim: 2), record("a", process: 6, claim: theirs))
      #expect(look(&watch, [(mine, 10)], asked: 0, now: 1) == [])
      #expect(look(&watch, [(other, 11)], asked: 2_000, now: 2_001) == [.rewriteRecord])
      #expect(look(&watch, [(other, 11)], asked: 4_000, now: 4_001) == [])
      #expect(
        look(&watch, [(other, 13)], asked: 6_000, now: 6_001)
          == [.rewriteRecord, .nameConflict(address: "h:1", cameFirst: cameFirst)])
      #expect(look(&watch, [(other, 15)], asked: 8_000, now: 8_001) == [.rewriteRecord])
    }
  }

  @Test("Clocks are compared for the time between two looks, and the uncertainty does not count as a difference")
  func clocks() {
    var watch = PeerWatch(name: "a", process: 5, claim: 1)
    #expect(look(&watch, [(record("b", at: 90_000), 10)], asked: 0, now: 100) == [])
    #expect(look(&watch, [(record("b", at: 90_000), 10)], asked: 2_000, now: 2_100) == [])
    #expect(watch.clock == nil)
    // Written between 2.0 and 4.1 s, at 63 s by its clock: at least 58.9 s ahead.
    let ahead = NodeRecord.ClockLead(node: "b", milliseconds: -58_900)
    #expect(look(&watch, [(record("b", at: 63_000), 11)], asked: 4_000, now: 4_100) == [.clocksDiffer(ahead)])
    #expect(watch.clock == ahead)
    #expect(look(&watch, [(record("b", at: 65_000), 12)], asked: 6_000, now: 6_100) == [])
    #expect(look(&watch, [(record("b", at: 6_500), 13)], asked: 8_000, now: 8_100) == [.clocksAgree(node: "b")])
    #expect(watch.clock == nil)
    // Written after 8 s, at most a second in transit, at 1 s by its clock: at least 6 s behind.
    let behind = NodeRecord.ClockLead(node: "b", milliseconds: 6_000)
    #expect(look(&watch, [(record("b", at: 1_000), 14)], asked: 10_000, now: 10_100) == [.clocksDiffer(behind)])
    #expect(look(&watch, [], asked: 12_000, now: 12_100) == [])
    #expect(watch.clock == nil)
  }

  /// Looks every half second while each node writes; their clocks are ahead of this one's by so many seconds.
  private func standing(_ aheadBySeconds: [Int64]) -> (PeerWatch.ClockStanding, lead: Int64) {
    var watch = PeerWatch(name: "a", process: 5, claim: 1)
    for turn in Int64(0)..<3 {
      let records = aheadBySeconds.enumerated().map { index, ahead in
        (record("n\(index)", at: turn * 500 + ahead * 1_000), Revision(10 + turn))
      }
      _ = look(&watch, records, asked: turn * 500, now: turn * 500 + 10)
    }
    return (watch.clockStanding(at: Instant(milliseconds: Self.start + 1_010)), watch.clockLead)
  }

  @Test("A clock is wrong if most differ from it by over a minute, and disputed if half do")
  func standings() {
    #expect(standing([]) == (.agrees, 0))
    #expect(standing([0, 30]) == (.agrees, 0))
    guard case .differs(let lead) = standing([-93_600, -93_600]).0 else {
      Issue.record("a clock that is 26 h ahead of two others is not wrong")
      return
    }
    #expect((93_598_000...93_600_000).contains(lead))
    // Another one of the three is wrong.
    #expect(standing([0, 93_600]) == (.agrees, 0))
    #expect(standing([-93_600, 93_600]).0 == .agrees)
    guard case .disputed = standing([93_600]).0, case .disputed = standing([0, 90, 90]).0 else {
      Issue.record("two clocks of different times are not disputed")
      return
    }
    guard case .differs = standing([90, 90, 90]).0 else {
      Issue.record("one clock against three is not wrong")
      return
    }
  }

  @Test("A starting node waits for others to write before it trusts its clock, with a limit")
  func starting() {
    var watch = PeerWatch(name: "a", process: 5, claim: 1)
    func standing(at time: Int64) -> PeerWatch.ClockStanding {
      watch.clockStanding(at: Instant(milliseconds: Self.start + time))
    }
    #expect(standing(at: 0) == .pending)
    let old = record("b", at: -90_000_000)
    #expect(look(&watch, [(old, 10)], asked: 0, now: 10) == [])
    #expect(standing(at: 10) == .pending && standing(at: 4_999) == .pending && standing(at: 5_000) == .agrees)
    #expect(watch.alivePeers == [])
    // A starting node gets a record for comparison at once.
    let new = record("b", process: 10, at: 5_400)
    #expect(look(&watch, [(new, 11)], asked: 5_500, now: 5_510) == [.rewriteRecord])
    #expect(look(&watch, [(new, 11), (record("c", at: 5_900), 12)], asked: 6_000, now: 6_010) == [.rewriteRecord])
    #expect(watch.alivePeers == [new, record("c", at: 5_900)])
    #expect(look(&watch, [(new, 11)], asked: 36_000, now: 36_010) == [])
    #expect(watch.alivePeers == [])
  }
}
