import Foundation
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("The client in the background", .waiting)
struct BackgroundTests {
  private func start(_ server: ServerProcess, home: URL) throws -> TerminalProcess {
    try TerminalProcess(
      ServerProcess.path(of: "JobKeeper"),
      [ServerProcess.path(of: "parlor")] + PlayerAtTerminal.arguments(port: server.port) + ["--name", "ana"],
      environment: PlayerAtTerminal.environment(look: .plain, home: home))
  }

  private func expectUntouched(_ terminal: TerminalProcess) {
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    #expect(terminal.screen.mouseModes == [] && terminal.isCooked)
  }

  private func waitForStop(_ count: Int, _ terminal: TerminalProcess) throws {
    try terminal.wait(until: "stop \(count)") { screen in
      !screen.isAlternate && screen.lines.count { $0.hasPrefix("stopped by") } == count
    }
    #expect(terminal.screen.lines.last { $0.hasPrefix("stopped by") } == "stopped by \(SIGTTOU)")
  }

  @Test("A background client stops before it touches the terminal, also after bg, and plays after fg")
  func started() throws {
    let server = try Tables.server()
    let home = PlayerAtTerminal.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    let terminal = try start(server, home: home)
    for count in 1...2 {
      try waitForStop(count, terminal)
      expectUntouched(terminal)
      #expect(!terminal.written.contains(0x1B), "not one sequence")
      terminal.type(count == 1 ? "bg\r" : "fg\r")
    }
    try terminal.wait(for: "3 WordSearch")
    #expect(terminal.screen.isAlternate && !terminal.isCooked)
    terminal.type("q")
    #expect(try terminal.wait() == .exit(0))
    expectUntouched(terminal)
  }

  @Test("A suspended client that is continued by bg stops, and leaves the screen alone")
  func suspended() throws {
    let server = try Tables.server()
    let home = PlayerAtTerminal.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    let terminal = try start(server, home: home)
    try waitForStop(1, terminal)
    terminal.type("fg\r")
    try terminal.wait(for: "3 WordSearch")
    terminal.type(Key.control("z"))
    try terminal.wait(until: "the suspended client") { !$0.isAlternate && $0.contains("stopped by \(SIGTSTP)") }
    let written = terminal.written.count
    terminal.type("bg\r")
    try waitForStop(3, terminal)
    expectUntouched(terminal)
    #expect(!terminal.written[written...].contains(0x1B), "not one sequence")
    terminal.type("fg\r")
    try terminal.wait(until: "the lobby") { $0.isAlternate && $0.contains("3 WordSearch") }
    terminal.type("q")
    #expect(try terminal.wait() == .exit(0))
  }
}
