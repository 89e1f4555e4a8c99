import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Tic-tac-toe, which the client does not know", .waiting)
struct TicTacToeAtTerminalTests {
  @Test("Two people play a whole game, one by keys and one by mouse", arguments: WindowAndLook.all)
  func together(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "TicTacToeServer")
    let ana = try window.player(port: server.port, arguments: ["--name", "ana"])
    try ana.order("create den tictactoe together")
    try ana.terminal.wait(for: "X is next")
    let ben = try window.player(port: server.port, arguments: ["--name", "ben"])
    try ben.order("join den")
    try ben.terminal.wait(for: "X is next")
    ana.terminal.type(Key.right + Key.right + " ")
    for player in [ana, ben] { try player.terminal.wait(for: "O is next") }
    try click(ben, 0, 0)
    for player in [ana, ben] { try player.terminal.wait(for: "X is next") }
    try click(ben, 2, 2)
    try ben.terminal.wait(for: "It is not your turn")
    ana.terminal.type(Key.down + " ")
    for player in [ana, ben] { try player.terminal.wait(for: "O is next") }
    try click(ben, 0, 1)
    for player in [ana, ben] { try player.terminal.wait(for: "X is next") }
    ana.terminal.type(Key.down + Key.enter)
    try ana.terminal.wait(for: "Solved")
    try ben.terminal.wait(for: "Not solved")
    for player in [ana, ben] {
      if window.look == .plain {
        #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour })
      }
      player.expectSound()
      try player.leave()
    }
  }

  private func click(_ player: PlayerAtTerminal, _ x: Int, _ y: Int) throws {
    let board = try #require(BoardOnScreen(player.terminal.screen, columns: 3, rows: 3))
    let place = board.place(x, y)
    player.terminal.type(Mouse.press(place.column, place.row) + Mouse.release(place.column, place.row))
  }
}
