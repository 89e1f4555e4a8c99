import Foundation
import ServerHarness
import Testing
import WireProtocol

@testable import ParlorBots

@Suite("Trials over a socket")
struct TrialCommandTests {
  private func bots(_ arguments: String...) throws -> (lines: [String], status: Int32?) {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let child = try ChildProcess(ServerProcess.path(of: "parlor-bots"), arguments, environment: ["PATH": path])
    let lines = LineReader(descriptor: child.output).rest(within: 120).lines
    return (lines, child.wait())
  }

  @Test("A trial is played, kept under its name over a restart of the server, and compared with another")
  func played() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-trial-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    var server = try ServerProcess(["--data", data.path])
    let file = data.appendingPathComponent("report.json").path
    let played = try bots(
      "trial", "--port", "\(server.port)", "--puzzles", "30", "--seed", "5", "--player", "cara", "--name", "tree",
      "--report", file)
    #expect(played.status == 0)
    #expect(played.lines.contains { $0.contains("seed 5, 30 puzzles") }, "\(played.lines)")
    // Acknowledged is durable.
    server.killNow()
    server = try ServerProcess(["--data", data.path])
    let compared = try bots("compare", "report:tree@cara", file, "--port", "\(server.port)", "--json")
    let line = try #require(compared.lines.last)
    let json = try JSON(parsing: line)
    #expect(json["shown"] == false)
    #expect(json["mean"] == 0.0)
    #expect(json["puzzles"] == 30)
    let missing = try bots("compare", "report:other@cara", file, "--port", "\(server.port)")
    #expect(missing.status == 69)
  }

  @Test("A trial that a crash has ended is gone, and says so")
  func crash() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-trial-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: data) }
    var server = try ServerProcess(["--data", data.path])
    var client = try SocketClient(port: server.port)
    _ = try client.line()
    client.send(line: #"{"type":"login","name":"cara"}"#)
    let token = try #require(JSON(parsing: try client.line())["token"]?.stringValue)
    client.send(line: #"{"type":"trial","game":"wordle","seed":7,"board":false,"name":"lost"}"#)
    #expect(try client.line().hasPrefix(#"{"type":"trial","#))
    server.killNow()
    server = try ServerProcess(["--data", data.path])
    client = try SocketClient(port: server.port)
    _ = try client.line()
    client.send(line: #"{"type":"login","token":"\#(token)"}"#)
    #expect(try client.line() == #"{"type":"login","you":"cara"}"#)
    client.send(line: #"{"type":"move","room":"trial","text":"crane"}"#)
    #expect(try client.line().contains(#""code":"no_such_room","message":"You have no trial under way"#))
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
    let compared = try bots("compare", good, bad, "--puzzles", "2", "--seed", "7")
    #expect(compared.lines.last == "A needs 6.00 tries fewer than B (95 %: 6.00 to 6.00): A is better.", "\(compared)")
  }
}
