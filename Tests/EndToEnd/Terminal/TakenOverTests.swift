import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("One player at two terminals", .waiting)
struct TakenOverTests {
  private static let sentence = "You have logged in elsewhere"

  @Test("Enter at the first terminal takes the session back, at the same place")
  func backAndForth() throws {
    let server = try Tables.server()
    let first = try PlayerAtTerminal(port: server.port, look: .plain, arguments: ["--name", "ana"])
    try first.see("ana · 127.0.0.1")
    first.press("1")
    try first.see("Guess a five-letter word")
    first.press("cra")
    try first.see("› cra")
    let second = try PlayerAtTerminal(port: server.port, look: .plain, home: first.home)
    try first.see(Self.sentence)
    try second.see("ana · 127.0.0.1")
    #expect(!second.terminal.screen.contains(Self.sentence))
    first.press(Key.enter)
    try second.see(Self.sentence)
    try first.terminal.wait(without: Self.sentence)
    first.press("ne" + Key.enter)
    try first.see("2/6")
    second.press(Key.control("r"))
    try first.see(Self.sentence)
    try second.terminal.wait(without: Self.sentence)
    second.press("1")
    try second.see("2/6")
    for player in [first, second] {
      player.press(Key.control("c"))
      #expect(try player.terminal.wait() == .exit(0))
      player.expectRestored()
    }
  }
}
