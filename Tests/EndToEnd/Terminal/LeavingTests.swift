import Foundation
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("The client restores the terminal", .waiting)
struct LeavingTests {
  private func playing(_ server: ServerProcess) throws -> PlayerAtTerminal {
    let player = try PlayerAtTerminal(
      "ana", in: Window(columns: 80, rows: 24, look: .colour), port: server.port)
    player.press("1")
    try player.see("Guess a five-letter word")
    #expect(!player.terminal.isCooked)
    #expect(player.terminal.screen.isAlternate)
    #expect(player.terminal.screen.mouseModes.contains(1006))
    return player
  }

  @Test(
    "After signals, and the parent process sees the signal",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT])
  func signals(signal: Int32) throws {
    let server = try Tables.server()
    let player = try playing(server)
    player.terminal.send(signal)
    #expect(try player.terminal.wait() == .signal(signal))
    player.expectRestored()
    player.expectSound()
  }

  @Test("After a crash", arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE])
  func crash(signal: Int32) throws {
    let server = try Tables.server()
    let player = try playing(server)
    player.terminal.send(signal)
    #expect(try player.terminal.wait() == .signal(signal))
    player.expectRestored()
  }

  @Test("After a crash, whose backtrace is printed on the original screen")
  func backtrace() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal(
      "ana", port: server.port, environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no"])
    player.terminal.send(SIGSEGV)
    #expect(try player.terminal.wait() == .signal(SIGSEGV))
    player.expectRestored()
    let written = String(decoding: player.terminal.written, as: UTF8.self)
    let parts = written.components(separatedBy: "\u{1B}[?1049l")
    #expect(parts.count == 2, "given back once")
    #expect(parts.last?.contains("Program crashed") == true)
  }

  @Test("After ^C and /quit during a game", arguments: [Key.control("c"), "/quit\r"])
  func keys(keys: String) throws {
    let server = try Tables.server()
    let player = try playing(server)
    player.press(keys)
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
    player.expectSound()
  }

  @Test("After ^Z; fg continues the game unchanged")
  func suspended() throws {
    let server = try Tables.server()
    let home = PlayerAtTerminal.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    var environment = PlayerAtTerminal.environment(look: .plain, home: home)
    environment["PS1"] = "ready> "
    let shell = try TerminalProcess("/bin/sh", ["-i"], environment: environment)
    func waitForShell(_ count: Int) throws {
      try shell.wait(until: "the shell, \(count) times") { screen in
        !screen.isAlternate && screen.lines.count { $0.hasPrefix("ready>") } == count && shell.isCooked
      }
    }
    try waitForShell(1)
    let arguments = PlayerAtTerminal.arguments(port: server.port).joined(separator: " ")
    shell.type("\(ServerProcess.path(of: "parlor")) \(arguments) --name ana\r")
    try shell.wait(for: "3 WordSearch")
    shell.type("1")
    try shell.wait(for: "Guess a five-letter word")
    shell.type("crane\rbu")
    try shell.wait(for: "› bu")
    try shell.wait(for: "2/6")
    let before = shell.screen

    shell.type(Key.control("z"))
    try waitForShell(2)
    #expect(shell.screen.isCursorVisible)
    #expect(shell.screen.mouseModes == [])
    #expect(!shell.screen.modes.contains(2004))
    #expect(shell.screen.cursor.style == .plain)
    shell.type("echo between\r")
    try waitForShell(3)
    shell.type("fg\r")
    try shell.wait(until: "the game") { $0.isAlternate && $0.contains("› bu") && $0.lines == before.lines }
    #expect(!shell.isCooked)
    #expect(shell.screen.mouseModes == before.mouseModes)
    shell.type("lly\r")
    try shell.wait(for: "Solved in 2")
    shell.type(Key.escape)
    try shell.wait(for: "solved in 2")
    shell.type("q")
    try waitForShell(4)
    shell.type("exit 3\r")
    #expect(try shell.wait() == .exit(3))
    #expect(shell.screen.faults == [])
  }
}
