import Foundation
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("The client in plain mode", .waiting)
struct PlainModeTests {
  private static let game = [
    "🟨🟩⬛⬛🟩  LUCKY", "🟩🟩🟩🟩🟩  BULLY", "Parlor Wordle 324 2/6", "🟨🟩⬛⬛🟩", "🟩🟩🟩🟩🟩",
  ]

  private static func begin(_ parts: [String], _ lines: [String]) -> Bool {
    var rest = lines[...]
    return parts.allSatisfy { part in
      guard let index = rest.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }

  @Test("A script plays a game through pipes, and reads only text lines")
  func pipes() throws {
    let server = try Tables.server()
    let home = PlayerAtTerminal.newHome()
    defer { try? FileManager.default.removeItem(at: home) }
    var environment = PlayerAtTerminal.environment(home: home)
    environment["SCRIPT"] = ["wordle", "bullx", "lucky", "bully", "/share", "/stats"].joined(separator: "\n")
    let parlor = "\(ServerProcess.path(of: "parlor")) 127.0.0.1:\(server.port) --name ana"
    let shell = try ChildProcess("/bin/sh", ["-c", "echo \"$SCRIPT\" | \(parlor)"], environment: environment)
    let (lines, ended) = LineReader(descriptor: shell.output).rest(within: Patience.seconds)
    #expect(ended)
    #expect(shell.wait() == 0)
    #expect(lines.first?.hasPrefix("Welcome to Parlor!") == true)
    #expect(lines.contains("You are ana at 127.0.0.1:\(server.port)."), "\(lines)")
    #expect(Self.begin(Self.game + ["ana shares 1"], lines), "\(lines)")
    #expect(lines.allSatisfy { !$0.hasPrefix("{") })
  }

  @Test("After a lost connection the player is back in the room, and input typed meanwhile is played")
  func reconnecting() throws {
    let server = try Tables.server()
    let proxy = try Proxy(target: server.port)
    let player = try PlayerAtTerminal(port: proxy.port, arguments: ["--plain", "--name", "ana"])
    try player.terminal.wait(for: "/quit to leave")
    player.terminal.type("wordle\r")
    try player.terminal.wait(for: "(1/6)")
    proxy.shut()
    try player.terminal.wait(for: "The connection was lost")
    player.terminal.type("lucky\r")
    proxy.open()
    try player.waitImpatiently(until: "the move") { $0.contains("(2/6)") || $0.contains("LUCKY") }
    #expect(player.terminal.screen.contains("The connection is back."))
    player.terminal.type("/quit\r")
    #expect(try player.terminal.wait() == .exit(0))
  }

  @Test("A dumb terminal gets the same text without escape sequences")
  func dumb() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal(
      port: server.port, arguments: ["--name", "ana"], environment: ["TERM": "dumb"])
    try player.see("You are ana at")
    #expect(player.terminal.isCooked)
    for (line, answer) in [
      ("wordle", "(1/6)"), ("bullx", "Not in word list"), ("lucky", "LUCKY"), ("bully", "🟩🟩🟩🟩🟩"),
    ] {
      player.press(line + "\r")
      try player.see(answer)
    }
    player.press("/quit\r")
    #expect(try player.terminal.wait() == .exit(0))
    #expect(!player.terminal.written.contains(0x1B))
    player.expectRestored()
    #expect(player.terminal.screen.faults == [])
    #expect(Self.begin(Self.game, player.terminal.screen.lines))
  }
}
