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
    let tasks = "/proc/\(server.identifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).flatMap { task in
      let text = (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
      return text.split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// A copy of Hangman that may be changed.
  private func copy() throws -> (folder: URL, file: URL) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-game-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["hangman.py", "parlor_game.py"] {
      let original = URL(fileURLWithPath: Self.hangman).deletingLastPathComponent().appendingPathComponent(name)
      try FileManager.default.copyItem(at: original, to: folder.appendingPathComponent(name))
    }
    return (folder, folder.appendingPathComponent("hangman.py"))
  }

  private func wait(for line: String, from server: ServerProcess) -> Bool {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      if server.logLines().contains(where: { $0.contains(line) }) { return true }
      Thread.sleep(forTimeInterval: 0.05)
    }
    return false
  }

  @Test(
    "New matches use a changed file, a broken one is not loaded, and open matches continue with the previous version",
    .enabled(if: SystemShell.has("python3")))
  func reloading() throws {
    let (game, file) = try copy()
    defer {
      for each in [folder, game] { try? FileManager.default.removeItem(at: each) }
    }
    let server = try server(["--trust-game", "--game", file.path])
    let (ana, _) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    ana.send(line: #"{"type":"create","room":"old","game":"hangman","mode":"together","seed":3}"#)
    _ = try ana.message("round")
    func title(after text: String, in room: String) throws -> String? {
      ana.send(line: #"{"type":"move","room":"\#(room)","text":"\#(text)"}"#)
      return try ana.message("moved")["board"]?["prompt"]?.stringValue
    }
    let before = try title(after: "e", in: "old")
    let source = try String(contentsOf: file, encoding: .utf8)
    try #require(source.contains("Type a letter"))
    try source.replacingOccurrences(of: "Type a letter, or the word\"", with: "Say a letter, or the word\"").write(
      to: file, atomically: true, encoding: .utf8)
    #expect(wait(for: "new matches use the changed file", from: server))
    #expect(try title(after: "a", in: "old")?.contains("Type a letter") == before?.contains("Type a letter"))
    ana.send(line: #"{"type":"create","room":"new","game":"hangman","mode":"together","seed":3}"#)
    _ = try ana.message("round")
    #expect(try title(after: "e", in: "new")?.contains("Say a letter") == true)
    // What begins anew for the old match is the old file as well.
    for process in try children(of: server) { kill(process, SIGKILL) }
    var prompt: String?
    for letter in ["n", "r", "t", "l"] where prompt == nil {
      ana.send(line: #"{"type":"move","room":"old","text":"\#(letter)"}"#)
      let answer = try ana.message()
      #expect(answer["type"] == "moved" || answer["code"] == "game_down")
      prompt = answer["board"]?["prompt"]?.stringValue
    }
    #expect(prompt?.contains("Type a letter") == true)

    try "this is no Python\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(wait(for: "the changed file was not loaded", from: server))
    #expect(try title(after: "o", in: "old")?.contains("Type a letter") == true)
    #expect(try title(after: "a", in: "new")?.contains("Say a letter") == true)
    // Of a puzzle that was dealt before, nothing is asked, and `joined` has the round.
    ana.send(line: #"{"type":"create","room":"newer","game":"hangman","mode":"together","seed":4}"#)
    _ = try ana.message("round")
    #expect(try title(after: "e", in: "newer")?.contains("Say a letter") == true)
  }

  @Test(
    "A start removes the copy of a game's file that a killed server left, but not a running server's copy",
    .enabled(if: SystemShell.has("python3")))
  func leftCopies() throws {
    let (game, file) = try copy()
    let temporary = folder.appendingPathExtension("tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
    defer {
      for each in [folder, game, temporary] { try? FileManager.default.removeItem(at: each) }
    }
    func copies() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: temporary.path).filter { $0.contains("copy-of-a-game") })
    }
    /// A server that has started a game again by the file as it was.
    func serverWithCopy(_ data: String) throws -> ServerProcess {
      let server = try ServerProcess(
        ["--data", "\(folder.path)/\(data)", "--game-budget", "20000", "--trust-game", "--game", file.path],
        environment: ["TMPDIR": temporary.path])
      let (ana, _) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
      ana.send(line: #"{"type":"create","room":"r","game":"hangman","mode":"together","seed":3}"#)
      _ = try ana.message("round")
      let source = try String(contentsOf: file, encoding: .utf8)
      try (source + "\n").write(to: file, atomically: true, encoding: .utf8)
      #expect(wait(for: "new matches use the changed file", from: server))
      for process in try children(of: server) { kill(process, SIGKILL) }
      for letter in ["e", "a", "n", "r"] {
        ana.send(line: #"{"type":"move","room":"r","text":"\#(letter)"}"#)
        if try ana.message()["type"] == "moved" { break }
      }
      return server
    }
    let killed = try serverWithCopy("1")
    let left = try copies()
    #expect(left.count == 1)
    killed.killNow()
    let running = try serverWithCopy("2")
    let kept = try copies()
    #expect(kept.count == 1 && kept.isDisjoint(with: left))
    let third = try ServerProcess(
      ["--data", "\(folder.path)/3", "--trust-game", "--game", file.path], environment: ["TMPDIR": temporary.path])
    #expect(try copies() == kept)
    third.killNow()
    running.terminate()
    #expect(running.exitStatus() == 0)
    #expect(try copies().isEmpty)
  }

  /// A game that hears neither SIGTERM nor the end of its input, and would rather outlive the server.
  private static let stubborn = """
    import ctypes, json, signal, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(1, 0)
    game = {"id": "count", "title": "Count", "summary": "S", "rules": ["R"], "modes": ["together"]}
    for line in sys.stdin:
        ask = json.loads(line)
        view = {"board": {"title": "Count", "rows": []}}
        answer = {"state": {}, "to_move": [], "views": [view for viewer in ask.get("views", [])]}
        if ask["ask"] == "hello": answer = {"version": 1, "game": game, "puzzles": "none"}
        while ask["ask"] == "play": time.sleep(1)
        print(json.dumps({"id": ask["id"], **answer}), flush=True)
    while True: time.sleep(1)
    """

  @Test("A hanging game is killed with its server", .enabled(if: SystemShell.has("python3")))
  func endsWithTheServer() throws {
    let game = folder.appendingPathExtension("py")
    defer {
      for each in [folder, game] { try? FileManager.default.removeItem(at: each) }
    }
    try Self.stubborn.write(to: game, atomically: true, encoding: .utf8)
    let server = try server(["--trust-game", "--game", game.path])
    let (ana, _) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    ana.send(line: #"{"type":"create","room":"r","game":"count","mode":"together"}"#)
    _ = try ana.message("round")
    ana.send(line: #"{"type":"move","room":"r","text":"bad"}"#)
    let started = try children(of: server)
    #expect(!started.isEmpty)
    server.killNow()
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end, started.contains(where: Self.runs) { Thread.sleep(forTimeInterval: 0.02) }
    #expect(!started.contains(where: Self.runs))
  }

  /// Whether a process is there and no zombie.
  private static func runs(_ process: Int32) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return !status.contains(") Z ")
  }

  @Test(
    "Hangman in Python survives kill -9 of the server and of its own process in mid-match, and its file's absence",
    .enabled(if: SystemShell.has("python3")))
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

  @Test(
    "A server starts without a broken game, reports it, and adds it with its stored rooms once it is fixed",
    .enabled(if: SystemShell.has("python3")))
  func broken() throws {
    let (game, file) = try copy()
    defer {
      for each in [folder, game] { try? FileManager.default.removeItem(at: each) }
    }
    let flags = ["--trust-game", "--game", file.path, "--daily", "hangman:tries=5"]
    var server = try server(flags)
    var (ana, token) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    ana.send(line: #"{"type":"create","room":"r","game":"hangman","mode":"together","seed":3}"#)
    _ = try ana.message("round")
    ana.send(line: #"{"type":"move","room":"r","text":"e"}"#)
    let rows = try #require(try ana.message("moved")["board"]?["rows"])
    server.killNow()

    let source = try String(contentsOf: file, encoding: .utf8)
    try (source + "\ndef (:\n").write(to: file, atomically: true, encoding: .utf8)
    let checked = try ServerProcess.run(["--check", "--data", folder.path, "--port", "0"] + flags)
    #expect(checked.status == 64 && checked.errors.contains { $0.contains("SyntaxError") }, "\(checked.errors)")
    server = try self.server(flags)
    #expect(server.preface.contains { $0.hasPrefix("game_missing: the server runs without this game") })
    (ana, token) = try SocketClient.loggedIn(at: server, #""token":"\#(token)""#)
    func games() throws -> [String] {
      ana.send(line: #"{"type":"about"}"#)
      return try ana.message("about")["games"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    }
    #expect(try games().contains("wordle") && !games().contains("hangman"))
    #expect(try ana.ask(#"{"type":"join","room":"r"}"#).contains(#""code":"not_found""#))

    try source.write(to: file, atomically: true, encoding: .utf8)
    #expect(wait(for: "game_added", from: server))
    #expect(try games().contains("hangman"))
    ana.send(line: #"{"type":"join","room":"r"}"#)
    #expect(try ana.message("joined")["board"]?["rows"] == rows)
    ana.send(line: #"{"type":"move","room":"r","text":"a"}"#)
    #expect(try ana.message("moved")["turn"] != nil)
    ana.send(line: #"{"type":"join","room":"hangman"}"#)
    #expect(try ana.message("joined")["settings"] == ["tries": 5])
    // From now on its changes are taken up as those of any game.
    try (source + "\n").write(to: file, atomically: true, encoding: .utf8)
    #expect(wait(for: "new matches use the changed file", from: server))
  }

  @Test("Each game of this program can be isolated, and has its settings")
  func allIsolated() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let games = ["wordle", "dailysort", "wordsearch", "lastword", "quiz", "absurdle", "quordle", "octordle"]
    let server = try server(games.flatMap { ["--isolate", $0] })
    let (ana, _) = try SocketClient.loggedIn(at: server, #""name":"ana""#)
    // It would miss a refusal that is asked for again and again.
    ana.send(line: #"{"type":"create","game":"wordsearch","mode":"practice","settings":{"to":"klingon"}}"#)
    #expect(try ana.message("error")["code"] == "bad_settings")
    for game in ["wordle", "dailysort", "wordsearch"] {
      ana.send(line: #"{"type":"create","game":"\#(game)","mode":"practice"}"#)
      #expect(try ana.message("round")["board"] != nil)
    }
  }

  @Test("A missing file of --game or an unknown game of --isolate prevents a start")
  func refused() throws {
    let missing = try ServerProcess.run(["--data", ":memory:", "--game", "/nowhere/game.py"])
    #expect(missing.status == 66)
    #expect(
      missing.errors == [
        "parlor-server: --game /nowhere/game.py: /nowhere/game.py cannot be started: there is no file /nowhere/game.py"
      ])
    let folder = try ServerProcess.run(["--data", ":memory:", "--game", "/tmp"])
    #expect(folder.status == 66)
    #expect(folder.errors == ["parlor-server: --game /tmp: /tmp is a folder: give the program's file"])
    let mute = try ServerProcess.run(["--check", "--data", ":memory:", "--trust-game", "--game", "/bin/true"])
    #expect(mute.status == 64 && mute.errors.contains { $0.contains("it exited with status 0") }, "\(mute.errors)")
    let checked = try ServerProcess.run(["--check", "--data", ":memory:", "--game", "/nowhere/game.py"])
    #expect(checked.status == 64 && checked.errors.contains { $0.contains("there is no file") })
    let twice = try ServerProcess.run(["--data", ":memory:", "--isolate", "nothing"])
    #expect(twice.errors == ["parlor-server: --isolate: this program has no game \"nothing\""])
  }
}
