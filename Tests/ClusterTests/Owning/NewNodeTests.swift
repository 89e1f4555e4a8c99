import Cluster
import ParlorCore
import Testing

@Suite("A node that is new to the log")
struct NewNodeTests {
  @Test("Where there was data before the log, a node waits for a copy: it neither follows nor owns before")
  func copyFirst() {
    var member = Member(
      LogValue.Writer(node: "a", process: 1), after: 0, mayOwn: true, needsCopy: true, timing: Member.Timing(), now: 0)
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
  @Test("A node that starts where the log ends goes on from the last term, and from its time")
  func lastTerm() throws {
    let last = LogValue(
      .beat, term: 9, by: LogValue.Writer(node: "b", process: 2), number: 1, at: Instant(milliseconds: 1_000_000))
    var member = Member(
      LogValue.Writer(node: "a", process: 1), after: 7, mayOwn: true, timing: Member.Timing(), now: 0)
    var own: Member.Action?
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
