import Cluster
import ParlorCore
import Testing

@testable import ParlorServer

@Suite("Readiness of a node")
struct NodeReadinessTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("A ready node stays so for five seconds without an owner, and then is not ready")
  func grace() {
    var readiness = Readiness(at: 0)
    #expect(readiness.update(works: false, isOut: false, at: 1) == nil && !readiness.isReady)
    #expect(readiness.update(works: true, isOut: false, at: Self.second) == nil && readiness.isReady)
    #expect(readiness.nextDue == .max)
    #expect(readiness.update(works: false, isOut: false, at: 10 * Self.second) == nil && readiness.isReady)
    #expect(readiness.nextDue == 15 * Self.second)
    #expect(readiness.update(works: false, isOut: false, at: 15 * Self.second - 1) == nil && readiness.isReady)
    #expect(readiness.update(works: false, isOut: false, at: 15 * Self.second) == .lost && !readiness.isReady)
    #expect(readiness.update(works: false, isOut: false, at: 16 * Self.second) == nil && !readiness.isReady)
    #expect(readiness.update(works: true, isOut: false, at: 20 * Self.second) == .back(afterMilliseconds: 10_000))
    #expect(readiness.isReady)
  }

  @Test("A node that is cut off is not ready at once, and one that never was ready is reported once")
  func out() {
    var readiness = Readiness(at: 0)
    #expect(readiness.update(works: false, isOut: false, at: 4 * Self.second) == nil)
    #expect(readiness.update(works: false, isOut: false, at: 5 * Self.second) == .lost)
    #expect(readiness.update(works: true, isOut: false, at: 6 * Self.second) == .back(afterMilliseconds: 6_000))
    #expect(readiness.update(works: false, isOut: true, at: 7 * Self.second) == nil && !readiness.isReady)
  }

  @Test("Failing tables or a wrong clock forbid ownership; with disputed clocks an owner stays")
  func eligibility() {
    var condition = NodeCondition()
    #expect(condition.eligibility == .mayStay && condition.impairment == nil)
    condition.clock = .agrees
    #expect(condition.eligibility == .mayOwn)
    condition.clock = .disputed(lead: 61_000)
    #expect(condition.eligibility == .mayStay && condition.impairment == nil)
    condition.clock = .differs(lead: -93_600_000)
    #expect(condition.eligibility == .mayNotOwn)
    #expect(condition.impairment?.reason == .clock)
    #expect(condition.impairment?.why.contains("93600 s behind those of most nodes") == true)
    condition.clock = .agrees
    let full = StorageFailure(message: "no room")
    #expect(condition.storage.record(full, at: 0) == nil && condition.storage.record(full, at: 1_499) == nil)
    #expect(condition.eligibility == .mayOwn && condition.impairment == nil)
    #expect(condition.storage.record(full, at: 1_500) == .fails(full))
    #expect(condition.eligibility == .mayNotOwn)
    #expect(condition.impairment == NodeProblem(reason: .storage, why: "no room"))
    #expect(condition.storage.record(nil, at: 9_000) == .works(afterMilliseconds: 9_000))
    #expect(condition.eligibility == .mayOwn && condition.impairment == nil)
  }

  @Test("The first cause is reported: a log that is not followed, storage, etcd, no owner, no link")
  func reasons() {
    var condition = NodeCondition()
    #expect(condition.problem(linkFault: nil, at: 0) == NodeProblem(reason: .noOwner, why: "no node owns the log"))
    condition.owner = "b"
    condition.recordLogAdvance(at: 0)
    let link = condition.problem(linkFault: "Connection refused", at: 1_000)
    #expect(link.reason == .noLink && link.why.hasSuffix("b, which owns the log: Connection refused"))
    let silent = condition.problem(linkFault: "Connection refused", at: 4_000)
    #expect(silent.reason == .noOwner && silent.why.hasSuffix("b, the last owner, has written nothing for 4 s"))
    let failure = EngineFailure(.unreachable, "etcd at http://x:1 cannot be reached", isDefinitelyNotApplied: true)
    #expect(condition.etcd.record(failure, at: 4_000) == nil)
    #expect(condition.problem(linkFault: nil, at: 4_000) == NodeProblem(reason: .etcd, why: failure.sentence))
    #expect(!condition.etcd.isUnreachable(at: 5_000) && condition.etcd.isUnreachable(at: 6_000))
    #expect(condition.etcd.record(failure, at: 6_000) == .fails(failure))
    #expect(condition.etcd.record(failure, at: 60_000) == nil)
    _ = condition.storage.record(StorageFailure(message: "no room"), at: 60_000)
    condition.isPaused = true
    let paused = condition.problem(linkFault: nil, at: 60_000)
    #expect(paused == NodeProblem(reason: .storage, why: "no room") && paused.hidesOwner)
    condition.stop = NodeProblem(reason: .logIsBehind, why: "w")
    #expect(condition.problem(linkFault: nil, at: 60_000).reason == .logIsBehind)
    #expect(condition.etcd.record(nil, at: 64_000) == .works(afterMilliseconds: 60_000))
  }
}
