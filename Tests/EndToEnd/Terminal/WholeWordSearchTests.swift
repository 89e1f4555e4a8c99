import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("A game of WordSearch in the terminal client", .waiting)
struct WholeWordSearchTests {
  /// The day's five grids. Comments give the positions of words.
  @Test("Words of all five grids are found by arrow keys, by mouse and by typing", arguments: Window.all(of: 2))
  func wholeGame(window: Window) throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", in: window, port: server.port)
    let screens = try GameScreens("wordsearch", window)
    player.press("3")
    try player.see("Find the Spanish word for grandfather")
    try refuse(at: player)
    try screens.expect(.refused, at: player)

    let diagonal = (try player.tiles("aecaceg")[0], try player.tiles("sabuelo")[2])
    player.drag(from: diagonal.0, to: diagonal.1)
    try player.see("1 miss")
    // "abuelo" is in the third row from the second letter on; the cursor is where the mouse was last.
    player.press(Key.left, " ")
    try player.see("space end")
    player.press(Key.right, Key.right, Key.right, Key.right, Key.right, " ")
    try goOn("grandfather is el abuelo", "Find the Spanish word for seventy", at: player)
    let seventy = try player.tiles("osetenta")
    player.drag(from: seventy[1], to: seventy[7])
    try goOn("seventy is setenta", "Find 2 Spanish words for snow", at: player)
    player.guess("nieve")
    try player.see("1/2 found: la nieve")
    try expectFound("nieve", at: player, window)
    try screens.expect(.playing, at: player)
    let snow = try player.tiles("bprnevari")
    player.drag(from: snow[3], to: snow[7])
    try goOn("snow is", "Find 3 Spanish words for delicious", at: player)
    try findDelicious(at: player)
    try findWardrobe(at: player)

    try player.see("All found! Solved")
    try screens.expect(.won, at: player)
    let after = SharingAtTerminal(player: player, screens: screens, headline: "Parlor WordSearch 324 en→es")
    try after.share()
    try player.seeSentence("5/5 · 0:")
    try after.react()
    try after.lookBack(lobby: "solved")
    try player.quit()
    try screens.close()
  }

  /// A finished grid stays until a key is pressed; then the next one follows.
  private func goOn(_ caption: String, _ prompt: String, at player: PlayerAtTerminal) throws {
    try player.see(caption)
    player.press(Key.enter)
    try player.see(prompt)
  }

  /// A crooked line by arrow keys; the first one only shows the cursor.
  private func refuse(at player: PlayerAtTerminal) throws {
    player.press(Key.right, " ")
    try player.see("space end")
    player.press(Key.right, Key.down, Key.down, " ")
    try player.see("Select a straight line")
  }

  /// "delicioso" runs down from C1, "rico" along the seventh row, "sabroso" down from A1.
  private func findDelicious(at player: PlayerAtTerminal) throws {
    player.drag(from: try player.tiles("sldouealro")[2], to: try player.tiles("tmooavimab")[2])
    try player.see("1/3 found")
    let row = try player.tiles("onorierico")
    player.drag(from: row[6], to: row[9])
    try player.see("2/3 found")
    player.guess("sabroso")
    try goOn("delicious is", "Find 3 Spanish words for wardrobe", at: player)
  }

  /// "armario" runs left from I1, by arrow keys. The grid may be larger than the window, which follows the cursor.
  private func findWardrobe(at player: PlayerAtTerminal) throws {
    player.press(String(repeating: Key.up + Key.left, count: 12))
    player.press(String(repeating: Key.right, count: 8), " ")
    try player.see("space end")
    player.press(String(repeating: Key.left, count: 6), " ")
    try player.terminal.wait(without: "space end")
    player.guess("ropero")
    player.guess("guardarropa")
  }

  /// Expects the letters of a found word, in the fifth column, to be styled differently from their neighbours.
  private func expectFound(_ word: String, at player: PlayerAtTerminal, _ window: Window) throws {
    for row in ["crurnnaon", "chebioaia", "cafeeotia", "rdinvcevf", "bprnevari"] {
      let places = try player.tiles(row)
      let cells = player.terminal.screen.cells[places[4].row]
      let (found, beside) = (places[4].column, places[6].column)
      switch window.look {
      case .colour: #expect(cells[found].style.background == .rgb(0x86, 0x52, 0xC8))
      case .contrast, .plain: #expect(cells[found - 1].text + cells[found + 1].text == "<>")
      }
      #expect(cells[beside - 1].text + cells[beside + 1].text == "  ")
      #expect(cells[beside].style.background == nil)
    }
  }
}
