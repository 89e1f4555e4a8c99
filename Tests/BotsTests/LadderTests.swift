import Foundation
import ParlorCore
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

/// Ladders of shell scripts and of this project's bots.
@Suite("Ladders", .waiting)
final class LadderTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-ladder-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var state: String { folder.appendingPathComponent("state.jsonl").path }

  private func options(_ arguments: [String]) throws -> LadderOptions {
    try LadderOptions.parse(["--turn-limit", "60"] + arguments[...])
  }

  private func play(_ arguments: String...) async throws -> LadderCommand.Outcome {
    try await LadderCommand.play(options(arguments))
  }

  private func connectFour(_ server: ServerProcess) -> [String] {
    ["--game", "connectfour", "--server", "127.0.0.1:\(server.port)"]
  }

  private func entries(_ names: [String: String]) -> [String] {
    names.sorted { $0.key < $1.key }.flatMap { ["--bot", "\($0.key)=\($0.value)"] }
  }

  private func command(_ arguments: [String]) throws -> ChildProcess {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try ChildProcess(
      ServerProcess.path(of: "parlor-bots"), ["ladder", "--turn-limit", "60"] + arguments, environment: ["PATH": path])
  }

  // MARK: - Games

  @Test("Bots that die, stall or cheat lose their games, and the table says so")
  func faults() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let bots = [
      "crash": ShellBots.crashing, "stall": ShellBots.stalling, "cheat": ShellBots.cheating,
      "good@1": ShellBots.dropping("1 2 3 4 5 6 7"),
    ]
    let outcome = try await LadderCommand.play(
      options(entries(bots) + connectFour(server) + ["--rounds", "1", "--turn-limit", "3", "--replays", folder.path]))
    let rows = outcome.table.rows
    #expect(rows.first?.name == "good@1" && outcome.hasStarted && outcome.table.book.games.count == 12)
    let good = try #require(rows.first).standing
    #expect(good.won == 6 && good.faultCount == 0 && good.rating.value > 1650)
    // Against another one that fails, each loses the game that it begins.
    for (name, fault) in [("crash", "died"), ("stall", "hung"), ("cheat", "refused")] {
      let standing = outcome.table.book.standing(of: name)
      #expect(standing.won == 2 && standing.lost == 4 && standing.faults == [fault: 4], "\(name): \(standing)")
    }
    #expect(outcome.table.text.contains("crash lost by its own fault: died 4; the last: it exited with status 3: I"))
    let replays = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("+") }
    #expect(replays.count == 12 && replays.contains("crash+good@1+0001.jsonl"))
    let text = try String(contentsOf: folder.appendingPathComponent("cheat+good@1+0002.jsonl"), encoding: .utf8)
    #expect(text.contains(#"{"$":"resign"}"#) && text.contains(#""result":"lost""#))
  }

  @Test("All pairs play when several games are played at once, and equal games count once whatever the connection")
  func atOnce() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let bots = ["a": "1", "b": "2", "c": "3 4", "d": "5 6"].mapValues { ShellBots.dropping($0 + " 1 2 3 4 5 6 7") }
    let arguments = entries(bots) + connectFour(server) + ["--state", state]
    let first = try await LadderCommand.play(options(arguments + ["--rounds", "1", "--at-once", "3"])).table
    #expect(first.book.games.count == 12 && first.book.repeated == 0)
    #expect(first.rows.allSatisfy { $0.standing.games == 6 && $0.standing.faultCount == 0 })
    let second = try await LadderCommand.play(options(arguments + ["--rounds", "2", "--at-once", "2"])).table
    #expect(second.book.games.count == 24 && second.book.repeated == 12)
    #expect(second.rows.map(\.standing.rating) == first.rows.map(\.standing.rating))
  }

  @Test("Puzzles are played in this process: the same ladder has the same state and replays, which can be checked")
  func puzzles() async throws {
    func playOnce() async throws -> [String] {
      let replays = folder.appendingPathComponent("replays").path
      let table = try await play(
        "--bot", "trees@1=wordle", "--bot", "plain@2=wordle --no-tables", "--rounds", "2", "--state", state,
        "--replays", replays
      ).table
      #expect(table.book.game == "wordle" && table.book.games.map(\.number) == [1, 2, 3, 4])
      let files = try FileManager.default.contentsOfDirectory(atPath: replays).sorted()
      #expect(files.count == 8 && files[0] == "plain@2+trees@1+0001-A.jsonl")
      let checked = try ServerProcess.run(["replay", "\(replays)/\(files[7])"])
      #expect(checked.status == 0 && checked.output.first?.hasPrefix("ok: wordle") == true, "\(checked.output)")
      defer { try? FileManager.default.removeItem(atPath: state) }
      return try [String(contentsOfFile: state, encoding: .utf8)]
        + files.map { try String(contentsOfFile: "\(replays)/\($0)", encoding: .utf8) }
    }
    #expect(try await playOnce() == playOnce())
  }

  @Test("A command that cannot be started plays no game, and the others go on")
  func noProgram() async throws {
    let outcome = try await play(
      "--bot", "none=./no-such-bot", "--bot", "a=wordle", "--bot", "b=wordle --no-tables", "--rounds", "1")
    #expect(!outcome.hasStarted && outcome.table.book.games.count == 2)
    #expect(outcome.table.text.contains("none does not play: cannot start ./no-such-bot: "))
  }

  // MARK: - The state

  @Test("With a new entry only its meetings are played, and absent entries stay in the table")
  func newEntry() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let bots = ["a@1": "1", "b@1": "2 3", "a@2": "4 5"].mapValues { ShellBots.dropping($0 + " 1 2 3 4 5 6 7") }
    let old = bots.filter { $0.key != "a@2" }
    let arguments = ["--rounds", "2", "--state", state]
    let first = try await LadderCommand.play(options(entries(old) + connectFour(server) + arguments)).table
    #expect(first.book.games.count == 4)
    // Game and settings are in the state.
    let second = try await LadderCommand.play(
      options(entries(bots) + ["--server", "127.0.0.1:\(server.port)"] + arguments)
    ).table
    #expect(second.book.games.count == 12 && Array(second.book.games[..<4]) == first.book.games)
    #expect(second.book.games[4...].allSatisfy { $0.pair.names.contains("a@2") })
    let third = try await LadderCommand.play(
      options(entries(bots.filter { $0.key != "a@1" }) + connectFour(server) + arguments)
    ).table
    #expect(third.book == second.book && third.rows.filter { !$0.isPresent }.map(\.name) == ["a@1"])
    #expect(try LadderFile.read(state) == second.book)
  }

  @Test("After kill -9 the ladder continues with all reported games")
  func killed() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let bots = ["a", "b", "c"].map { ($0, ShellBots.dropping("1 2 3 4 5 6 7")) }
    let arguments = entries(Dictionary(uniqueKeysWithValues: bots)) + connectFour(server) + ["--state", state]
    let child = try command(arguments)
    let said = LineReader(descriptor: child.errors)
    var lines: [String] = []
    for _ in 0..<3 {
      if case .line(let line) = said.next(within: Patience.seconds) { lines.append(line) }
    }
    child.send(SIGKILL)
    _ = child.wait()
    #expect(lines[0].hasPrefix("a - b, game 1: a won") && lines[2].hasPrefix("a - c, game 1: "), "\(lines)")
    let kept = try #require(try LadderFile.read(state))
    #expect(kept.games.count >= 3 && kept.games.map(\.text).starts(with: lines))
    let rounds = (kept.games.count + 5) / 6
    let table = try await LadderCommand.play(options(arguments + ["--rounds", "\(rounds)"])).table
    #expect(table.book.games.count == 6 * rounds && table.book.games.starts(with: kept.games))
    for pair in table.book.pairs.keys {
      let openers = table.book.games.filter { $0.pair == pair }.map(\.opener)
      #expect(openers.count { $0 == .first } == rounds && openers.count == 2 * rounds)
    }
  }

  @Test("The state belongs to one game and one process, and nothing else is overwritten")
  func refused() async throws {
    let two = ["--bot", "a=wordle", "--bot", "b=wordle", "--rounds", "1"]
    for text in ["", "{}\n", #"{"type":"ladder","layout":1,"game":"wordle","settings":{}}"# + "\n{}\n"] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: state))
      await #expect(throws: Failure.self) { try await LadderCommand.play(self.options(two + ["--state", self.state])) }
      #expect(try String(contentsOfFile: state, encoding: .utf8) == text)
    }
    let file = try LadderFile(state)
    try file.begin(LadderBook(game: "lastword", settings: ["seconds": 30]))
    await #expect(throws: Failure.self) { try await LadderCommand.play(self.options(two + ["--state", self.state])) }
    withExtendedLifetime(file) {}
  }

  @Test("A ladder of another game or other settings is refused")
  func otherGame() async throws {
    try LadderFile(state).begin(LadderBook(game: "lastword", settings: ["seconds": 30]))
    for more in [["--game", "dailysort"], ["--settings", "seconds=60"]] {
      await #expect(throws: UsageError.self) {
        try await LadderCommand.play(self.options(["--bot", "a=cat", "--bot", "b=cat", "--state", self.state] + more))
      }
    }
  }

  // MARK: - The process

  @Test("SIGTERM ends the ladder and its bots at once; the games are kept and the table is printed")
  func terminated() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let process = folder.appendingPathComponent("process").path
    // It stalls in its second game.
    let stalling =
      "echo $$ > '\(process)'; "
      + ShellBots.dropping("1 2 3 4 5 6 7", atJoin: #"if [ "$n" ]; then exec cat > /dev/null; fi; n=1"#)
    let child = try command(
      entries(["a": ShellBots.dropping("1 2 3 4 5 6 7"), "b": stalling]) + connectFour(server)
        + ["--state", state, "--turn-limit", "86400", "--game-limit", "86400", "--json"])
    let said = LineReader(descriptor: child.errors)
    #expect(said.next(within: Patience.seconds) == .line("a - b, game 1: a won"))
    child.send(SIGTERM)
    let output = LineReader(descriptor: child.output).rest(within: Patience.seconds)
    #expect(output.ended && child.wait() == 143)
    #expect(try JSON(parsing: output.lines.joined())["games"] == 1)
    let identifier = try String(contentsOfFile: process, encoding: .utf8).trimmingCharacters(in: .newlines)
    #expect(kill(try #require(Int32(identifier)), 0) != 0 && errno == ESRCH)
    let shown = try command(["--show", "--state", state])
    let table = LineReader(descriptor: shown.output).rest(within: Patience.seconds).lines
    #expect(table.first == "connectfour, 2 entries, 1 game" && table.count == 4 && shown.wait() == 0)
  }

  @Test("If the server is lost the ladder waits, and continues at the next one")
  func lostServer() async throws {
    let first = try ServerProcess(program: "OddGamesServer")
    let bots = ["a": ShellBots.dropping("1 2 3 4 5 6 7"), "b": ShellBots.dropping("2 3 4 5 6 7 1")]
    let child = try command(entries(bots) + connectFour(first) + ["--rounds", "8", "--state", state])
    let said = LineReader(descriptor: child.errors)
    guard case .line = said.next(within: Patience.seconds) else {
      Issue.record("no game was played")
      return
    }
    first.killNow()
    var line = said.next(within: Patience.seconds)
    while case .line(let text) = line, !text.hasSuffix("; trying again") { line = said.next(within: Patience.seconds) }
    guard case .line = line else {
      Issue.record("the ladder ended")
      return
    }
    let second = try ServerProcess(["--port", "\(first.port)"], program: "OddGamesServer")
    let table = LineReader(descriptor: child.output).rest(within: Patience.seconds).lines
    #expect(child.wait() == 0 && table.first == "connectfour, 2 entries, 16 games", "\(table)")
    #expect(try LadderFile.read(state)?.games.map(\.number) == Array(1...16))
    withExtendedLifetime(second) {}
  }

  @Test("The exit status says what is wrong")
  func status() throws {
    func status(_ arguments: String...) throws -> Int32? {
      let child = try command(arguments)
      _ = LineReader(descriptor: child.output).rest(within: Patience.seconds)
      return child.wait()
    }
    let gone = try ServerProcess()
    gone.killNow()
    #expect(try status("--bot", "a=wordle") == 64)
    #expect(try status("--bot", "a=cat", "--bot", "b=cat") == 64)
    #expect(try status("--bot", "a=cat", "--bot", "b=cat", "--game", "chess") == 69)
    #expect(try status("--bot", "a=wordle", "--bot", "b=wordle", "--settings", "size=9") == 69)
    #expect(
      try status("--bot", "a=cat", "--bot", "b=cat", "--game", "wordle", "--server", "127.0.0.1:\(gone.port)") == 69)
    #expect(try status("--bot", "a=./no-such-bot", "--bot", "b=wordle", "--quiet") == 1)
    #expect(try status("--show", "--state", state) == 69)
  }

  // MARK: - Command lines

  @Test("Bots come from a file and from flags, and invalid ones are refused with a sentence")
  func roster() throws {
    let file = folder.appendingPathComponent("bots").path
    try Data("# ours\n\nalpha@3f2a = python3 alpha.py --depth=3\r\n beta=wordle --no-tables\n".utf8)
      .write(to: URL(fileURLWithPath: file))
    let parsed = try options([file, "--bot", "gamma.2=./gamma", "--pairing", "nearest", "--rounds", "3"])
    #expect(parsed.entries.map(\.name) == ["alpha@3f2a", "beta", "gamma.2"] && parsed.play.game == "wordle")
    #expect(parsed.entries.map(\.bot.text)[0] == "python3 alpha.py --depth=3")
    #expect(parsed.schedule.pairing == .nearest && parsed.schedule.rounds == 3)
    for wrong in [
      ["a=x"], ["a=x", "a=y"], ["a=x", "b"], ["a=x", "b="], ["a=x", "=y"], ["a=x", "b c=y"], ["a=x", "../b=y"],
      ["a=x", "a+b=y"], ["a=x", String(repeating: "b", count: 65) + "=y"],
    ] {
      #expect(throws: UsageError.self) { try options(wrong.flatMap { ["--bot", $0] }) }
    }
    #expect(throws: UsageError.self) { try options(["--bot", "a=x", "--bot", "b=y", "--games", "3"]) }
    #expect(throws: UsageError.self) { try options(["--show"]) }
    #expect(throws: UsageError.self) { try options([file + ".no"]) }
    try Data("a=x\nb\n".utf8).write(to: URL(fileURLWithPath: file))
    do {
      _ = try options([file])
      Issue.record("a line without a command")
    } catch let error as UsageError {
      #expect(error.message.hasPrefix("line 2 of \(file): "))
    }
  }
}
