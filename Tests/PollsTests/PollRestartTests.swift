import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Polls on a server process", .waiting)
final class PollRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-polls-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("Question and votes are there after kill -9, at nc and in JSON")
  func killed() throws {
    let first = try ServerProcess(["--data", folder.path])
    let ana = try SocketClient.greeted(port: first.port)
    let login = try JSON(parsing: ana.ask(#"{"type":"login","name":"ana"}"#))
    let token = try #require(login["token"]?.stringValue)
    _ = try ana.ask(#"{"type":"create","room":"lunch"}"#)
    _ = try ana.ask(#"{"type":"poll","question":"Where to lunch?","options":["thai","pizza"]}"#)
    #expect(try ana.ask(#"{"type":"vote","option":2}"#).contains(#""own":2"#))
    first.killNow()

    let second = try ServerProcess(["--data", folder.path])
    let back = try SocketClient.greeted(port: second.port)
    back.send(line: #"{"type":"login","token":"\#(token)"}"#)
    let poll = try JSON(parsing: back.line { $0.contains(#""type":"poll""#) })
    #expect(poll["question"] == "Where to lunch?" && poll["own"] == 2 && poll["votes"] == 1)
    let ben = try SocketClient.greeted(port: second.port)
    ben.send(line: "/join lunch")
    #expect(try ben.line { $0.hasPrefix("Poll") } == "Poll by ana: Where to lunch?")
  }
}
