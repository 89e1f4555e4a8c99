import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Pairs, unknown to the client", .waiting)
struct PairsTests {
  private static let pairs = [
    ((0, 0), (2, 1)), ((1, 0), (3, 1)), ((2, 0), (0, 2)), ((3, 0), (1, 2)), ((0, 1), (3, 2)), ((1, 1), (2, 2)),
  ]

  @Test("A whole game by the arrow keys and space", arguments: WindowAndLook.all)
  func arrows(_ window: WindowAndLook) throws {
    let server = try WholeGame.pairs.server()
    let player = try window.player(port: server.port)
    try player.enter(.pairs)
    var cursor = (x: 0, y: 0)
    for (index, (from, to)) in Self.pairs.enumerated() {
      for cell in [from, to] {
        player.terminal.type(String(repeating: cell.0 > cursor.x ? Key.right : Key.left, count: abs(cell.0 - cursor.x)))
        player.terminal.type(String(repeating: cell.1 > cursor.y ? Key.down : Key.up, count: abs(cell.1 - cursor.y)))
        player.terminal.type(" ")
        cursor = (cell.0, cell.1)
      }
      try player.terminal.wait(for: Self.left(5 - index))
    }
    try end(player, window)
  }

  @Test("A whole game by pressing, dragging and releasing the mouse", arguments: WindowAndLook.all)
  func mouse(_ window: WindowAndLook) throws {
    let server = try WholeGame.pairs.server()
    let player = try window.player(port: server.port)
    try player.enter(.pairs)
    for (index, (from, to)) in Self.pairs.enumerated() {
      let board = try #require(BoardOnScreen(player.terminal.screen, columns: 4, rows: 3))
      let (start, end) = (board.place(from.0, from.1), board.place(to.0, to.1))
      player.terminal.type(Mouse.press(start.column, start.row))
      player.terminal.type(Mouse.drag((start.column + end.column) / 2, (start.row + end.row) / 2))
      player.terminal.type(Mouse.drag(end.column, end.row))
      player.terminal.type(Mouse.release(end.column, end.row))
      try player.terminal.wait(for: Self.left(5 - index))
    }
    try end(player, window)
  }

  @Test("Fields can be typed as well, and a refusal has the game's own text", arguments: WindowAndLook.all)
  func typed(_ window: WindowAndLook) throws {
    let server = try WholeGame.pairs.server()
    let player = try window.player(port: server.port)
    try player.enter(.pairs)
    try player.playRefusedMove("a1 a1", "Those are no two cards that are")
    for move in WholeGame.pairs.moves { try player.playMove(move) }
    try player.terminal.wait(for: WholeGame.pairs.ending)
    player.expectSound()
    try player.leave()
  }

  private static func left(_ count: Int) -> String { count == 1 ? "1 pair left" : "\(count) pairs left" }

  private func end(_ player: PlayerAtTerminal, _ window: WindowAndLook) throws {
    try player.terminal.wait(for: "Like two peas! Solved in 0")
    if window.look == .plain {
      #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour })
    }
    player.expectSound()
    try player.leave()
  }
}
