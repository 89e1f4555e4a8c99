import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Tic-tac-toe, unknown to the client", .waiting)
struct TicTacToeAtTerminalTests {
  @Test("Two players play a whole game, one by keys and one by mouse", arguments: WindowAndLook.all)
  func together(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "TicTacToeServer")
    let ana = try window.player(port: server.port, arguments: ["--name", "ana"])
    try ana.order("create den tictactoe")
    let ben = try window.player(port: server.port, arguments: ["--name", "ben"])
    try ben.order("join den")
    try ana.terminal.wait(for: "Your turn")
    try ben.terminal.wait(for: "The other's turn")
    ana.terminal.type(Key.right + Key.right + " ")
    try has(ben, the: ana)
    try click(ben, 0, 0)
    try has(ana, the: ben)
    try click(ben, 2, 2)
    try ben.terminal.wait(for: "It is not your turn")
    ana.terminal.type(Key.down + " ")
    try has(ben, the: ana)
    try click(ben, 0, 1)
    try has(ana, the: ben)
    ana.terminal.type(Key.down + Key.enter)
    try ana.terminal.wait(for: "Won")
    try ben.terminal.wait(for: "Lost")
    for player in [ana, ben] {
      if window.look == .plain {
        #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour })
      }
      player.expectSound()
      try player.leave()
    }
  }

  /// Waits until it is one player's turn.
  private func has(_ player: PlayerAtTerminal, the other: PlayerAtTerminal) throws {
    try other.terminal.wait(for: "The other's turn")
    try player.terminal.wait(for: "Your turn")
  }

  private func click(_ player: PlayerAtTerminal, _ x: Int, _ y: Int) throws {
    let board = try #require(BoardOnScreen(player.terminal.screen, columns: 3, rows: 3))
    let place = board.place(x, y)
    player.terminal.type(Mouse.press(place.column, place.row) + Mouse.release(place.column, place.row))
  }
}
