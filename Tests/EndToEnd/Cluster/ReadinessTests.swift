import Cluster
import ParlorCore
import Testing

@testable import ParlorServer

@Suite("Readiness of a node")
struct ReadinessTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("A ready node stays so for five seconds without an owner, and then is not ready")
  func grace() {
    var readiness = Readiness(at: 0)
    #expect(readiness.look(works: false, isOut: false, at: 1) == nil && !readiness.isReady)
    #expect(readiness.look(works: true, isOut: false, at: Self.second) == nil && readiness.isReady)
    #expect(readiness.nextDue == .max)
    #expect(readiness.look(works: false, isOut: false, at: 10 * Self.second) == nil && readiness.isReady)
    #expect(readiness.nextDue == 15 * Self.second)
    #expect(readiness.look(works: false, isOut: false, at: 15 * Self.second - 1) == nil && readiness.isReady)
    #expect(readiness.look(works: false, isOut: false, at: 15 * Self.second) == .lost && !readiness.isReady)
    #expect(readiness.look(works: false, isOut: false, at: 16 * Self.second) == nil && !readiness.isReady)
    #expect(readiness.look(works: true, isOut: false, at: 20 * Self.second) == .back(afterMilliseconds: 10_000))
    #expect(readiness.isReady)
  }

  @Test("A node that is cut off is not ready at once, and one that never was ready is reported once")
  func out() {
    var readiness = Readiness(at: 0)
    #expect(readiness.look(works: false, isOut: false, at: 4 * Self.second) == nil)
    #expect(readiness.look(works: false, isOut: false, at: 5 * Self.second) == .lost)
    #expect(readiness.look(works: true, isOut: false, at: 6 * Self.second) == .back(afterMilliseconds: 6_000))
    #expect(readiness.look(works: false, isOut: true, at: 7 * Self.second) == nil && !readiness.isReady)
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
    #expect(condition.storage.heard(full, at: 0) == nil && condition.storage.heard(full, at: 1_499) == nil)
    #expect(condition.eligibility == .mayOwn && condition.impairment == nil)
    #expect(condition.storage.heard(full, at: 1_500) == .fails(full))
    #expect(condition.eligibility == .mayNotOwn)
    #expect(condition.impairment == NodeProblem(reason: .storage, why: "no room"))
    #expect(condition.storage.heard(nil, at: 9_000) == .works(afterMilliseconds: 9_000))
    #expect(condition.eligibility == .mayOwn && condition.impairment == nil)
  }

  @Test("The first cause is reported: a log that is not followed, storage, etcd, no owner, no link")
  func reasons() {
    var condition = NodeCondition()
    #expect(condition.trouble(linkFault: nil, at: 0) == NodeProblem(reason: .noOwner, why: "no node owns the log"))
    condition.owner = "b"
    condition.heardWord(at: 0)
    let link = condition.trouble(linkFault: "Connection refused", at: 1_000)
    #expect(link.reason == .noLink && link.why.hasSuffix("b, which owns the log: Connection refused"))
    let silent = condition.trouble(linkFault: "Connection refused", at: 4_000)
    #expect(silent.reason == .noOwner && silent.why.hasSuffix("b, which did, has said nothing for 4 s"))
    let failure = EngineFailure(.unreachable, "etcd at http://x:1 cannot be reached", isDefinitelyNotApplied: true)
    #expect(condition.store.heard(failure, at: 4_000) == nil)
    #expect(condition.trouble(linkFault: nil, at: 4_000) == NodeProblem(reason: .etcd, why: failure.sentence))
    #expect(!condition.store.isCutOff(at: 5_000) && condition.store.isCutOff(at: 6_000))
    #expect(condition.store.heard(failure, at: 6_000) == .fails(failure))
    #expect(condition.store.heard(failure, at: 60_000) == nil)
    _ = condition.storage.heard(StorageFailure(message: "no room"), at: 60_000)
    condition.isPaused = true
    let paused = condition.trouble(linkFault: nil, at: 60_000)
    #expect(paused == NodeProblem(reason: .storage, why: "no room") && paused.hidesOwner)
    condition.stop = NodeProblem(reason: .logIsBehind, why: "w")
    #expect(condition.trouble(linkFault: nil, at: 60_000).reason == .logIsBehind)
    #expect(condition.store.heard(nil, at: 64_000) == .works(afterMilliseconds: 60_000))
  }
}
