import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("A game of Wordle in the terminal client", .waiting)
struct WholeWordleTests {
  /// The day's word is "bully". "lucky" has letters that are right, elsewhere and absent.
  @Test("From the lobby to the shared result and back, comparing all screens", arguments: Window.all(of: 0))
  func wholeGame(window: Window) throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", in: window, port: server.port)
    let screens = try GameScreens("wordle", window)
    try player.see("1 Wordle")
    try screens.expect(.lobby, at: player)
    player.press("1")
    try player.see("Guess a five-letter word")

    player.guess("bullx")
    try player.see("Not in word list")
    try player.see("› bullx")
    try screens.expect(.refused, at: player)
    player.press(Key.control("u"))
    try player.terminal.wait(without: "Not in word list")
    player.guess("crane")
    try player.see("2/6")
    player.guess("lucky")
    try player.see("3/6")
    try expectTiles("lucky", "+#··#", at: player, window)
    try expectKeys(at: player, window)
    player.press("bul")
    try player.see("› bul")
    try screens.expect(.playing, at: player)

    player.guess("ly")
    try player.see("Impressive! Solved in 3")
    try expectTiles("bully", "#####", at: player, window)
    try screens.expect(.won, at: player)
    let after = SharingAtTerminal(player: player, screens: screens, headline: "Parlor Wordle 324 3/6")
    try after.share()
    try after.lookUnder(("crane", "lucky"))
    try after.react()
    try after.lookBack(lobby: "solved in 3")
    try player.quit()
    try screens.close()
  }

  private func expectTiles(
    _ word: String, _ marks: String, at player: PlayerAtTerminal, _ window: Window,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let places = try player.tiles(word)
    let screen = player.terminal.screen
    for (place, mark) in zip(places, marks) {
      let cells = screen.cells[place.row]
      let signs = cells[place.column - 1].text + cells[place.column + 1].text
      let paper = cells[place.column].style.background
      let expected: (signs: String, usual: Style.Colour, strong: Style.Colour) =
        switch mark {
        case "#": ("[]", .rgb(0x4B, 0x80, 0x47), .rgb(0xF5, 0x79, 0x3A))
        case "+": ("()", .rgb(0xB5, 0x9F, 0x3B), .rgb(0x85, 0xC0, 0xF9))
        default: ("··", .rgb(0x4A, 0x4C, 0x50), .rgb(0x50, 0x50, 0x50))
        }
      switch window.look {
      case .colour:
        #expect(paper == expected.usual, sourceLocation: sourceLocation)
        #expect(signs == "  ", sourceLocation: sourceLocation)
      case .contrast:
        #expect(paper == expected.strong, sourceLocation: sourceLocation)
        #expect(signs == expected.signs, sourceLocation: sourceLocation)
      case .plain:
        #expect(signs == expected.signs, sourceLocation: sourceLocation)
      }
    }
    if window.look == .plain {
      #expect(screen.styles.allSatisfy { !$0.hasColour }, "no colour at all", sourceLocation: sourceLocation)
    }
  }

  private func expectKeys(at player: PlayerAtTerminal, _ window: Window) throws {
    let line = try #require(player.terminal.screen.lines.last { $0.lowercased().contains("z") })
    switch window.look {
    case .colour: #expect(line.filter(\.isLetter) == "ZXCVBNM")
    case .contrast: #expect(line.contains("·C·") && line.contains("·N·") && line.contains(" Z "))
    case .plain: #expect(line.contains("·c·") && line.contains("·n·") && line.contains(" z "))
    }
  }
}
