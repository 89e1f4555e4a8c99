import ScreenHarness
import Testing

extension PlayerAtTerminal {
  func order(_ command: String) throws {
    try terminal.wait(for: "Today · ")
    terminal.type("/")
    try terminal.wait(for: "╭─ Command")
    terminal.type(command)
    // Of a command that is wider than the dialog only the end is visible.
    try terminal.wait(for: String("/\(command)".suffix(20)))
    terminal.type(Key.enter)
  }

  func enter(_ game: WholeGame) throws {
    try order("join \(game.id)")
    try terminal.wait(for: "\(game.title) · today")
  }

  func playMove(_ text: String) throws {
    terminal.type(text)
    try terminal.wait(for: "› \(text)")
    terminal.type(Key.enter)
    try terminal.wait(without: "› \(text)")
  }

  func leave() throws {
    terminal.type(Key.control("c"))
    _ = try terminal.wait()
    expectRestored()
  }

  /// Parts of the client's messages while it is not connected.
  static let linkTroubles = ["Trying again", "Connecting…", "No server yet"]

  /// Waits, and presses ^R so that the next connection attempt is immediate.
  func waitImpatiently(until what: String, _ holds: (Screen) -> Bool) throws {
    var pressedAt = ""
    try terminal.wait(until: what) { screen in
      if screen.contains(", ^R at once"), screen.text != pressedAt {
        pressedAt = screen.text
        terminal.type(Key.control("r"))
      }
      return holds(screen)
    }
  }

  /// Waits until the client is connected. Its notice about that is shown only for seconds, so it is not waited for.
  func waitUntilBack() throws {
    try waitImpatiently(until: "the link") { screen in !Self.linkTroubles.contains { screen.contains($0) } }
  }
}
