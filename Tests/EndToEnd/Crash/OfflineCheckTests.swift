import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Offline verification", .waiting)
final class OfflineCheckTests {
  private let file = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString).ndjson")

  deinit { try? FileManager.default.removeItem(at: file) }

  private func run(_ verb: String, _ lines: [String]) throws -> ChildProcess.Ending {
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    return try ServerProcess.run([verb, file.path])
  }

  private func replay() throws -> [String] {
    let server = try ServerProcess(["--data", ":memory:", "--limits", "bench"])
    let ana = try SocketClient.greeted(port: server.port)
    _ = try ana.ask(#"{"type":"join","room":"wordle"}"#)
    for word in ["crane", "slate", "pound", "light", "dumpy", "fjord"] {
      ana.send(line: #"{"type":"move","text":"\#(word)","id":"\#(word)"}"#)
      _ = try ana.line { $0.contains(#""re":"\#(word)""#) }
    }
    ana.send(line: #"{"type":"history","id":"history"}"#)
    let history = try JSON(parsing: try ana.line { $0.contains(#""re":"history""#) })
    let match = try #require(history["results"]?.arrayValue?.first?["match"]?.stringValue)
    ana.send(line: #"{"type":"replay","match":"\#(match)","id":"replay"}"#)
    let answer = try JSON(parsing: try ana.line { $0.contains(#""re":"replay""#) })
    return try (0..<(answer["count"]?.intValue ?? 0)).map { _ in try ana.line() }
  }

  @Test("replay exits with 0 for a valid replay, 65 with the line for a changed one, 66 for a missing file")
  func replays() throws {
    let lines = try replay()
    #expect(lines.count >= 3)
    let good = try run("replay", lines)
    #expect(good.status == 0, "\(good.errors)")
    #expect(good.output.first?.hasPrefix("ok: wordle, ") == true)
    let other = lines[1].contains("crane") ? lines[1].replacingOccurrences(of: "crane", with: "trace") : "{}"
    #expect(try run("replay", [lines[0], other] + lines[2...]).status == 65)
    #expect(try run("replay", [lines[0]] + lines[2...]).status == 65)
    let last = lines[lines.count - 1]
    let won = last.contains(#""won":true"#)
    let forged = last.replacingOccurrences(of: #""won":\#(won)"#, with: #""won":\#(!won)"#)
    let bad = try run("replay", lines.dropLast() + [forged])
    #expect(bad.status == 65)
    #expect(bad.errors.first?.contains("line \(lines.count) ") == true)
    #expect(try run("replay", ["nonsense", "{\"type\":"]).status == 65)
    #expect(try run("replay", [""]).status == 65)
    #expect(try ServerProcess.run(["replay", "/nowhere/at.all"]).status == 66)
    #expect(try ServerProcess.run(["replay"]).status == 64)
  }

  @Test("verify compares the commitments in about with the opened puzzles")
  func verify() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func session(_ clock: String, _ request: String) throws -> [String] {
      // On a busy machine the puzzles of two days may be more than an address may create within a second.
      let server = try ServerProcess(["--data", folder.path, "--clock", clock, "--limits", "bench"])
      defer { server.killNow() }
      let ana = try SocketClient.greeted(port: server.port)
      _ = try ana.ask(#"{"type":"login","name":"a\#(clock.dropFirst(8).prefix(2))"}"#)
      return [try ana.ask(#"{"type":"about"}"#), try ana.ask(request)]
    }
    let first = try session("2026-11-20T08:00:00Z", #"{"type":"ping"}"#)
    let second = try session("2026-11-21T08:00:00Z", #"{"type":"opened","day":"2026-11-20"}"#)
    let good = try run("verify", first + second)
    #expect(good.status == 0, "\(good.errors) \(second)")
    #expect(good.output.first?.hasPrefix("2026-11-20 wordle: ok") == true)
    let nonce = try #require(try JSON(parsing: second[1])["opened"]?["wordle"]?["nonce"]?.stringValue)
    let other = String(nonce.reversed())
    #expect(try run("verify", first + [second[1].replacingOccurrences(of: nonce, with: other)]).status == 65)
    #expect(try run("verify", second).status == 65)
    #expect(try run("verify", first).status == 65)
    #expect(try run("verify", ["{"]).status == 65)
    #expect(try ServerProcess.run(["verify", "/nowhere/at.all"]).status == 66)
  }
}
