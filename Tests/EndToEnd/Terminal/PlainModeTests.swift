import Foundation
import ScreenHarness
import ServerHarness
import Testing

@Suite("The client line by line")
struct PlainModeTests {
  /// What is told of a game that is won in two, after "wordle".
  private static let game = [
    "You are in wordle, alone.", "Wordle 324", "Guess a five-letter word (1/6)", "Not in word list.",
    "lucky: l elsewhere, u right, c no, k no, y right", "Guess a five-letter word (2/6)",
    "bully: b right, u right, l right, l right, y right", "(2/6, Magnificent)",
    "You: Solved in 2 · answer: bully. Magnificent", "Parlor Wordle 324 2/6", "🟨🟩⬛⬛🟩", "🟩🟩🟩🟩🟩",
  ]

  @Test("Through pipes a script plays a whole game and reads sentences, and nothing else")
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
    let greeting = [
      "You are at 127.0.0.1:\(server.port), 2026-11-20.", "wordle: Guess the word in six tries",
      "dailysort: Sort the tiles into the day's word and learn what it means",
      "wordsearch: Find every translation of a word in a grid of letters",
      "Type a game to play today's puzzle, /rooms for rooms, /help for help, /quit to leave.", "You are ana.",
    ]
    let after = [
      "Shared as number 1: Parlor Wordle 324 2/6", "ana, wordle: 1 played, 100 % won, streak 1, best streak 1.",
      "solved in 2: 1",
    ]
    #expect(lines == greeting + Self.game + after)
  }

  @Test("At a terminal that can do nothing the same is said, without one escape sequence")
  func dumb() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal(
      port: server.port, arguments: ["--name", "ana"], environment: ["TERM": "dumb"])
    try player.see("You are ana.")
    #expect(player.terminal.isCooked)
    for (line, answer) in [
      ("wordle", "(1/6)"), ("bullx", "Not in word list."), ("lucky", "(2/6)"), ("bully", "🟩🟩🟩🟩🟩"),
    ] {
      player.press(line + "\r")
      try player.see(answer)
    }
    player.press("/quit\r")
    #expect(try player.terminal.wait() == .exit(0))
    #expect(!player.terminal.written.contains(0x1B))
    player.expectRestored()
    #expect(player.terminal.screen.faults == [])
    // What the terminal has echoed stands between what was told.
    let told = player.terminal.screen.lines.filter { !["wordle", "bullx", "lucky", "bully", "/quit", ""].contains($0) }
    #expect(Array(told.suffix(Self.game.count)) == Self.game)
  }
}
