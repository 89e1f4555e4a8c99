import ScreenHarness
import Testing

struct SharingAtTerminal {
  let player: PlayerAtTerminal
  let screens: GameScreens
  let headline: String

  func share() throws {
    player.press(Key.control("s"))
    try player.see("ana shares 1")
    player.press(Key.function(2))
    try player.seeSentence("▸1 · ana \(headline)")
  }

  /// Reveals letters: first one of the first row, then all.
  func lookUnder(_ rows: (String, String)) throws {
    player.press(" ")
    try seeLetters(rows.0.prefix(1))
    player.press(Key.down, "r")
    try seeLetters(rows.0.prefix(1) + rows.1)
  }

  private func seeLetters(_ letters: Substring) throws {
    try player.terminal.wait(until: "the letters \(letters)") { screen in
      guard let end = screen.find("space letter")?.row else { return false }
      // In a narrow window the headline takes several lines.
      let lines = screen.lines[..<end].joined(separator: " ").split(separator: " ").joined(separator: " ")
      guard let title = lines.firstRange(of: headline) else { return false }
      return lines[title.upperBound...].filter(\.isLetter) == letters.uppercased()
    }
  }

  func react() throws {
    player.press("2")
    try player.see("🎉 1")
    try screens.expect(.shares, at: player)
  }

  func lookBack(lobby result: String) throws {
    player.press(Key.escape)
    try player.see("Solved")
    player.press(Key.function(3))
    try player.see("1 played, 1 won")
    try screens.expect(.statistics, at: player)
    player.press(Key.escape)
    try player.see("Solved")
    player.press(Key.escape)
    try player.see("Today · 2026-11-20")
    try player.see(result)
  }
}
