import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("A third-party game", .waiting)
struct TicTacToeGuideTests {
  /// The guide's session of a game for two: each typed line with its player, and the lines that this player then gets.
  private struct Session {
    struct Act {
      let player: String
      let typed: String
      var answer: [String]
    }

    private(set) var acts: [Act] = []

    init() throws {
      let guide = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/GameKit/GUIDE.md").standardizedFileURL
      let text = try String(contentsOf: guide, encoding: .utf8)
      let start = try #require(text.range(of: "```\nana> "))
      for line in text[start.lowerBound...].components(separatedBy: "\n").dropFirst().prefix(while: { $0 != "```" }) {
        if let prompt = line.range(of: "> ") {
          acts.append(
            Act(player: String(line[..<prompt.lowerBound]), typed: String(line[prompt.upperBound...]), answer: []))
        } else {
          acts[acts.count - 1].answer.append(line)
        }
      }
    }
  }

  @Test("Two clients in text mode play the guide's tic-tac-toe session and get the guide's output")
  func guide() throws {
    let server = try ServerProcess(["--limits", "bench"], program: "TicTacToeServer")
    let clients = ["ana": try SocketClient(port: server.port), "ben": try SocketClient(port: server.port)]
    for client in clients.values { try client.greeting() }
    let session = try Session()
    #expect(session.acts.count > 8)
    for act in session.acts {
      let client = try #require(clients[act.player])
      client.send(line: act.typed)
      for expected in act.answer { _ = try client.line { $0 == expected } }
      try waitUntilAnswered(client)
    }
    let ben = try #require(clients["ben"])
    ben.send(line: "/quit")
    #expect(ben.rest().lines.last == "Bye!")
  }

  /// Waits for the answer to a read-only command, by when all earlier requests are done.
  private func waitUntilAnswered(_ client: SocketClient) throws {
    client.send(line: "/limits line")
    _ = try client.line { $0.contains("line_bytes") }
  }
}
