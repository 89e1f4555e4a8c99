import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Command lines of trials")
struct OptionTests {
  @Test("A bot's command follows two dashes and is left as it is")
  func run() throws {
    let options = try RunOptions.parse(["--puzzles", "9", "--chaos", "3", "--", "python3", "bot.py", "--seed", "x"])
    #expect(options.run.command == ["python3", "bot.py", "--seed", "x"])
    #expect(options.run.overrides["puzzles"] == 9)
    #expect(options.run.chaos == 3)
    #expect(throws: UsageError.self) { try RunOptions.parse(["--puzzles", "9"]) }
    #expect(throws: UsageError.self) { try RunOptions.parse(["--settings", "[1]", "--", "x"]) }
  }

  @Test("Two sides are compared, whatever stands before and after them")
  func compare() throws {
    let options = try CompareOptions.parse(["--json", "a.json", "--seed", "5", "python3 bot.py"])
    #expect((options.first, options.second) == ("a.json", "python3 bot.py"))
    #expect(options.run.overrides["seed"] == 5)
    #expect(options.run.overrides["puzzles"] == 200)
    #expect(options.isJSON)
    #expect(throws: UsageError.self) { try CompareOptions.parse(["a.json"]) }
  }

  @Test("A chaos room's seed comes last, also after a switch")
  func chaos() throws {
    let options = try ChaosOptions.parse(["--listen", "7771", "--server", "host:7770", "--json", "42"])
    #expect(options.seed == 42)
    #expect(options.server == Endpoint(host: "host", port: 7770))
    #expect(try ChaosOptions.parse(["--listen", "7771"]).seed == 1)
    #expect(throws: UsageError.self) { try ChaosOptions.parse(["--server", "host"]) }
  }
}
