import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Custom puzzles on a server process", .waiting)
final class PuzzleRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-puzzles-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("After kill -9 a board in progress continues, the puzzle opens, and the result counts, at nc and in JSON")
  func killed() throws {
    let first = try ServerProcess(["--data", folder.path])
    let ana = try SocketClient.greeted(port: first.port)
    _ = try ana.ask(#"{"type":"login","name":"ana"}"#)
    let made = try JSON(
      parsing: ana.ask(#"{"type":"make_puzzle","game":"wordle","words":["brisk"],"clue":"what tea should be"}"#))
    let code = try #require(made["code"]?.stringValue)
    let ben = try SocketClient.greeted(port: first.port)
    let token = try #require(try JSON(parsing: ben.ask(#"{"type":"login","name":"ben"}"#))["token"]?.stringValue)
    let joined = try JSON(parsing: ben.ask(#"{"type":"open_puzzle","code":"\#(code)"}"#))
    let room = try #require(joined["room"]?.stringValue)
    ben.send(line: #"{"type":"move","text":"crane"}"#)
    _ = try ben.line { $0.contains(#""type":"moved""#) }
    first.killNow()

    let second = try ServerProcess(["--data", folder.path])
    let back = try SocketClient.greeted(port: second.port)
    _ = try back.ask(#"{"type":"login","token":"\#(token)"}"#)
    back.send(line: #"{"type":"open_puzzle","code":"\#(code)","id":7}"#)
    let again = try JSON(parsing: back.line { $0.contains(#""re":7"#) })
    #expect(again["room"]?.stringValue == room && again["board"]?["notes"] == ["2/6"])
    back.send(line: #"{"type":"move","text":"brisk"}"#)
    let results = try JSON(parsing: back.line { $0.contains(#""results""#) })
    #expect(results["results"] == ["solved": 1, "distribution": ["2": 1]])
    let typist = try SocketClient.greeted(port: second.port)
    typist.send(line: "/puzzle \(code)")
    #expect(try typist.line { $0.hasPrefix("Puzzle") } == "Puzzle \(code) by ana: what tea should be")
    typist.send(line: "brisk")
    #expect(try typist.line { $0.contains("finished,") } == "2 finished, 2 solved it")
  }
}
