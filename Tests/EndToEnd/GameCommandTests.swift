import Foundation
import ServerHarness
import Testing
import WaitingTrait

@Suite("Commands for authors of games", .waiting)
struct GameCommandTests {
  @Test("check-game prints one line per finding and exits with a failure status")
  func findings() throws {
    let program = ServerProcess.path(of: "BadGame")
    let ending = try ServerProcess.run(["check-game", "--", program, "dies at move 3"])
    #expect(ending.status == 65)
    #expect(ending.output.first?.hasPrefix("✘ totality (traps): \"play\", asked to ") == true, "\(ending.output)")
    #expect(ending.output.last?.hasPrefix("count: ") == true)
    #expect(ending.output.allSatisfy { $0.hasPrefix("✘ ") || $0.hasPrefix("? ") || $0.hasPrefix("count: ") })
  }

  @Test("check-game reports why a program cannot be started")
  func notStarted() throws {
    let ending = try ServerProcess.run(["check-game", "/nowhere/game"])
    #expect(ending.status == 65)
    #expect(ending.output == ["✘ /nowhere/game cannot be started: there is no file /nowhere/game"])
    #expect(try ServerProcess.run(["check-game"]).status == 64)
    #expect(try ServerProcess.run(["new-game", "a", "--language", "perl"]).status == 64)
  }

  @Test("check-game --watch prints the results at each save", .enabled(if: SystemShell.has("/usr/bin/python3")))
  func watch() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "parlor-watch-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "game.py")
    try "print('hello')\n".write(to: file, atomically: true, encoding: .utf8)
    let child = try ChildProcess(
      ServerProcess.path(of: "parlor-server"), ["check-game", "--watch", "--", file.path], environment: [:])
    let output = LineReader(descriptor: child.output)
    func next() -> String {
      if case .line(let line) = output.next(within: Patience.seconds) { line } else { "" }
    }
    let begins = "Checking \(file.path) …"
    #expect(next() == begins)
    #expect(next().contains("\"hello\" on standard output is not an answer: print to standard error"))
    #expect(next() == "Waiting for the next change; press Ctrl-C to stop.")
    try "raise SystemExit(7)\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(next() == begins)
    #expect(next().contains("it exited with status 7"))
    #expect(next() == "Waiting for the next change; press Ctrl-C to stop.")
    try "import sys, time\nprint('I sleep', file=sys.stderr, flush=True)\nwhile True: time.sleep(1)\n".write(
      to: file, atomically: true, encoding: .utf8)
    let errors = LineReader(descriptor: child.errors)
    guard case .line("game.py: I sleep") = errors.next(within: Patience.seconds) else {
      Issue.record("it does not begin to check")
      return
    }
    try "raise SystemExit(8)\n".write(to: file, atomically: true, encoding: .utf8)
    #expect(next() == begins)
    #expect(next() == "The files have changed.")
    #expect(next() == begins)
    #expect(next().contains("it exited with status 8"))
    child.send(SIGINT)
  }

  @Test("new-game generates a game that a server can run", .enabled(if: SystemShell.has("/usr/bin/python3")))
  func newGame() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "parlor-new-game-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = ServerProcess.path(of: "parlor-server")
    let made = try SystemShell.run("cd '\(folder.path)' && '\(server)' new-game far-away")
    #expect(made.status == 0, "\(made.text)")
    #expect(made.output.contains("Its name on the wire, and in chat, is faraway."))
    #expect(made.output.last == "Next: parlor-server check-game -- python3 faraway/faraway.py")
    let checked = try ServerProcess.run([
      "--check", "--data", ":memory:", "--trust-game", "--game", folder.appending(path: "faraway/faraway.py").path,
    ])
    #expect(checked.status == 0, "\(checked.output) \(checked.errors)")
    #expect(try SystemShell.run("cd '\(folder.path)' && '\(server)' new-game far-away").status == 73)
    for name in ["json", "wordle", "help", "shares"] {
      let refused = try SystemShell.run("cd '\(folder.path)' && '\(server)' new-game \(name)")
      #expect(refused.status == 73 && refused.text.contains("choose another name"), "\(refused.text)")
    }
  }
}
