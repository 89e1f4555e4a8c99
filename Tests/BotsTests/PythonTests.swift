import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Bots in Python and in the shell", .waiting)
struct PythonTests {
  static let hasPython = found("python3")
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Clients/Python")

  private static func found(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  @Test(
    "Each starter bot plays a trial on standard input and output",
    .enabled(if: hasPython, "python3 is not installed"), arguments: ["wordle", "dailysort", "wordsearch"])
  func starters(_ game: String) throws {
    let file = Self.folder.appendingPathComponent("\(game)_bot.py")
    var options = BotRun.Options()
    options.command = ["python3", "-B", file.path]
    options.turnLimit = 60
    options.overrides = ["puzzles": 4, "seed": 7]
    var run = try BotRun(options)
    let result = run.run()
    #expect(result.verdict == .finished, "\(result.text)")
    #expect(result.report?.summary.game == game)
    #expect(result.report?.summary.solved ?? 0 > 0)
  }

  @Test(
    "The Python client passes a chaos room on standard input and output",
    .enabled(if: hasPython, "python3 is not installed"), arguments: [1, 2] as [UInt64])
  func chaosByPipe(_ seed: UInt64) throws {
    var options = BotRun.Options()
    options.command = ["python3", "-B", Self.folder.appendingPathComponent("wordle_bot.py").path]
    options.turnLimit = 60
    options.overrides = ["puzzles": 6, "seed": 7]
    options.chaos = seed
    var run = try BotRun(options)
    let result = run.run()
    #expect(result.verdict == .finished, "\(result.text)")
    #expect(result.card?.verdict == "the bot stands all of it")
  }

  @Test(
    "The Python client keeps its promises with a scripted server",
    .enabled(if: hasPython, "python3 is not installed"))
  func client() throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let tests = try ChildProcess(
      "/usr/bin/env", ["python3", "-B", "-W", "error", "-m", "unittest", "discover", "-s", Self.folder.path],
      environment: ["PATH": path])
    let said = LineReader(descriptor: tests.errors).rest(within: Patience.seconds)
    #expect(tests.wait() == 0, "\(said.lines.joined(separator: "\n"))")
    let ran = said.lines.first { $0.hasPrefix("Ran ") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    #expect(try #require(ran) > 20)
  }

  @Test(
    "The learner's program adds a word, imports a file and studies at a real server",
    .enabled(if: hasPython, "python3 is not installed"))
  func learner() throws {
    let server = try ServerProcess(["--clock", "2026-11-20T08:00:00Z"])
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("learn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("words.csv")
    try "original,translation\ncasa,house\nmañana,tomorrow\nsol\n".write(to: file, atomically: true, encoding: .utf8)
    func learn(_ arguments: String, typed: String = "") throws -> String {
      let process = try ChildProcess(
        "/bin/sh", ["-c", "printf '\(typed)' | python3 -B '\(Self.folder.path)/learn.py' ana \(arguments)"],
        environment: [
          "PARLOR_PORT": String(server.port), "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "",
          "PARLOR_TOKEN_FILE": folder.appendingPathComponent("token").path,
        ])
      let said = LineReader(descriptor: process.output).rest(within: Patience.seconds).lines
      #expect(process.wait() == 0, "\(LineReader(descriptor: process.errors).rest(within: 10).lines)")
      return said.joined(separator: "\n")
    }
    #expect(try learn("add Spanish 'la casa' = house, home").contains("la casa = house, home"))
    let looked = try learn("import '\(file.path)' Spanish")
    #expect(looked.contains("2 notes, 2 of them new") && looked.contains("line 4") && looked.contains("Nothing was"))
    #expect(try learn("import '\(file.path)' Spanish", typed: "y\\n").contains("2 added"))
    #expect(try learn("").contains("Spanish: 3 words, 0 due, 3 new"))
    let studied = try learn("study", typed: "home\\n\\n4\\ntomorow\\n")
    for part in ["Right: ", "easy, 8 days", "Right but for a slip: ", "3 done: that is all for today"] {
      #expect(studied.contains(part), "\(studied)")
    }
  }

  @Test(
    "Two Python clients race each other to the end over cut and doubled links",
    .enabled(if: hasPython, "python3 is not installed"), arguments: [1, 2])
  func race(_ seed: Int) throws {
    let server = try ServerProcess(["--limit", "new_names_per_address=1000"])
    let room = try ChildProcess(
      ServerProcess.path(of: "parlor-bots"),
      ["chaos", "--server", "127.0.0.1:\(server.port)", "--cut-every", "15", "\(seed)"], environment: [:])
    guard case .line(let first) = LineReader(descriptor: room.output).next(within: Patience.seconds),
      let port = first.split(separator: ",").first?.split(separator: ":").last
    else {
      Issue.record("the chaos room does not open")
      return
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let racers = try ["ana", "ben"].map { name in
      try ChildProcess(
        "/usr/bin/env",
        ["python3", "-B", Self.folder.appendingPathComponent("wordle_race.py").path, "lunch", name, "2", "2"],
        environment: ["PARLOR_PORT": String(port), "PATH": path])
    }
    for racer in racers {
      let told = LineReader(descriptor: racer.output).rest(within: Patience.seconds)
      #expect(racer.wait() == 0, "\(LineReader(descriptor: racer.errors).rest(within: 10).lines)")
      #expect(told.lines.count == 4 && Set(told.lines).count == 4, "\(told.lines)")
      #expect(told.lines.last?.hasPrefix("round 2 place ") == true)
    }
  }

  @Test(
    "The Python client plays a trial over cut and doubled links, and plays no move twice",
    .enabled(if: hasPython, "python3 is not installed"), arguments: [1, 2, 3])
  func chaosBySocket(_ seed: Int) throws {
    let server = try ServerProcess(["--limit", "new_names_per_address=1000"])
    let room = try ChildProcess(
      ServerProcess.path(of: "parlor-bots"),
      ["chaos", "--server", "127.0.0.1:\(server.port)", "--cut-every", "10", "--json", "\(seed)"], environment: [:])
    let reader = LineReader(descriptor: room.output)
    guard case .line(let first) = reader.next(within: Patience.seconds),
      let port = first.split(separator: ",").first?.split(separator: ":").last
    else {
      Issue.record("the chaos room does not open")
      return
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let bot = try ChildProcess(
      "/usr/bin/env", ["python3", "-B", Self.folder.appendingPathComponent("wordle_bot.py").path],
      environment: ["PARLOR_PORT": String(port), "PATH": path])
    let said = LineReader(descriptor: bot.errors).rest(within: Patience.seconds)
    #expect(bot.wait() == 0, "\(said.lines)")
    guard case .line(let line) = reader.next(within: Patience.seconds) else {
      Issue.record("no report card")
      return
    }
    let card = try JSON(parsing: line)
    #expect(card["verdict"] == "the bot stands all of it", "\(line)")
    #expect(try #require(card["links_cut"]?.intValue) > 0)
    #expect(card["links_cut"] == card["resumed"])
    #expect(card["moves_doubled"] == 0)
  }

  @Test(
    "The documentation's bot for nc and jq plays",
    .enabled(if: found("nc") && found("jq"), "nc or jq is not installed"))
  func shell() throws {
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
    let block = try #require(readme.components(separatedBy: "```sh\n").dropFirst().first)
    let script = try #require(block.components(separatedBy: "\n```").first)
    let server = try ServerProcess()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let bot = try ChildProcess(
      "/bin/bash", ["-c", script], environment: ["PORT": String(server.port), "PATH": path])
    let said = LineReader(descriptor: bot.output).rest(within: Patience.seconds)
    #expect(said.lines.last?.contains("solved") == true, "\(said.lines)")
  }
}
