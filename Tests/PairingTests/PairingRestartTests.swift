import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Pairing on a server process", .waiting)
final class PairingRestartTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-pairing-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  @Test("After kill -9 seeks are gone, the room of a pair is there, and its seats are reserved for the pair")
  func killed() throws {
    let first = try ServerProcess(["--data", folder.path])
    let (ana, token) = try SocketClient.loggedIn(at: first, #""name":"ana""#)
    let (ben, _) = try SocketClient.loggedIn(at: first, #""name":"ben""#)
    let (eva, _) = try SocketClient.loggedIn(at: first, #""name":"eva""#)
    _ = try ana.ask(#"{"type":"challenges","allowed":false}"#)
    _ = try eva.ask(#"{"type":"seek","game":"wordle"}"#)
    _ = try ana.ask(#"{"type":"seek","game":"lastword"}"#)
    _ = try ben.ask(#"{"type":"seek","game":"lastword"}"#)
    let paired = try JSON(parsing: ana.line { $0.contains(#""type":"pairing""#) })
    let room = try #require(paired["room"]?.stringValue)
    first.killNow()

    let second = try ServerProcess(["--data", folder.path])
    let (back, zoe) = (try SocketClient.greeted(port: second.port), try SocketClient.greeted(port: second.port))
    back.send(line: #"{"type":"login","token":"\#(token)"}"#)
    let joined = try JSON(parsing: back.line { $0.contains(#""type":"joined""#) })
    #expect(joined["room"]?.stringValue == room && joined["state"] == "playing")
    let refusal = try JSON(parsing: zoe.ask(#"{"type":"challenge","player":"ana","game":"wordle"}"#))
    #expect(refusal["code"] == "forbidden")
    let seeks = try JSON(parsing: zoe.ask(#"{"type":"seeks"}"#))
    #expect(seeks["seek_count"] == 0 && seeks["here"]?.arrayValue?.isEmpty == true)
    let watching = try JSON(parsing: zoe.ask(#"{"type":"join","room":"\#(room)"}"#))
    #expect(watching["state"] == "watching")
  }
}
