import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("A game of DailySort in the terminal client", .waiting)
struct WholeDailySortTests {
  /// The day's word is "success", and its letters come as "ssuscec".
  @Test("Tiles are sorted by typing, keys and mouse; the meaning is shown at the end", arguments: Window.all(of: 1))
  func wholeGame(window: Window) throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", in: window, port: server.port)
    let screens = try GameScreens("dailysort", window)
    player.press("2")
    try player.see("Sort the tiles into a word")
    _ = try player.tiles("ssuscec")

    player.guess("suspect")
    try player.see("Use exactly the letters S S U S C E C")
    try screens.expect(.refused, at: player)
    player.press(Key.control("u"))
    // Typed letters move to the front of the row, before the remaining tiles.
    player.press("sus")
    _ = try player.tiles("susscec")
    player.guess("scec")
    try player.see("try 2")

    player.press(Key.right, Key.right, Key.right, " ")
    try player.see("space drop")
    player.press(Key.right, Key.right)
    _ = try player.tiles("sucssec")
    try screens.expect(.playing, at: player)
    player.press(" ")
    try player.see("arrows+space swap")
    var tiles = try player.tiles("sucssec")
    player.drag(from: tiles[3], to: tiles[6])
    _ = try player.tiles("succses")
    tiles = try player.tiles("succses")
    player.click(tiles[4])
    try player.see("space drop")
    player.click(tiles[5])
    _ = try player.tiles("success")

    player.press(Key.enter)
    try player.see("Magnificent! Solved in 2")
    try player.seeSentence(
      "success, noun: What you enjoy when your plans work out well. · The school play was a great success.")
    try screens.expect(.won, at: player)
    let after = SharingAtTerminal(player: player, screens: screens, headline: "Parlor DailySort 324 · 2 tries")
    try after.share()
    try after.lookUnder(("susscec", "success"))
    try after.react()
    try after.lookBack(lobby: "solved in 2")
    try player.quit()
    try screens.close()
  }
}
