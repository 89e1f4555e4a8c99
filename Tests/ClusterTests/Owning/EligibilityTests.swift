import Cluster
import ParlorCore
import Testing

@Suite("Changes of a running node's eligibility")
struct EligibilityTests {
  /// A member with the test's log: reads find nothing new, and each attempt succeeds.
  private struct Node {
    var member: ClusterMember
    var revision: Revision = 7
    var kinds: [LogValue.Kind] = []
    var departures: [ClusterMember.Departure] = []
    var successors: [String?] = []

    init() {
      member = ClusterMember(LogValue.Writer(node: "a", process: 1), after: 7, timing: ClusterMember.Timing(), now: 0)
    }

    mutating func pass(from start: Int64, to end: Int64) throws {
      for time in stride(from: start, to: end, by: 50) {
        member.handle(.time, at: time)
        try act(time)
      }
    }

    mutating func act(_ time: Int64) throws {
      var actions = member.takeActions()
      while !actions.isEmpty {
        for action in actions {
          switch action {
          case .read(let number): member.handle(.read(number, .found(revision, nil)), at: time)
          case .attempt(let number, let bytes, _):
            revision += 1
            let value = try LogValue(reading: bytes)
            kinds.append(value.kind)
            successors.append(value.successor)
            member.handle(.attempted(number, .replaced(revision)), at: time)
          case .own: member.handle(.restored, at: time)
          case .disown(let departure): departures.append(departure)
          default: break
          }
        }
        actions = member.takeActions()
      }
    }
  }

  @Test("An owner that becomes ineligible completes its append, hands over, and owns again when eligible")
  func handsOver() throws {
    var node = Node()
    try node.pass(from: 0, to: 3_000)
    #expect(node.member.isOwner && node.kinds.first == .term)
    node.kinds = []
    node.member.handle(.append(ticket: 1, facts: [1], at: Instant(milliseconds: 0)), at: 3_000)
    node.member.handle(.eligible(.mayNotOwn), at: 3_000)
    try node.act(3_000)
    try node.pass(from: 3_050, to: 13_000)
    #expect(node.kinds == [.facts, .offer] && node.successors.last == .some(nil))
    #expect(node.departures == [.handedOver] && !node.member.isOwner)
    node.member.handle(.eligible(.mayOwn), at: 13_000)
    try node.pass(from: 13_000, to: 16_000)
    #expect(node.member.isOwner)
  }

  @Test("A node whose tables have no room stops following, does not take over, and continues where it stopped")
  func pauses() throws {
    var node = Node()
    let first = node.member.takeActions()
    #expect(first.contains(.watch(from: 8)))
    node.member.handle(.storable(false), at: 0)
    #expect(node.member.takeActions().contains(.unwatch))
    node.revision = 9
    try node.pass(from: 50, to: 10_000)
    // A copy that arrives meanwhile changes nothing.
    node.member.handle(.copied(upTo: 8), at: 10_000)
    #expect(!node.member.takeActions().contains(.watch(from: 9)))
    #expect(node.kinds == [] && node.member.lastKnown == 8)
    node.member.handle(.storable(true), at: 10_000)
    #expect(node.member.takeActions().contains(.watch(from: 9)))
  }

  @Test("A node that may only stay does not take over, and an owner of that kind continues")
  func stays() throws {
    var follower = Node()
    follower.member.handle(.eligible(.mayStay), at: 0)
    try follower.pass(from: 0, to: 10_000)
    #expect(follower.kinds == [])
    var owner = Node()
    try owner.pass(from: 0, to: 3_000)
    owner.member.handle(.eligible(.mayStay), at: 3_000)
    try owner.pass(from: 3_000, to: 10_000)
    #expect(owner.member.isOwner && owner.departures == [])
  }

  @Test("An ineligible node does not accept an offer")
  func offered() throws {
    var node = Node()
    node.member.handle(.eligible(.mayNotOwn), at: 0)
    let offer = LogValue(
      .offer, term: 1, by: LogValue.Writer(node: "b", process: 2), number: 1, at: Instant(milliseconds: 0))
    node.member.handle(.watched(8, offer.bytes), at: 0)
    try node.act(0)
    #expect(node.kinds == [])
  }
}
