import Cluster
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
        case .read(let number): member.handle(.read(number, .found(7)), at: time)
        case .attempt, .watch: hasClaimed = true
        default: break
        }
      }
    }
    #expect(!hasClaimed)
    member.handle(.copied(upTo: 7), at: 20_000)
    #expect(member.takeActions().contains(.watch(from: 8)))
  }
}
