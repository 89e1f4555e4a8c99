import Cluster
import ParlorCore
import Testing

@Suite("Nodes that are new to the log")
struct NewNodeTests {
  @Test("If data existed before the log, a node neither follows nor owns before it has a copy")
  func copyFirst() {
    var member = ClusterMember(
      LogValue.Writer(node: "a", process: 1), after: 0, needsCopy: true, timing: ClusterMember.Timing(), now: 0)
    #expect(member.takeActions() == [.copy(after: 0)])
    var hasClaimed = false
    for time in stride(from: Int64(0), to: 20_000, by: 50) {
      member.handle(.time, at: time)
      for action in member.takeActions() {
        switch action {
        case .read(let number): member.handle(.read(number, .found(7, nil)), at: time)
        case .attempt, .watch: hasClaimed = true
        default: break
        }
      }
    }
    #expect(!hasClaimed)
    member.handle(.copied(upTo: 7), at: 20_000)
    #expect(member.takeActions().contains(.watch(from: 8)))
  }

  @Test("A node that starts behind the log reports that, its progress, and the end")
  func catchesUp() {
    var member = ClusterMember(
      LogValue.Writer(node: "a", process: 1), after: 5, timing: ClusterMember.Timing(), now: 0)
    var reports: [ClusterMember.Report] = []
    func pass(from start: Int64, to end: Int64, last: Revision) {
      for time in stride(from: start, to: end, by: 50) {
        member.handle(.time, at: time)
        for action in member.takeActions() {
          switch action {
          case .read(let number): member.handle(.read(number, .found(last, nil)), at: time)
          case .report(let report): reports.append(report)
          default: break
          }
        }
      }
    }
    func say(_ revision: Revision, at time: Int64) {
      let value = LogValue(
        .beat, term: 1, by: LogValue.Writer(node: "b", process: 2), number: revision, at: Instant(milliseconds: 0))
      member.handle(.watched(revision, value.bytes), at: time)
    }
    pass(from: 0, to: 9_000, last: 30)
    #expect(reports == [.catchingUp(5, to: 30)])
    say(20, at: 9_000)
    pass(from: 9_000, to: 11_000, last: 40)
    #expect(reports == [.catchingUp(5, to: 30), .catchingUp(20, to: 40)])
    say(40, at: 11_000)
    pass(from: 11_000, to: 11_100, last: 40)
    #expect(reports.last == .caughtUp(40, milliseconds: 11_000))
    // From now on a short distance is not reported.
    pass(from: 11_100, to: 30_000, last: 900)
    #expect(reports.count == 3)
    pass(from: 30_000, to: 31_000, last: 1_040)
    #expect(reports.last == .catchingUp(40, to: 1_040))
  }

  @Test("A node that is ahead of the log neither follows nor owns it; a late read does not count as such")
  func logIsBehind() {
    var member = ClusterMember(LogValue.Writer(node: "a", process: 1), after: 7, timing: ClusterMember.Timing(), now: 0)
    member.handle(.time, at: 0)
    guard case .read(let first)? = member.takeActions().last else { return }
    let value = LogValue(
      .beat, term: 1, by: LogValue.Writer(node: "b", process: 2), number: 1, at: Instant(milliseconds: 0))
    member.handle(.watched(8, value.bytes), at: 10)
    // It was answered before the value that arrived meanwhile.
    member.handle(.read(first, .found(7, nil)), at: 20)
    #expect(!member.takeActions().contains { if case .report = $0 { true } else { false } })
    var reports: [ClusterMember.Report] = []
    for time in stride(from: Int64(200), to: 20_000, by: 50) {
      member.handle(.time, at: time)
      for action in member.takeActions() {
        switch action {
        case .read(let number): member.handle(.read(number, .found(5, nil)), at: time)
        case .report(let report): reports.append(report)
        case .attempt, .watch, .own: Issue.record("\(action)")
        default: break
        }
      }
    }
    #expect(reports == [.logIsBehind(5, applied: 8)])
  }

  @Test("A node that starts at the log's end continues from the last term and time")
  func lastTerm() throws {
    let last = LogValue(
      .beat, term: 9, by: LogValue.Writer(node: "b", process: 2), number: 1, at: Instant(milliseconds: 1_000_000))
    var member = ClusterMember(
      LogValue.Writer(node: "a", process: 1), after: 7, timing: ClusterMember.Timing(), now: 0)
    var own: ClusterMember.Action?
    for time in stride(from: Int64(0), to: 20_000, by: 50) where own == nil {
      member.handle(.time, at: time)
      for action in member.takeActions() {
        switch action {
        case .read(let number): member.handle(.read(number, .found(7, last.bytes)), at: time)
        case .attempt(let number, let value, _):
          #expect(try LogValue(reading: value).term == 10)
          member.handle(.attempted(number, .replaced(8)), at: time)
          own = member.takeActions().first { if case .own = $0 { true } else { false } }
        default: break
        }
      }
    }
    #expect(own == .own(term: 10, after: 8, at: last.at))
  }
}
