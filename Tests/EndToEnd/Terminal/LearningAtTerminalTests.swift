import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Learning in the terminal client", .waiting)
struct LearningAtTerminalTests {
  @Test(
    "Words are added, found, turned and studied; after kill -9 the client continues at the same card",
    arguments: [Window(columns: 80, rows: 24, look: .plain), Window(columns: 40, rows: 20, look: .colour)])
  func learning(in window: Window) throws {
    let place = try ServerPlace()
    var server = try place.start()
    let ana = try PlayerAtTerminal("ana", in: window, port: place.port)
    try begin(ana)
    try addWords(ana)
    try turnCards(ana)
    try studyOne(ana)

    ana.press("tomorow")
    try ana.see("› tomorow")
    server.killNow()
    try ana.see("Trying again")
    try ana.see("› tomorow")
    server = try place.start()
    try ana.waitUntilBack()
    ana.press(Key.enter)
    try ana.see("Right but for a slip")
    ana.press(Key.enter)
    try ana.see("0 due, 1 new")
    ana.press("sol", Key.enter)
    try ana.see("Wrong: luna = moon")
    ana.press(Key.enter)
    // A word answered wrong is due again on the same day.
    try ana.see("1 due, 0 new")
    try ana.see("luna")
    ana.press("moon", Key.enter)
    try ana.see("Nothing more to study in Spanish today")
    ana.press(Key.escape)
    try ana.see("All of Spanish")
    ana.press(Key.escape)
    try ana.see("type to search")
    ana.press(Key.escape)
    try ana.see("0 due")

    ana.press("d")
    try ana.see("its words and their reviews")
    ana.press("Spanish", Key.enter)
    try ana.see("You are not learning a language yet")
    ana.press(Key.escape)
    try ana.see("Today · 2026-11-20")
    try ana.quit()
    withExtendedLifetime(server) {}
  }

  private func begin(_ player: PlayerAtTerminal) throws {
    player.press("v")
    try player.see("You are not learning a language yet")
    player.press("a")
    try player.see("A new language")
    player.press("Spanish", Key.down, "casa", Key.down, "house, home", Key.enter)
    try player.see("Spanish: 1 word")
    player.press(Key.enter)
    try player.see("house, home")
  }

  private func addWords(_ player: PlayerAtTerminal) throws {
    player.press(Key.control("n"))
    try player.see("New word")
    player.press("mañana", Key.tab, "tomorrow", Key.enter)
    try player.see("mañana = tomorrow")
    player.press(Key.control("n"))
    try player.see("New word")
    player.press("luna", Key.enter, Key.enter)
    try player.see("must not be empty")
    // The dialog keeps what was entered.
    player.press("moon", Key.enter)
    try player.see("luna = moon")
    try player.see("type to search")
    player.press("MANAN")
    try player.terminal.wait(until: "mañana alone") { $0.contains("mañana") && !$0.contains("luna") }
    player.press(Key.control("t"))
    try player.terminal.wait(until: "the mark") { $0.contains("*") }
    player.press(Key.escape)
    try player.see("luna")
  }

  private func turnCards(_ player: PlayerAtTerminal) throws {
    player.press(Key.control("k"))
    try player.see("▸1  casa")
    player.press(" ")
    try player.see("▸1  casa = house, home")
    player.press("3")
    try player.terminal.wait(until: "the marked one") { $0.contains("mañana *") && !$0.contains("casa") }
    player.press("i")
    try player.see("tomorrow *")
    #expect(!player.terminal.screen.contains("mañana"))
  }

  private func studyOne(_ player: PlayerAtTerminal) throws {
    player.press("s")
    // What the section shows is asked.
    try player.see("Which word means house, home?")
    player.press("~")
    try player.see("What does casa mean?")
    player.press(" ")
    try player.see("4  easy, 8 days")
    player.press("4")
    try player.see("0 due, 2 new")
    player.press(" ")
    try player.see("3  good, 2 days")
    // The answer was shown, but not rated, so nothing was stored.
    player.press(Key.escape)
    try player.see("tomorrow *")
    player.press("s")
    try player.see("0 due, 2 new")
  }
}
