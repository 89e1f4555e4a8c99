import Foundation
import ServerHarness
import TestSeed
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorBots

@Suite("Trials over a socket", .waiting)
struct TrialCommandTests {
  private func bots(_ arguments: String...) throws -> (lines: [String], status: Int32?) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let child = try ChildProcess(ServerProcess.path(of: "parlor-bots"), arguments, environment: ["PATH": path])
    let lines = LineReader(descriptor: child.output).rest(within: 600).lines
    return (lines, child.wait())
  }

  @Test("A trial is played, stored under its name over a restart of the server, and compared with another")
  func played() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-trial-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    var server = try ServerProcess(["--data", data.path])
    let file = data.appendingPathComponent("report.json").path
    let played = try bots(
      "trial", "--port", "\(server.port)", "--puzzles", "30", "--seed", "5", "--name", "cara", "--keep", "tree",
      "--report", file)
    #expect(played.status == 0)
    #expect(played.lines.contains { $0.contains("seed 5, 30 puzzles") }, "\(played.lines)")
    // Acknowledged means durable.
    server.killNow()
    server = try ServerProcess(["--data", data.path])
    let compared = try bots("compare", "report:tree@cara", file, "--port", "\(server.port)", "--json")
    let line = try #require(compared.lines.last)
    let json = try JSON(parsing: line)
    #expect(json["shown"] == false)
    #expect(json["mean"] == 0.0)
    #expect(json["puzzles"] == 30)
    let shown = try bots("show", file, "17")
    #expect(shown.lines.first == "wordle, seed 5, puzzle 17 of 30", "\(shown.lines)")
    #expect(shown.lines.dropFirst().first?.contains("🟩🟩🟩🟩🟩") == true || shown.lines.count > 3, "\(shown.lines)")
    #expect(shown.lines.last?.hasPrefix("  solved, tries ") == true, "\(shown.lines)")
    #expect(try bots("show", file, "31").status == 69)
    let missing = try bots("compare", "report:other@cara", file, "--port", "\(server.port)")
    #expect(missing.status == 69)
  }

  @Test("A trial ended by a crash is gone, and says so")
  func crash() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-trial-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    var server = try ServerProcess(["--data", data.path])
    var client = try SocketClient.greeted(port: server.port)
    client.send(line: #"{"type":"login","name":"cara"}"#)
    let token = try #require(JSON(parsing: try client.line())["token"]?.stringValue)
    client.send(line: #"{"type":"trial","game":"wordle","seed":7,"send_boards":false,"name":"lost"}"#)
    #expect(try client.line().hasPrefix(#"{"type":"trial","#))
    server.killNow()
    server = try ServerProcess(["--data", data.path])
    client = try SocketClient.greeted(port: server.port)
    client.send(line: #"{"type":"login","token":"\#(token)"}"#)
    #expect(try client.line() == #"{"type":"login","you":"cara"}"#)
    client.send(line: #"{"type":"move","room":"trial","text":"crane"}"#)
    #expect(try client.line().contains(#""code":"not_found","what":"room","message":"You have no trial under way"#))
    client.send(line: #"{"type":"trials"}"#)
    #expect(try client.line() == #"{"type":"trials","player":"cara","trials":[]}"#)
  }

  @Test("Two commands are run on the same puzzles and compared")
  func commands() throws {
    let bot =
      #"echo '{"type":"trial","game":"wordle"}'; for n in 1 2; do while read -r l; do case $l in *'"n":'$n*) break;; esac; done; FIRST; done; cat >/dev/null"#
    let good = bot.replacing(
      "FIRST", with: #"[ $n = 1 ] && w=bunny || w=marry; echo "{\"type\":\"move\",\"text\":\"$w\"}""#)
    let bad = bot.replacing("FIRST", with: #"echo '{"type":"give_up"}'"#)
    let compared = try bots("compare", good, bad, "--puzzles", "2", "--seed", "7", "--turn-limit", "60")
    let tally = "On 2 puzzles A did better 2 times, B 0 times; 0 were equal."
    #expect(compared.lines.contains(tally), "\(compared)")
    #expect(
      compared.lines.last
        == "Too few puzzles differ to tell, 2 instead of 6: A minus B is -6.00 tries a puzzle (95 %: -6.00 to -6.00).",
      "\(compared)")
  }

  @Test(
    "The bot of each game plays a trial over a socket",
    arguments: [
      ("wordle", 4), ("dailysort", 4), ("wordsearch", 4), ("absurdle", 4), ("quordle", 3), ("octordle", 2),
    ])
  func reference(_ game: String, solved least: Int) throws {
    let server = try ServerProcess()
    let played = try bots("trial", game, "--port", "\(server.port)", "--puzzles", "4", "--seed", "3", "--json")
    let line = try #require(played.lines.last)
    let report = try JSON(parsing: line)
    #expect(report["game"]?.stringValue == game && report["puzzles"] == 4 && report["seed"] == 3)
    #expect(try #require(report["solved"]?.intValue) >= least && report["gave_up"] == 0, "\(line)")
  }

  @Test("In hard mode the bot of Wordle makes no refused guess", arguments: ["hard", "ultra"])
  func rules(_ rule: String) throws {
    let server = try ServerProcess()
    let puzzles = TestLength.count(short: 20, long: 60)
    let played = try bots(
      "trial", "wordle", "--port", "\(server.port)", "--puzzles", "\(puzzles)", "--settings", "\(rule)=true", "--json")
    let line = try #require(played.lines.last)
    let report = try JSON(parsing: line)
    #expect(report["settings"]?[rule] == true)
    #expect(report["solved"]?.intValue == puzzles && report["rejections"] == 0, "\(line)")
    let unaided = try bots(
      "trial", "wordle", "--port", "\(server.port)", "--puzzles", "\(puzzles / 10)", "--settings", "{\"\(rule)\":true}",
      "--no-tables",
      "--json")
    let other = try #require(unaided.lines.last)
    #expect(try JSON(parsing: other)["rejections"] == 0, "\(other)")
  }

  @Test("A game's name stands for the project's bot, also in a comparison, and the better informed bot wins")
  func named() throws {
    let compared = try bots(
      "compare", "dailysort", "dailysort --no-tables", "--puzzles", "60", "--turn-limit", "60", "--json")
    let line = try #require(compared.lines.last)
    let json = try JSON(parsing: line)
    #expect(json["puzzles"] == 60 && json["first"]?["game"] == "dailysort", "\(line)")
    #expect(json["first"]?["solved"] == 60 && json["second"]?["solved"] == 60)
    #expect(try #require(json["mean"]?.doubleValue) < 0)
  }
}
