import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("A run of cards in the terminal client", .waiting)
struct PracticeAtTerminalTests {
  @Test("A run continues after kill -9, ends with a grid, and is shared")
  func practice() throws {
    let place = try ServerPlace()
    var server = try place.start()
    let ana = try PlayerAtTerminal("ana", in: Window(columns: 80, rows: 24, look: .plain), port: place.port)
    ana.press("v")
    try ana.see("You are not learning a language yet")
    ana.press("a")
    try ana.see("A new language")
    ana.press("Spanish", Key.down, "casa", Key.down, "house, home", Key.enter)
    try ana.see("Spanish: ")
    ana.press("p")
    try ana.see("card 1 of 1, 0 remembered")
    ana.press("hou")
    try ana.see("› hou")
    server.killNow()
    try ana.see("Trying again")
    server = try place.start()
    try ana.waitUntilBack()
    ana.press("s")
    ana.press(Key.enter)
    try ana.see("Right but for a slip")
    ana.press(Key.enter)
    try ana.see("1 of 1 remembered")
    ana.press(Key.control("s"))
    try ana.see("ana shares 1: Parlor Cards 324 1/1")
    ana.press(Key.enter)
    try ana.see("card 1 of 1, 0 remembered")
    ana.press(Key.escape)
    try ana.see("0 due")
    ana.expectSound()
    ana.press(Key.escape)
    try ana.see("Today · 2026-11-20")
    try ana.quit()
    withExtendedLifetime(server) {}
  }
}
