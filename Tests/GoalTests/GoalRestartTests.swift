import CoreHarness
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The goal on a server process", .waiting)
final class GoalRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-goal-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func server(on day: String) throws -> ServerProcess {
    try ServerProcess(
      ["--data", folder.path, "--clock", "\(day)T08:00:00Z", "--season-key", "goals", "--limit", "burst=500"])
  }

  private func finish(_ game: String, _ client: SocketClient) throws {
    client.send(line: #"{"type":"join","room":"\#(game)"}"#)
    client.send(line: #"{"type":"move","room":"\#(game)","text":"give up"}"#)
    _ = try client.line { $0.contains(#""type":"finished""#) && $0.contains(#""room":"\#(game)""#) }
  }

  @Test("Progress survives kill -9 and clocks that are set back; a day without a server ends the streak")
  func killed() throws {
    let first = try server(on: "2026-11-20")
    let ana = try SocketClient.greeted(port: first.port)
    let token = try #require(JSON(parsing: ana.ask(#"{"type":"login","name":"ana"}"#))["token"]?.stringValue)
    _ = try ana.ask(#"{"type":"goal","games":["dailysort","wordle","absurdle"]}"#)
    try finish("dailysort", ana)
    try finish("wordle", ana)
    first.killNow()

    let second = try server(on: "2026-11-20")
    let back = try SocketClient.greeted(port: second.port)
    back.send(line: #"{"type":"login","token":"\#(token)"}"#)
    _ = try back.line { $0.contains(#""type":"login""#) }
    try finish("absurdle", back)
    let reached = try JSON(parsing: back.line { $0.contains(#""type":"goal""#) })
    #expect(reached["reached"] == true && reached["streak"] == 1)
    second.killNow()

    // The clock was set back: the day that had begun goes on.
    for (day, streak) in [("2026-11-19", 1), ("2026-11-21", 1), ("2026-11-22", 0)] {
      let server = try server(on: day)
      let terminal = try SocketClient.greeted(port: server.port)
      terminal.send(line: "/login ana \(token)")
      let line = try terminal.line { $0.hasPrefix("Goal") }
      let done = day == "2026-11-19" ? "✓" : "–"
      #expect(line.contains("DailySort \(done), Wordle \(done), Absurdle \(done) · streak \(streak)"), "\(line)")
      server.killNow()
    }
  }

  @Test("A week that ends while no server runs is shared by the next start, once", .needs("Channel"))
  func deadAtMidnight() throws {
    let sunday = try server(on: "2026-11-22")
    let ana = try SocketClient.greeted(port: sunday.port)
    let token = try #require(JSON(parsing: ana.ask(#"{"type":"login","name":"ana"}"#))["token"]?.stringValue)
    _ = try ana.ask(#"{"type":"goal","games":["dailysort","wordle","absurdle"],"summary":true}"#)
    for game in ["dailysort", "wordle", "absurdle"] { try finish(game, ana) }
    _ = try ana.line { $0.contains(#""type":"goal""#) }
    sunday.killNow()
    for day in ["2026-11-23", "2026-11-24"] {
      let server = try server(on: day)
      let shares = try JSON(parsing: SocketClient.greeted(port: server.port).ask(#"{"type":"shares","game":"goal"}"#))[
        "shares"]?.arrayValue
      #expect(shares?.count == 1 && shares?.first?["puzzle"] == 326)
      server.killNow()
    }
    #expect(!token.isEmpty)
  }
}
