import ClientKit
import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Command lines of the bots")
struct OptionTests {
  @Test("play accepts a game, a mode, a seed and settings")
  func play() throws {
    let options = try PlayOptions.parse(
      [
        "wordsearch", "--mode", "race", "--games", "3", "--seed", "7", "--settings",
        "to=fr,size=12,hard=true,set=words",
      ])
    #expect(options.game == "wordsearch" && options.mode == .race && options.games == 3 && options.seed == 7)
    #expect(options.settings["to"]?.stringValue == "fr" && options.settings["size"]?.intValue == 12)
    #expect(options.settings["hard"]?.boolValue == true)
    let plain = try PlayOptions.parse([])
    #expect(plain.game == "wordle" && plain.mode == .daily && plain.games == 1)
    let practice = try PlayOptions.parse(["--practice", "20"])
    #expect(practice.mode == .practice && practice.games == 20)
    #expect(try PlayOptions.parse(["chess"]).solved == nil)
    #expect(throws: UsageError.self) { try PlayOptions.parse(["--settings", "to"]) }
  }

  @Test("A bot's command follows two dashes and is not parsed")
  func run() throws {
    let options = try RunOptions.parse(["--puzzles", "9", "--chaos", "3", "--", "python3", "bot.py", "--seed", "x"])
    #expect(options.run.command == ["python3", "bot.py", "--seed", "x"])
    #expect(options.run.overrides["puzzles"] == 9)
    #expect(options.run.chaos == 3)
    #expect(throws: UsageError.self) { try RunOptions.parse(["--puzzles", "9"]) }
    #expect(throws: UsageError.self) { try RunOptions.parse(["--settings", "[1]", "--", "x"]) }
  }

  @Test("Two sides are compared, whatever is before and after them")
  func compare() throws {
    let options = try CompareOptions.parse(["--json", "a.json", "--seed", "5", "python3 bot.py"])
    #expect((options.first, options.second) == ("a.json", "python3 bot.py"))
    #expect(options.run.overrides["seed"] == 5)
    #expect(options.run.overrides["puzzles"] == 200)
    #expect(options.isJSON)
    #expect(throws: UsageError.self) { try CompareOptions.parse(["a.json"]) }
  }

  @Test("A match has two bots, and their game unless another one is named")
  func match() throws {
    let options = try MatchOptions.parse([
      "wordle --no-tables", "--games", "20", "python3 bot.py", "--server", "host:1",
    ])
    #expect(options.play.game == "wordle" && options.play.games == 20 && options.play.seed == 1)
    #expect(options.endpoint == Endpoint(host: "host", port: 1) && options.sides.map(\.text)[1] == "python3 bot.py")
    guard case .builtIn(.wordle, let knowledge) = options.sides[0].kind else {
      Issue.record("\(options.sides[0].kind)")
      return
    }
    #expect(!knowledge.usesTables)
    #expect(try MatchOptions.parse(["a", "b", "--game", "chess"]).play.game == "chess")
    for wrong in [
      ["a", "b"], ["wordle"], ["wordle", "dailysort"], ["wordle", "b", "--game", "chess"], ["wordle --x", "b"],
    ] {
      #expect(throws: UsageError.self) { try MatchOptions.parse(wrong[...]) }
    }
  }

  @Test("A chaos room's seed comes last, also after a switch")
  func chaos() throws {
    let options = try ChaosOptions.parse(["--listen", "7771", "--server", "host:7770", "--json", "42"])
    #expect(options.seed == 42)
    #expect(options.server == Endpoint(host: "host", port: 7770))
    #expect(try ChaosOptions.parse(["--listen", "7771"]).seed == 1)
    #expect(throws: UsageError.self) { try ChaosOptions.parse(["--server", "host"]) }
  }

  @Test("Server flags come in any order; the port depends on TLS unless it is given")
  func server() throws {
    func address(_ flags: [String]) throws -> String { try PlayOptions.parse(flags[...]).server.address.description }
    #expect(try address([]) == "127.0.0.1:7770")
    #expect(try address(["--tls", "--host", "parlor.example"]) == "parlor.example:7779")
    #expect(try address(["--port", "7000", "--tls"]) == "127.0.0.1:7000")
    #expect(try TrialOptions.parse(["--tls"]).server.address.isSecure)
    #expect(try !CompareOptions.parse(["a", "b"]).server.address.isSecure)
    #expect(throws: UsageError.self) { try PlayOptions.parse(["--tls=no"]) }
  }

  @Test("A trial accepts a game, its settings in both forms, and the flags of play's bots")
  func trial() throws {
    let options = try TrialOptions.parse(["wordsearch", "--settings", "to=fr,size=12", "--no-tables"])
    #expect(options.game == .wordsearch && options.settings["to"] == "fr" && options.settings["size"] == 12)
    #expect(options.knowledge.usesTables == false && options.puzzles == nil)
    #expect(try TrialOptions.parse(["--settings", #"{"hard":true}"#]).settings["hard"] == true)
    #expect(try RunOptions.parse(["--settings", "hard=true", "--", "x"]).run.overrides["settings"]?["hard"] == true)
    #expect(throws: UsageError.self) { try TrialOptions.parse(["chess"]) }
    #expect(throws: UsageError.self) { try TrialOptions.parse(["--settings", "{"]) }
  }

  @Test("--name is the player's name wherever it is a flag")
  func names() throws {
    #expect(try TrialOptions.parse(["--name", "robo", "--keep", "first"]).name == "robo")
    #expect(try TrialOptions.parse(["--name", "robo", "--keep", "first"]).keptName == "first")
    #expect(try PlayOptions.parse(["--name", "robo"]).name == "robo")
  }

  @Test("A puzzle is shown by its number")
  func show() throws {
    #expect(try ShowCommand.Options.parse(["a.json", "17"]).puzzle == 17)
    #expect(try ShowCommand.Options.parse(["a.json"]).puzzle == nil)
    for words in [[], ["a.json", "x"], ["a.json", "0"], ["a.json", "1", "2"]] {
      #expect(throws: UsageError.self) { try ShowCommand.Options.parse(words[...]) }
    }
  }

  @Test("A game's name is the project's bot, and anything else a shell command")
  func sides() {
    #expect(CompareCommand.command("python3 wordle_bot.py") == "python3 wordle_bot.py")
    #expect(CompareCommand.command("wordle --no-tables").hasSuffix("' trial wordle --no-tables"))
  }

  @Test("Help is recognised in all common forms, and another program's help is not")
  func help() throws {
    for command in BotCommand.allCases {
      let name = command.rawValue
      for words in [["help", name], [name, "--help"], [name, "-h"], ["--help", name]] {
        #expect(try BotCommand.help(askedForBy: words[...]) == command.help)
      }
      #expect(command.help.contains("usage: parlor-bots \(name) "))
      #expect(BotCommand.overview.contains("\n  \(name) "))
    }
    #expect(try BotCommand.help(askedForBy: ["help"]) == BotCommand.overview)
    #expect(try BotCommand.help(askedForBy: ["--help"]) == BotCommand.overview)
    #expect(try BotCommand.help(askedForBy: ["run", "--", "bot", "--help"]) == nil)
    #expect(try BotCommand.help(askedForBy: []) == nil)
    #expect(throws: UsageError.self) { try BotCommand.help(askedForBy: ["help", "dance"]) }
    #expect(throws: UsageError.self) { try BotCommand.command("dance") }
    #expect(BotCommand.load.help.contains("--rate PER_SECOND") && BotCommand.chaos.help.contains("--cut-every"))
  }
}
