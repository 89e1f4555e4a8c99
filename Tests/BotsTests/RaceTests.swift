import ServerHarness
import Testing
import WaitingTrait

@testable import ParlorBots

@Suite("Bots that race each other", .waiting)
struct RaceTests {
  @Test("Two bots that are started at once for the same room both play in it")
  func together() throws {
    let server = try ServerProcess()
    let bots = try (1...2).map { _ in
      try ChildProcess(
        ServerProcess.path(of: "parlor-bots"),
        [
          "play", "wordle", "--mode", "race", "--room", "lunch", "--games", "1", "--players", "2", "--port",
          "\(server.port)", "--quiet",
        ], environment: [:])
    }
    for bot in bots {
      let said = LineReader(descriptor: bot.output).rest(within: Patience.seconds).lines
      #expect(bot.wait() == 0)
      #expect(said.first?.hasPrefix("solved 1 of 1") == true, "\(said)")
    }
  }
}
