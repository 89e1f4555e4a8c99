import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Sticks, unknown to the client", .waiting)
struct SticksTests {
  @Test("A whole game, typed, with refused moves in between", arguments: WindowAndLook.all)
  func typed(_ window: WindowAndLook) throws {
    let server = try WholeGame.sticks.server()
    let player = try window.player(port: server.port)
    try player.enter(.sticks)
    try player.terminal.wait(for: "How many do you take?")
    try player.playRefusedMove("4", "Take one, two or three of the")
    try player.playRefusedMove("many", "Type how many you take,")
    var left = 10
    for move in WholeGame.sticks.moves {
      try player.playMove(move)
      left -= Int(move) ?? 0
      try player.terminal.wait(for: "\(left) left")
    }
    try player.terminal.wait(for: WholeGame.sticks.ending)
    if window.look == .plain {
      #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour })
    }
    player.expectSound()
    try player.leave()
  }

  @Test("Several practice rounds in a row: Enter starts the next one")
  func practice() throws {
    let server = try WholeGame.sticks.server()
    let player = try PlayerAtTerminal(port: server.port)
    try player.order("practice sticks")
    for round in 1...3 {
      try player.terminal.wait(for: "10 left")
      for move in ["3", "3", "3", "1"] { try player.playMove(move) }
      try player.terminal.wait(for: "Solved")
      if round < 3 { player.terminal.type(Key.enter) }
    }
    player.expectSound()
    try player.leave()
  }
}
