import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Battleship, unknown to the client", .waiting)
struct SeasAtTerminalTests {
  @Test("Two players place ships and shoot to the end, one by keys and one by mouse", arguments: WindowAndLook.all)
  func together(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "OddGamesServer")
    let ana = try window.player(port: server.port, arguments: ["--name", "ana"])
    try ana.order("create d battleship size=4 seconds=300")
    try ana.terminal.wait(for: "Battleship")
    let ben = try window.player(port: server.port, arguments: ["--name", "ben"])
    try ben.order("join d")
    try hideByKeys(ana)
    try hideByMouse(ben)
    // Ships are at A1 to B1 and at D4, in both seas.
    try ana.terminal.wait(for: "Their sea")
    // The cursor is where the last ship was placed.
    ana.terminal.type(Key.right)
    try ana.terminal.wait(for: "Their sea · D4")
    ana.terminal.type(" ")
    try has(ben, the: ana)
    try click(ben, "Their sea", 2, 2)
    try has(ana, the: ben)
    ana.terminal.type(Key.right + Key.up + Key.up + Key.up + Key.left + Key.left)
    try ana.terminal.wait(for: "Their sea · B1")
    ana.terminal.type(" ")
    try has(ben, the: ana)
    try click(ben, "Their sea", 2, 2)
    try ben.terminal.wait(for: "Type a cell that you have not")
    try click(ben, "Their sea", 3, 2)
    try has(ana, the: ben)
    // A typed move equals one by pointer.
    try ana.playMove("a1")
    try ana.terminal.wait(for: "Won")
    try ben.terminal.wait(for: "Lost")
    for player in [ana, ben] {
      if window.look == .plain { #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour }) }
      player.expectSound()
      try player.leave()
    }
  }

  private func hideByKeys(_ player: PlayerAtTerminal) throws {
    try player.terminal.wait(for: "Hide a ship of 2")
    player.terminal.type(Key.right)
    try player.terminal.wait(for: "Your sea · A1")
    player.terminal.type(" " + Key.right + " ")
    try player.terminal.wait(for: "Hide a ship of 1")
    player.terminal.type(Key.right + Key.right + Key.down + Key.down + Key.down)
    try player.terminal.wait(for: "Your sea · D4")
    player.terminal.type(" ")
    player.terminal.type(" ")
    try player.terminal.wait(without: "Hide a ship")
  }

  private func hideByMouse(_ player: PlayerAtTerminal) throws {
    try player.terminal.wait(for: "Hide a ship of 2")
    let (start, end) = (try place(player, "Your sea", 0, 0), try place(player, "Your sea", 1, 0))
    player.terminal.type(
      Mouse.press(start.column, start.row) + Mouse.drag(end.column, end.row) + Mouse.release(end.column, end.row))
    try player.terminal.wait(for: "Hide a ship of 1")
    try click(player, "Your sea", 3, 3)
    try click(player, "Your sea", 3, 3)
    try player.terminal.wait(without: "Hide a ship")
  }

  /// Waits until it is one player's turn.
  private func has(_ player: PlayerAtTerminal, the other: PlayerAtTerminal) throws {
    try other.terminal.wait(for: "Wait for the other")
    try player.terminal.wait(for: "Shoot at a cell")
  }

  private func click(_ player: PlayerAtTerminal, _ sea: String, _ x: Int, _ y: Int) throws {
    let spot = try place(player, sea, x, y)
    player.terminal.type(Mouse.press(spot.column, spot.row) + Mouse.release(spot.column, spot.row))
  }

  /// The position of a cell: below its column's label, beside its row's number.
  private func place(_ player: PlayerAtTerminal, _ sea: String, _ x: Int, _ y: Int) throws -> (column: Int, row: Int) {
    let screen = try player.terminal.wait(until: sea) { $0.lines.contains { $0.contains(sea) } }
    let title = try #require(screen.lines.firstIndex { $0.contains(sea) })
    let start = try #require(Self.column(of: sea, in: screen, title))
    let names = try #require(screen.cells.indices.contains(title + 1) ? screen.cells[title + 1] : nil)
    let columns = names.indices.filter { $0 > start && ["A", "B", "C", "D"].contains(names[$0].text) }
    let column = try #require(columns.indices.contains(x) ? columns[x] : nil, "\(screen.text)")
    let rows = ((title + 2)..<screen.rows).filter { row in
      screen.cells[row][start...].first { $0.text != " " }?.text == "\(y + 1)"
    }
    return (column, try #require(rows.first, "\(screen.text)"))
  }

  private static func column(of text: String, in screen: Screen, _ row: Int) -> Int? {
    let cells = screen.cells[row]
    return cells.indices.first { start in
      cells[start...].prefix(text.count).map(\.text).joined() == text
    }
  }
}
