import Testing

@testable import ParlorServer

@Suite("The watchdog while the loop reads storage")
struct WatchdogTests {
  @Test("A loading loop is excused for at most five minutes")
  func excused() {
    struct Failure: Error {}
    let loading = ServiceManager.LongTurn()
    #expect(!loading.isExcused(at: 5))
    loading.run(at: 1_000) {
      #expect(loading.isExcused(at: 1_001))
      #expect(loading.isExcused(at: 1_000 + 299_999_999_999))
      #expect(!loading.isExcused(at: 1_000 + 300_000_000_000))
    }
    #expect(!loading.isExcused(at: 1_002))
    #expect(throws: Failure.self) {
      try loading.run(at: 2_000) {
        #expect(loading.isExcused(at: 2_001))
        throw Failure()
      }
    }
    #expect(!loading.isExcused(at: 2_002))
  }
}
