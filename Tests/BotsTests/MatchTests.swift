import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

/// Matches of this project's bots, and of some shell scripts.
@Suite("Matches of two bots", .waiting)
struct MatchTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-match-\(UUID().uuidString)")

  private func match(_ arguments: String...) async throws -> MatchReport {
    let options = try MatchOptions.parse(["--turn-limit", "60"] + arguments[...])
    return MatchReport(options.sides.map(\.text), options.play, try await MatchCommand.play(options))
  }

  /// Gives every puzzle up, and does something else at one of them.
  private func givingUp(but number: Int, _ what: String) -> String {
    """
    echo '{"type":"trial","game":"wordle"}'
    while read -r line; do
      case "$line" in
        *'"n":\(number)'*) \(what) ;;
        *'"type":"trial"'*|*'"type":"round"'*) echo '{"type":"give_up"}' ;;
      esac
    done
    """
  }

  @Test("If nobody can move time passes, and knowledge of the first game on a seed is not used in the second")
  func quiz() async throws {
    let report = try await match("quiz", "quiz --no-tables", "--games", "4", "--settings", "questions=6")
    #expect(report.games.map(\.winner) == [.first, .first, .first, .first])
    #expect(report.games.allSatisfy { $0[.first].outcome?["right"] == 6 && $0[.second].fault == nil })
  }

  // MARK: - Puzzles

  @Test("Equal bots draw every puzzle, and no difference is shown")
  func equal() async throws {
    let report = try await match("wordle", "wordle", "--games", "10")
    #expect(report.games.count == 10 && report.games.allSatisfy { $0.winner == nil })
    #expect(report.verdict == "No difference: all games were drawn." && !report.score.isFirstWorse)
    let answers = report.games.map { $0[.first].outcome?["answer"]?.stringValue }
    #expect(Set(answers).count > 5 && answers == report.games.map { $0[.second].outcome?["answer"]?.stringValue })
  }

  @Test("A bot with less knowledge is found to be worse, on either side")
  func worse() async throws {
    let better = try await match("wordle", "wordle --no-tables", "--games", "12")
    #expect(better.verdict == "A is better." && !better.score.isFirstWorse && better.score.low > 0.5)
    let worse = try await match("wordle --no-tables", "wordle", "--games", "12")
    #expect(worse.verdict == "B is better." && worse.score.isFirstWorse)
    #expect(worse.score.won == better.score.lost && worse.score.drawn == better.score.drawn)
  }

  @Test(
    "A seed determines the report and the replays byte for byte, and another one gives other puzzles",
    arguments: ["wordle", "dailysort", "wordsearch", "lastword"])
  func repeated(_ game: String) async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func play(_ seed: String) async throws -> [String] {
      let report = try await match(
        game, "\(game) --no-tables", "--games", "2", "--seed", seed, "--replays", folder.path,
        "--settings", game == "lastword" ? "seconds=30" : "")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(files == report.games.flatMap(\.replays).sorted() && files.count == (game == "lastword" ? 2 : 4))
      return try [JSON.object(report.json).text, report.text]
        + files.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }
    let first = try await play("1")
    #expect(try await play("1") == first)
    #expect(try await play("2")[0] != first[0])
    let sorted = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    for file in sorted {
      let path = folder.appendingPathComponent(file).path
      let checked = try ServerProcess.run(["replay", path])
      #expect(checked.status == 0 && checked.output.first?.hasPrefix("ok: \(game)") == true, "\(checked.output)")
    }
  }

  @Test("A program for trials plays a match, and gets its report at the end")
  func trial() async throws {
    let notes = folder.appendingPathExtension("txt")
    defer { try? FileManager.default.removeItem(at: notes) }
    let bot = """
      echo '{"type":"trial","game":"wordle","puzzles":99,"id":"t"}'
      while read -r line; do
        case "$line" in
          *'"re":"t"'*|*'"type":"round"'*|*trial_report*|*finished*) printf "%s\\n" "$line" >> \(notes.path) ;;
        esac
        case "$line" in
          *'"type":"trial"'*|*'"type":"round"'*)
            echo '{"type":"move","text":"crane"}'
            echo '{"type":"give_up","id":7}' ;;
        esac
      done
      """
    let report = try await match("wordle", bot, "--games", "2")
    #expect(report.score.won == 2 && report.games.allSatisfy { $0[.second].fault == nil })
    let lines = try String(contentsOf: notes, encoding: .utf8).split(separator: "\n")
    let messages = try lines.map { try JSON(parsing: Array($0.utf8)) }
    #expect(messages.map { $0["type"] } == ["trial", "finished", "round", "finished", "trial_report"])
    #expect(messages[0]["puzzles"] == 2 && messages[0]["n"] == 1 && messages[0]["board"]?["rows"] != nil)
    #expect(messages[1]["re"] == 7 && messages[1]["room"] == "trial" && messages[1]["outcome"]?["won"] == false)
    #expect(messages[2]["n"] == 2 && messages[2]["room"] == "trial")
    #expect(messages[4]["solved"] == 0 && messages[4]["tries"] == [.null, .null])
  }

  // MARK: - Faults

  @Test("A bot that dies loses that game with its last words, and is restarted for the next")
  func dies() async throws {
    let bot = givingUp(but: 2, "echo 'I cannot go on' >&2; exit 5")
    let report = try await match("wordle", bot, "--games", "3")
    let faults = report.games.map { $0[.second].fault }
    #expect(faults == [nil, .died(.exited(5), said: "I cannot go on"), nil])
    #expect(report.score.won == 3 && report.games[2][.second].outcome?["won"] == false)
    #expect(report.text.contains("    game 2, died: it exited with status 5: I cannot go on"))
    #expect(report.json["played"]?.arrayValue?[1]["b"]?["fault"]?["kind"] == "died")
  }

  @Test("A bot that hangs loses that game, and is restarted for the next")
  func hangs() async throws {
    let report = try await match(
      givingUp(but: 1, "cat > /dev/null; exit"), "wordle", "--games", "2", "--turn-limit", "3")
    #expect(report.games.map { $0[.first].fault } == [.hung(seconds: 3), nil])
    #expect(report.score.lost == 2)
    let greeting = #"echo '{"type":"ping"}'; cat > /dev/null; exit"#
    let never = try await match(greeting, "wordle", "--games", "1", "--turn-limit", "0.2")
    #expect(never.text.contains("game 1, hung: it wrote nothing for 0.2 s though it was its turn"))
  }

  @Test("A program's start has its own time limit, and counts for no other")
  func start() async throws {
    let never = try await match("cat > /dev/null; exit", "wordle", "--games", "1", "--start-limit", "0.2")
    #expect(never.text.contains("game 1, silent: it wrote nothing for 0.2 s after its start"))
    let late = try await match(
      "sleep 1; \(givingUp(but: 99, "exit"))", "wordle", "--games", "2", "--turn-limit", "0.9", "--game-limit", "0.9")
    #expect(late.games.allSatisfy { $0[.first].fault == nil }, "\(late.text)")
  }

  @Test("A bot that exceeds the time limit of a game loses it")
  func slow() async throws {
    let greeting = #"echo '{"type":"ping"}'; cat > /dev/null; exit"#
    let report = try await match(greeting, "wordle", "--games", "1", "--game-limit", "0.2")
    #expect(report.games[0][.first].fault == .slow(seconds: 0.2) && report.games[0].winner == .second)
  }

  @Test(
    "A bot with illegal moves loses that game",
    arguments: [
      (#"{"type":"move","text":"zzzzz"}"#, "zzzzz"), ("nonsense", "nonsense"), (#"{"type":"leave"}"#, "leave"),
      (#"{"type":"create","game":"wordle"}"#, "create"),
    ])
  func refused(_ line: String, _ what: String) async throws {
    let report = try await match("wordle", "yes '\(line)'", "--games", "2", "--patience", "3")
    for game in report.games {
      guard case .refused(3, what, let why)? = game[.second].fault else {
        Issue.record("\(report.text)")
        continue
      }
      #expect(!why.isEmpty && game.winner == .first)
    }
  }

  @Test("If both have a fault nobody wins")
  func both() async throws {
    let report = try await match("exit 3", "exit 4", "--game", "wordle", "--games", "2")
    #expect(report.score.drawn == 2 && report.games.allSatisfy { $0[.first].fault != nil && $0[.second].fault != nil })
  }

  @Test("A bot that writes without moving loses that game")
  func idle() async throws {
    let report = try await match(#"yes '{"type":"ping"}'"#, "wordle", "--games", "1")
    guard case .idle(let count)? = report.games[0][.first].fault else {
      Issue.record("\(report.text)")
      return
    }
    #expect(count > 1000)
  }

  // MARK: - Against others

  @Test("Two play at one board of a server with other games, and sides alternate")
  func connectFour() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try ServerProcess(program: "OddGamesServer")
    let report = try await match(
      ShellBots.dropping("1"), ShellBots.dropping("2 4 6"), "--game", "connectfour", "--games", "4", "--server",
      "127.0.0.1:\(server.port)",
      "--replays", folder.path)
    #expect(report.games.map(\.opener) == [.first, .second, .first, .second])
    #expect(report.games.map(\.seed)[0] == report.games[1].seed && report.games[1].seed != report.games[2].seed)
    #expect(report.games.allSatisfy { $0.winner == .first && $0[.second].outcome?["result"] == "lost" })
    // The second pair repeats the first, move by move.
    #expect(report.score.units == 2 && report.score.distinct == 1 && !report.score.isShown)
    #expect(report.text.contains("1 of 2 was played as one before, move by move"))
    for (index, name) in ["0001.jsonl", "0002.jsonl", "0003.jsonl", "0004.jsonl"].enumerated() {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let lines = try text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
      let moves = lines.compactMap { $0["move"]?["column"]?.intValue }
      #expect(moves == (index % 2 == 0 ? [1, 2, 1, 4, 1, 6, 1] : [2, 1, 4, 1, 6, 1, 2, 1]))
      #expect(lines.compactMap { $0["result"]?.stringValue }.sorted() == ["lost", "won"])
    }
  }

  @Test("If the first player always wins, two equal bots have the same score")
  func firstMove() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    let bot = ShellBots.dropping("1 2 3 4 5 6 7")
    let report = try await match(
      bot, bot, "--game", "connectfour", "--games", "2", "--server", "127.0.0.1:\(server.port)")
    #expect(report.games[0].winner != nil && report.score.score == 0.5 && report.verdict == "No difference shown.")
  }

  @Test("A player who always keeps the better cards is detected, whatever the deal")
  func highCard() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    func playing(_ end: String) -> String {
      """
      while read -r line; do
        case "$line" in *'"type":"hello"'*) me=${line#*'"you":"'}; me=${me%%'"'*} ;; esac
        case "$line" in *'"to_move":["'"$me"'"]'*)
          hand=${line##*'"hand":['}; hand=${hand%%']'*}
          echo '{"type":"move","text":"'$(echo $hand | tr , '\\n' | sort -n | \(end) -n 1)'"}' ;;
        esac
      done
      """
    }
    let report = try await match(
      playing("head"), playing("tail"), "--game", "highcard", "--games", "16",
      "--turn-limit", "20", "--server", "127.0.0.1:\(server.port)")
    #expect(report.score.distinct == 8 && report.score.isFirstWorse, "\(report.text)")
  }

  @Test("A bot that hangs or dies at a shared board loses, with a replay to the end")
  func faultsAtTables() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let report = try await match(
      "read -r line; exit 3", "lastword", "--games", "2", "--settings", "seconds=30", "--replays", folder.path)
    #expect(report.score.lost == 2 && report.games[0][.second].outcome?["result"] == "won")
    let text = try String(contentsOf: folder.appendingPathComponent("0002.jsonl"), encoding: .utf8)
    #expect(text.contains(#"{"$":"resign"}"#) && text.contains(#""result":"lost""#))
  }

  @Test(
    "The starter bot in Python plays Last Word to its end, game after game",
    .enabled(if: PythonTests.hasPython, "python3 is not installed"))
  func python() async throws {
    let bot = PythonTests.folder.appendingPathComponent("lastword_bot.py").path
    let report = try await match(
      "python3 -B '\(bot)'", "lastword --no-tables", "--games", "2", "--settings", "seconds=60")
    #expect(report.games.allSatisfy { $0[.first].fault == nil && $0[.first].outcome?["result"] != nil })
    #expect(report.games.map(\.opener) == [.first, .second])
  }

  @Test("An unplayable match is refused with a sentence")
  func unplayable() async throws {
    let server = try ServerProcess(program: "OddGamesServer")
    for (game, why) in [("chess", "no game chess"), ("fuse", "fuse")] {
      do {
        let report = try await match(
          "cat", "cat", "--game", game, "--games", "1", "--server", "127.0.0.1:\(server.port)")
        #expect(game == "fuse", "\(report.text)")
      } catch {
        #expect("\(error)".contains(why))
      }
    }
  }

  // MARK: - The command

  @Test("The exit status says whether A is worse, the command line is wrong, or there was no match")
  func status() throws {
    func status(_ arguments: String...) throws -> Int32? {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      let child = try ChildProcess(
        ServerProcess.path(of: "parlor-bots"), ["match"] + arguments, environment: ["PATH": path])
      _ = LineReader(descriptor: child.output).rest(within: Patience.seconds)
      return child.wait()
    }
    #expect(try status("wordle", "exit 3", "--games", "8") == 0)
    #expect(try status("exit 3", "wordle", "--games", "8", "--json") == 1)
    #expect(try status("exit 3", "wordle", "--games", "2") == 0)
    #expect(try status("wordle") == 64)
    #expect(try status("cat", "cat", "--game", "chess") == 69)
    #expect(try status("./no-such-bot", "wordle") == 69)
    #expect(try status("wordle", "/etc/passwd") == 69)
  }

  @Test("An unknown program is refused with a sentence")
  func noProgram() async throws {
    do {
      _ = try await match("./no-such-bot --fast", "no-such-bot", "--game", "wordle")
      Issue.record("a match without players")
    } catch {
      #expect("\(error)".contains("cannot start ./no-such-bot --fast: ") && "\(error)".contains("not found"))
    }
  }
}
