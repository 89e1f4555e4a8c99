import Foundation
import GameKit
import Kernel
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ParlorCore
@testable import Storage

/// A server with a log to which another process has appended.
@Suite("A fenced log", .waiting)
final class FencedLogTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("parlor-fence-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private var arguments: [String] {
    TranscriptRunner.usualArguments + ["--data", folder.path, "--http", "0", "--http-token", "open-sesame-open"]
  }

  /// Appends facts after the last entry, as another server would.
  private func append(_ records: [DocumentLine]) throws {
    let file = try LogFile(Database(path: folder.path + "/log.sqlite", access: .writing), .process)
    let entries = Batch(ticket: 1, lines: records).entries(from: try file.lastPosition() + 1)
    #expect(try file.append(entries))
  }

  private static func player(_ number: Int64, _ name: String) -> DocumentLine {
    let at = Instant(milliseconds: 1_795_161_600_000)
    let player = StoredPlayer(
      id: PlayerID(number), name: name, isGuest: false, isBot: false, createdAt: at, seenAt: at)
    return PlayerDocument.line(.kept(player), of: number)
  }

  @Test("The server restarts from storage without losing acknowledged data, and clients resume")
  func startsOver() throws {
    var server = try ServerProcess(arguments)
    var (ana, token) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    let bystander = try SocketClient.greeted(port: server.port)
    _ = try ana.ask(#"{"type":"join","room":"wordle"}"#)
    let moved = try JSON(parsing: ana.ask(#"{"type":"move","text":"crane","move_id":"first"}"#))
    #expect(moved["turn"]?["tries"]?.intValue == 1)
    for round in 1...3 {
      try append([Self.player(1000 * Int64(round), "zoe\(round)")])
      // The entry of this request would have the position of the other's entry.
      ana.send(line: #"{"type":"move","text":"slate"}"#)
      for client in [ana] + (round == 1 ? [bystander] : []) {
        #expect(client.rest().lines == [#"{"type":"closing","reason":"restart","back_in_s":1}"#])
      }
      (ana, _) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
      ana.send(line: #"{"type":"join","room":"wordle"}"#)
      let joined = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"joined""#) })
      #expect(joined["board"] == moved["board"])
      let again = try JSON(parsing: ana.ask(#"{"type":"move","text":"crane","move_id":"first"}"#))
      #expect(again["turn"] == moved["turn"] && again["seq"] == moved["seq"])
      // The other's entry is in effect.
      #expect(try ana.ask(#"{"type":"rename","name":"zoe\#(round)"}"#).contains("name_taken"))
      #expect(try HTTPSocket(server).ask("GET /health").status == 200)
    }
    let second = try JSON(parsing: ana.ask(#"{"type":"move","text":"slate"}"#))
    #expect(second["turn"]?["tries"]?.intValue == 2)
    server.killNow()
    server = try ServerProcess(arguments)
    (ana, token) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    ana.send(line: #"{"type":"join","room":"wordle"}"#)
    let joined = try JSON(parsing: ana.line { $0.hasPrefix(#"{"type":"joined""#) })
    #expect(joined["board"] == second["board"])
  }

  @Test("An HTTP request whose change cannot be stored gets no answer, and its connection ends")
  func heldOverHTTP() throws {
    let server = try ServerProcess(arguments)
    let score = #"{"id":265,"date":"2022-03-11","word":"watch","tries":["stair","match","watch"]}"#
    let fields = ["X-Authorization: open-sesame-open"]
    let http = try HTTPSocket(server)
    #expect(try http.ask("GET /health").status == 200)
    // Something is stored first, since an empty log has no owner yet.
    let ana = try SocketClient.loggedIn(at: server, #""name":"ana""#).client
    // The answer comes once everything before it is stored.
    #expect(try ana.ask(#"{"type":"history"}"#).contains("history"))
    try append([Self.player(1000, "zoe")])
    #expect(throws: SocketClient.Failure.self) { try http.ask("POST /scores", fields, body: score) }
    #expect(try HTTPSocket(server).ask("GET /scores/265").status == 404)
    #expect(try HTTPSocket(server).ask("POST /scores", fields, body: score).status == 201)
  }
}
