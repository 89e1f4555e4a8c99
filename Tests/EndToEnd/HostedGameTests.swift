import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

/// Games in other processes on a server that runs: kill -9 on either side, the file gone and back.
@Suite("Games in other processes, with a real server", .waiting)
struct HostedGameTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-hosted-\(UUID().uuidString)")
  private static let hangman =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    + "/Clients/Python/hangman.py"

  private func server(_ flags: [String]) throws -> ServerProcess {
    // No answer is late where other tests keep the machine busy.
    try ServerProcess(["--data", folder.path, "--limit", "burst=1000", "--game-budget", "20000"] + flags)
  }

  /// The processes that a server has started.
  private func children(of server: ServerProcess) throws -> [Int32] {
    let text = try String(
      contentsOfFile: "/proc/\(server.processID)/task/\(server.processID)/children", encoding: .utf8)
    return text.split(separator: " ").compactMap { Int32($0) }
  }

  @Test(
    "Hangman in Python survives kill -9 of the server and of its own process in mid-match, and its file's absence",
    .enabled(if: Shell.has("python3")))
  func hangman() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let flags = ["--game", Self.hangman, "--trust-game"]
    var server = try server(flags)
    var (ana, token) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    let joined = try ana.ask(#"{"type":"create","room":"r","game":"hangman","mode":"together","seed":3}"#)
    #expect(joined.contains(#""game":"hangman""#), "\(joined)")
    var board = try ana.message("round")["board"]
    for letter in ["e", "a"] {
      ana.send(line: #"{"type":"move","room":"r","text":"\#(letter)"}"#)
      board = try ana.message("moved")["board"]
    }
    let rows = try #require(board?["rows"])

    server.killNow()
    server = try self.server([])
    (ana, _) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    #expect(try ana.ask(#"{"type":"join","room":"r"}"#).contains(#""code":"not_found","what":"room""#))

    server.killNow()
    server = try self.server(flags)
    (ana, _) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    #expect(try ana.message("joined")["board"]?["rows"] == rows)

    for process in try children(of: server) { kill(process, SIGKILL) }
    // A process that ends while it is asked costs an answer, one that has ended before not even that.
    var answer = JSON.null
    for _ in 1...3 where answer["type"] != "moved" {
      ana.send(line: #"{"type":"move","room":"r","text":"o"}"#)
      answer = try ana.message()
      #expect(answer["code"] == "game_down" || answer["turn"]?["guess"] == "o")
    }
    #expect(answer["type"] == "moved")
  }

  @Test("A game of this program plays in a process of its own with --isolate, and kill -9 of it costs no move")
  func isolated() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    var server = try server(["--isolate", "wordle"])
    var (ana, token) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    ana.send(line: #"{"type":"create","room":"r","game":"wordle","mode":"practice"}"#)
    _ = try ana.message("round")
    ana.send(line: #"{"type":"move","room":"r","text":"crane"}"#)
    let rows = try #require(try ana.message("moved")["board"]?["rows"])
    ana.send(line: #"{"type":"move","room":"r","text":"zzzzz"}"#)
    #expect(try ana.message("error")["code"] == "not_in_word_list")
    server.killNow()
    server = try self.server(["--isolate", "wordle"])
    (ana, token) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    #expect(try ana.message("joined")["board"]?["rows"] == rows)
    ana.send(line: #"{"type":"move","room":"r","text":"moist"}"#)
    #expect(try ana.message("moved")["turn"] != nil)
  }

  @Test("A server does not start with a game that cannot be started, says nothing, or has the name of another one")
  func refused() throws {
    let missing = try ServerProcess.run(["--data", ":memory:", "--game", "/nowhere/game.py"])
    #expect(missing.status == 66)
    #expect(
      missing.errors == ["parlor-server: --game /nowhere/game.py: /nowhere/game.py cannot be started: no such program"])
    let mute = try ServerProcess.run(["--data", ":memory:", "--trust-game", "--game", "/bin/true"])
    #expect(mute.status == 65)
    let checked = try ServerProcess.run(["--check", "--data", ":memory:", "--game", "/nowhere/game.py"])
    #expect(checked.status == 64 && checked.errors.contains { $0.contains("no such program") })
    let twice = try ServerProcess.run(["--data", ":memory:", "--isolate", "nothing"])
    #expect(twice.errors == ["parlor-server: --isolate: this program has no game \"nothing\""])
  }
}
