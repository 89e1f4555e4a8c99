import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Bots that race each other", .waiting)
struct RaceTests {
  @Test("Two bots started at once for the same room both play in it")
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

  @Test("Two bots play Last Word against each other to its end, one match after the other")
  func lastWord() throws {
    let server = try ServerProcess()
    let bots = try (1...2).map { _ in
      try ChildProcess(
        ServerProcess.path(of: "parlor-bots"),
        [
          "play", "lastword", "--room", "duel", "--games", "2", "--settings", "seconds=30", "--port", "\(server.port)",
          "--json",
        ], environment: [:])
    }
    let results = try bots.map { bot in
      let said = LineReader(descriptor: bot.output).rest(within: Patience.seconds).lines
      #expect(bot.wait() == 0)
      return try JSON(parsing: said.last ?? "")
    }
    #expect(results.map { $0["played"]?.intValue } == [2, 2])
    #expect(results.compactMap { $0["solved"]?.intValue }.reduce(0, +) == 2)
  }
}
