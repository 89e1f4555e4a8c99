import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Stairs, unknown to the client", .waiting)
struct StairsTests {
  @Test("Choices are keys, and cards are played at the cursor and typed", arguments: WindowAndLook.all)
  func whole(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "OddGamesServer")
    let player = try window.player(port: server.port)
    try player.order("practice stairs")
    try player.see("Which way do stairs go first?")
    try player.see("3  Sideways")
    player.press("1")
    try player.see("1 miss")
    player.press("2")
    try player.see("Lay the cards")
    try player.see("[4] [2] [5] [1] [3]")
    for card in ["1", "2"] {
      try player.playMove(card)
      try player.terminal.wait(without: "[\(card)]")
    }
    // The first key shows the cursor, on the 4.
    player.press(Key.right, Key.right, Key.right)
    try player.see("Hand · 3")
    player.press(" ")
    try player.terminal.wait(without: "[3]")
    for card in ["4", "5"] { try player.playMove(card) }
    try player.see("Step by step!")
    if window.look == .plain { #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour }) }
    player.expectSound()
    try player.leave()
  }
}
