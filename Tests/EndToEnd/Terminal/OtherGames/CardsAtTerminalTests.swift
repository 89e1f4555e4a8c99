import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("A card game unknown to the client", .waiting)
struct CardsAtTerminalTests {
  @Test("Two players play all tricks, one by keys and one by mouse", arguments: WindowAndLook.all)
  func together(_ window: WindowAndLook) throws {
    let server = try Tables.server(program: "OddGamesServer")
    let ana = try window.player(port: server.port, arguments: ["--name", "ana"])
    try ana.order("create den highcard")
    try ana.terminal.wait(for: "den")
    let ben = try window.player(port: server.port, arguments: ["--name", "ben"])
    try ben.order("join den")
    try ben.terminal.wait(for: "den")
    try ana.terminal.wait(for: "ben is here")
    ana.terminal.type(Key.enter)
    try ana.terminal.wait(for: "Play a card")
    try ben.terminal.wait(for: "Wait for the others")
    #expect(ana.terminal.screen.contains("24×?"), "the deck lies face down")
    for turn in 0..<10 {
      let (mover, other) = turn.isMultiple(of: 2) ? (ana, ben) : (ben, ana)
      try mover.terminal.wait(for: "Play a card")
      try other.terminal.wait(without: "Play a card")
      if mover === ana {
        mover.terminal.type(Key.right)
        try mover.terminal.wait(for: "Your hand · ")
        try play(mover) { mover.terminal.type(Key.enter) }
      } else {
        try play(mover) { try click(mover) }
      }
      if ["Won", "Lost", "Drawn"].contains(where: mover.terminal.screen.contains) { break }
    }
    for player in [ana, ben] {
      try player.terminal.wait(until: "the end") { screen in
        ["Won", "Lost", "Drawn"].contains(where: screen.contains)
      }
      if window.look == .plain { #expect(player.terminal.screen.styles.allSatisfy { !$0.hasColour }) }
      player.expectSound()
      try player.leave()
    }
  }

  /// Repeats an action until a card is played, since the client ignores one right after another.
  private func play(_ player: PlayerAtTerminal, _ act: () throws -> Void) throws {
    for _ in 0..<50 {
      try act()
      let played = try? player.terminal.wait(until: "the end of the turn", for: 1) { !$0.contains("Play a card") }
      if played != nil { return }
    }
    throw player.terminal.failure("no card is played")
  }

  /// Clicks on the first playable card.
  private func click(_ player: PlayerAtTerminal) throws {
    let screen = try player.terminal.wait(until: "a card") { Self.card(on: $0) != nil }
    let place = try #require(Self.card(on: screen))
    player.terminal.type(Mouse.press(place.column, place.row) + Mouse.release(place.column, place.row))
  }

  private static func card(on screen: Screen) -> (column: Int, row: Int)? {
    guard let title = screen.lines.firstIndex(where: { $0.contains("Your hand") }) else { return nil }
    for row in (title + 1)..<screen.rows {
      if let column = screen.cells[row].firstIndex(where: { $0.text == "[" }) { return (column + 1, row) }
    }
    return nil
  }
}
