import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Archive rooms after a crash", .waiting)
struct ArchiveRestoreTests {
  @Test("After a kill an archive room continues with its puzzle, then with the previous day's")
  func killed() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-archive-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = TranscriptRunner.usualArguments + ["--data", folder.path]
    var server = try ServerProcess(arguments)
    var ana = try SocketClient.greeted(port: server.port)
    let token = try #require(try JSON(parsing: ana.ask(#"{"type":"login","name":"ana"}"#))["token"]?.stringValue)
    _ = try ana.ask(#"{"type":"create","room":"past","game":"wordle","mode":"practice","puzzle":323}"#)
    let moved = try JSON(parsing: ana.ask(#"{"type":"move","room":"past","text":"crane"}"#))
    #expect(moved["type"] == "moved")
    let board = try #require(moved["board"])
    #expect(board["title"] == "Wordle archive 323")

    server.killNow()
    server = try ServerProcess(arguments)
    ana = try SocketClient.greeted(port: server.port)
    _ = try ana.ask(#"{"type":"login","token":"\#(token)"}"#)
    ana.send(line: #"{"type":"join","room":"past"}"#)
    let joined = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"joined""#) })
    #expect(joined["board"] == board)
    // It is still the same puzzle: the same guess gets the same tiles.
    ana.send(line: #"{"type":"move","room":"past","text":"crane"}"#)
    let again = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"moved""#) })
    let tiles = again["board"]?["rows"]?.arrayValue?.prefix(2).compactMap { $0["tiles"]?.stringValue } ?? []
    #expect(tiles.count == 2 && tiles[0] == tiles[1])
    for _ in 0..<4 { ana.send(line: #"{"type":"move","room":"past","text":"crane"}"#) }
    let finished = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"finished""#) })
    #expect(finished["share"]?.stringValue?.hasPrefix("Parlor Wordle archive 323 X/6") == true)
    _ = try ana.line { $0.hasPrefix(#"{"type":"round_over""#) }
    ana.send(line: #"{"type":"start","room":"past"}"#)
    let round = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"round""#) })
    #expect(round["board"]?["title"] == "Wordle archive 322")
  }
}
