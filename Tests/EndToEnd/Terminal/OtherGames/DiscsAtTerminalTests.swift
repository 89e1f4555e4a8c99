import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Connect Four, unknown to the client", .waiting)
struct DiscsAtTerminalTests {
  @Test("Two players play to four in a column, one by keys and one by mouse", arguments: WindowAndLook.all)
  func together(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "OddGamesServer")
    let ana = try window.player(port: server.port, arguments: ["--name", "ana"])
    try ana.order("create den connectfour")
    try ana.terminal.wait(for: "Connect Four")
    let ben = try window.player(port: server.port, arguments: ["--name", "ben"])
    try ben.order("join den")
    try has(ana, the: ben)
    for round in 1...3 {
      // The first key only shows the cursor, which stays in the first column.
      if round == 1 { try drop(ana) } else { try ana.playMove("1") }
      try has(ben, the: ana)
      try click(ben, 1, 0)
      try has(ana, the: ben)
    }
    try ana.playMove("1")
    try ana.terminal.wait(for: "Won")
    try ben.terminal.wait(for: "Lost")
    for player in [ana, ben] {
      if window.look == .plain { #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour }) }
      player.expectSound()
      try player.leave()
    }
  }

  private func drop(_ player: PlayerAtTerminal) throws { player.terminal.type(Key.right + " ") }

  /// Waits until it is one player's turn.
  private func has(_ player: PlayerAtTerminal, the other: PlayerAtTerminal) throws {
    try other.terminal.wait(for: "Wait for the other's turn")
    try player.terminal.wait(for: "Your turn: type a column")
  }

  private func click(_ player: PlayerAtTerminal, _ x: Int, _ y: Int) throws {
    let board = try #require(BoardOnScreen(player.terminal.screen, columns: 7, rows: 6))
    let place = board.place(x, y)
    player.terminal.type(Mouse.press(place.column, place.row) + Mouse.release(place.column, place.row))
  }
}
