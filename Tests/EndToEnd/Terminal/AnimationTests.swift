import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

/// All frames that a terminal has shown since the last call.
private struct Film {
  private var screen: Screen
  private var count: Int

  init(of terminal: TerminalProcess) {
    screen = terminal.screen
    count = terminal.written.count
  }

  /// The frames since the last call. A frame ends when the cursor is placed.
  mutating func next(from terminal: TerminalProcess) -> [Screen] {
    var pictures: [Screen] = []
    for byte in terminal.written[count...] {
      screen.feed([byte])
      if byte == UInt8(ascii: "h") || byte == UInt8(ascii: "l"), !screen.isChanging { pictures.append(screen) }
    }
    count = terminal.written.count
    return pictures
  }
}

@Suite("Animations", .serialized, .waiting)
struct AnimationTests {
  private let window = Window(columns: 80, rows: 24, look: .colour)

  @Test("A refused guess shakes, tiles turn one by one, a win flashes; then the screen equals an unanimated one")
  func moving() throws {
    let server = try Tables.server()
    let still = try PlayerAtTerminal("ben", in: window, port: server.port)
    let moving = try PlayerAtTerminal("ana", in: window, port: server.port, isAnimated: true)
    for player in [still, moving] {
      player.press("1")
      try player.see("Guess a five-letter word")
    }
    try shake(moving)
    try turnAndLight(moving)
    still.guess("bully")
    try still.see("Solved in 1")
    let board = Self.board(of: still.terminal.screen)
    #expect(board.contains { $0.contains("B") })
    try moving.terminal.wait(until: "the still screen") { Self.board(of: $0) == board }
    for player in [still, moving] {
      player.press(Key.control("c"))
      #expect(try player.terminal.wait() == .exit(0))
      player.expectRestored()
      player.expectSound()
    }
  }

  /// The shaking lasts less than half a second, and a busy machine may miss it; then the guess is repeated.
  private func shake(_ player: PlayerAtTerminal) throws {
    for _ in 0..<20 {
      player.press("bullx")
      let rest = try player.tiles("bullx")
      var film = Film(of: player.terminal)
      player.press(Key.enter)
      try player.terminal.wait(until: "a row that is still") {
        $0.contains("Not in word list") && PlayerAtTerminal.tiles("bullx", on: $0) == rest
      }
      player.press(Key.control("u"))
      try player.terminal.wait(without: "bullx")
      let columns = film.next(from: player.terminal).compactMap {
        PlayerAtTerminal.tiles("bullx", on: $0).first?.column
      }
      let offsets = Set(columns.map { $0 - rest[0].column })
      #expect(offsets.isSubset(of: [-1, 0, 1]))
      if offsets.count > 1 { return }
    }
    Issue.record("no row has shaken")
  }

  private func turnAndLight(_ player: PlayerAtTerminal) throws {
    player.press("bully")
    let places = try player.tiles("bully")
    var film = Film(of: player.terminal)
    player.press(Key.enter)
    let green = Style.Colour.rgb(0x4B, 0x80, 0x47)
    func cells(_ screen: Screen) -> [Screen.Cell] { places.map { screen.cells[$0.row][$0.column] } }
    func isLit(_ screen: Screen) -> Bool { cells(screen).contains { $0.style.traits.contains(.inverse) } }
    var (turned, hasBeenLit) = (Set<Int>(), false)
    try player.terminal.wait(until: "a light that is gone again") { screen in
      for picture in film.next(from: player.terminal) {
        hasBeenLit = hasBeenLit || isLit(picture)
        turned.insert(cells(picture).prefix { $0.style.background == green }.count)
      }
      return hasBeenLit && !isLit(screen) && screen.contains("Solved in 1")
    }
    #expect(turned.contains { (1...4).contains($0) }, "one after the other")
  }

  private static func board(of screen: Screen) -> [String] {
    screen.cells.dropFirst().dropLast().map { row in
      row.prefix { $0.text != "│" }.map { "\($0.text)‹\($0.style.name)›" }.joined()
    }
  }
}
