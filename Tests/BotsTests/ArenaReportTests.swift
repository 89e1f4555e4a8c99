import Testing

@testable import ParlorBots

/// What the report of an arena of bots says of their waits.
@Suite struct ArenaReportTests {
  private let start = ContinuousClock.now

  @Test func `A wait counts while another waits as well`() {
    let report = ArenaReport([bot("a", (0, 26)), bot("b", (0, 2), (21, 24)), bot("c", (40, 49))], standing: [])
    #expect(report.longestWait == .seconds(5))
    #expect(report.longestAlone == .seconds(26))
    #expect(report.isGood)
  }

  @Test func `Two who wait for eleven seconds wait too long`() {
    let report = ArenaReport([bot("a", (0, 12)), bot("b", (1, 20))], standing: [])
    #expect(report.longestWait == .seconds(11))
    #expect(!report.isGood)
  }

  private func bot(_ name: String, _ waits: (Int, Int)...) -> ArenaBot.Report {
    let waits = waits.map { begin, end in
      ArenaBot.Wait(begin: start + .seconds(begin), end: start + .seconds(end), isOver: true)
    }
    return ArenaBot.Report(name: name, waits: waits)
  }
}
