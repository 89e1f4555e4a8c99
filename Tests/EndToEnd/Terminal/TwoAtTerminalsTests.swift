import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Two players at two terminals", .waiting)
struct TwoAtTerminalsTests {
  private let wide = Window(columns: 80, rows: 24, look: .colour)
  private let signs = Window(columns: 80, rows: 24, look: .plain)

  private func open(_ room: String, mode: String, settings: String, for player: PlayerAtTerminal) throws {
    player.press("n")
    try player.see("A new room")
    player.press(room, Key.down, Key.down)
    func modes(_ screen: Screen) -> String? { screen.lines.first { $0.contains("Mode ") && $0.contains("‹") } }
    while !player.terminal.screen.contains("‹ \(mode) ›") {
      let before = modes(player.terminal.screen)
      player.press(Key.right)
      try player.terminal.wait(until: "another mode") { modes($0) != before }
    }
    player.press(Key.down, Key.down, settings)
    try player.see(settings)
    player.press(Key.enter)
  }

  private func go(to room: String, _ player: PlayerAtTerminal) throws {
    player.press("g")
    try player.see("Go to a room")
    player.press(room, Key.enter)
  }

  @Test("In a race each player sees the other's colours without letters, and the chat; a third one watches")
  func race() throws {
    let server = try Tables.server()
    let ana = try PlayerAtTerminal("ana", in: wide, port: server.port)
    try open("cafe", mode: "race", settings: "seed=7", for: ana)
    try ana.see("Press Enter when everybody is here")
    let ben = try PlayerAtTerminal("ben", in: signs, port: server.port)
    try go(to: "cafe", ben)
    try ben.see("Waiting for ana to begin")
    try ana.see("ben")
    let kim = try PlayerAtTerminal("kim", in: Window(columns: 200, rows: 50, look: .colour), port: server.port)
    try kim.see("cafe")
    // The rooms come after the eight games.
    for _ in 0..<8 { kim.press(Key.down) }
    try kim.see("▸   cafe")
    kim.press("w")
    try ana.see("kim")
    ana.press(Key.enter)
    for player in [ana, ben] { try player.see("Guess a five-letter word") }

    ana.guess("crane")
    try ben.seeLine("ana's tiles as signs") { $0.contains("· · + # ·") }
    // The rules beside an empty board mention this word as an example.
    #expect(!ben.terminal.screen.text.lowercased().replacing("such as crane", with: "").contains("crane"))
    ben.guess("moist")
    try ana.terminal.wait(until: "ben's tiles as colours") { Self.shows("··#+#", under: "ben", on: $0) }
    #expect(!ana.terminal.screen.text.lowercased().contains("moist"))
    try kim.terminal.wait(until: "both boards") {
      Self.showsBoard("··+#·", of: "ana", on: $0) && Self.showsBoard("··#+#", of: "ben", on: $0)
    }
    #expect(!kim.terminal.screen.text.lowercased().replacing("such as crane", with: "").contains("crane"))

    try talk(ana, ben)
    ana.guess("saint")
    try ben.seeLine("that ana is done") { $0.contains("ana solved in 2") }
    ben.guess("saint")
    for player in [ana, ben, kim] { try player.seeLine("the first") { $0.contains("1. ana has solved it in 2") } }
    try ben.seeLine("the second") { $0.contains("2. ben has solved it in 2") }
    for player in [ana, ben, kim] {
      player.press(Key.control("c"))
      #expect(try player.terminal.wait() == .exit(0))
      player.expectRestored()
      player.expectSound()
    }
  }

  /// Emoji sequences, flags, combining marks and wide letters must not shift the panel's border.
  private func talk(_ ana: PlayerAtTerminal, _ ben: PlayerAtTerminal) throws {
    let lines = ["👩‍👩‍👧 🇪🇸 ❤️ ok", "cafe\u{301} n\u{303}o", "日本語 한국어", "👍🏽1️⃣ x"]
    ben.press(Key.tab)
    try ben.see("↵ say")
    for line in lines {
      ben.guess(line)
      for player in [ana, ben] {
        try player.terminal.wait(until: "“\(line)” in line") { screen in
          screen.contains("ben: \(line)") && Self.isAligned(screen)
        }
      }
    }
    // Received text is in the same cells as after a complete redraw: terminal and client agree about widths.
    let before = ana.terminal.screen
    let count = ana.terminal.written.count
    ana.press(Key.control("l"))
    try ana.terminal.wait(until: "all anew") { $0.cells == before.cells && ana.terminal.written.count > count + 1000 }
    ben.press(Key.tab)
    try ben.see("esc lobby")
  }

  /// Whether the border between board and chat is straight, from below the header to above the footer.
  private static func isAligned(_ screen: Screen) -> Bool {
    guard let edge = screen.find("│")?.column else { return false }
    let rows = screen.cells.dropFirst().dropLast().filter { $0.contains { $0.text == "│" } }
    return rows.count >= screen.rows - 4 && rows.allSatisfy { $0[edge].text == "│" }
  }

  /// Whether five tiles of these colours are below a name, each two or three cells wide.
  private static func shows(_ signs: String, under name: String, on screen: Screen) -> Bool {
    let letters = name.map { String($0) }
    for row in 0..<screen.rows - 1 {
      for column in 0..<max(0, screen.columns - 15) {
        let here = screen.cells[row][column..<column + letters.count].map { $0.text }
        guard here == letters else { continue }
        for width in [2, 3] {
          let below = (0..<5).map { sign(of: screen.cells[row + 1][column + width * $0]) }
          if below.joined() == signs { return true }
        }
      }
    }
    return false
  }

  /// Whether a board below a name, up to the next name or the panel, has a row of these colours.
  private static func showsBoard(_ signs: String, of name: String, on screen: Screen) -> Bool {
    guard let place = screen.find(name) else { return false }
    let behind = screen.cells[place.row][(place.column + name.count)...].firstIndex { $0.text != " " }
    let columns = place.column..<(behind ?? screen.columns)
    return screen.cells[(place.row + 1)..<min(place.row + 8, screen.rows)].contains { row in
      // A tile is several cells wide; a gap separates it from the next.
      let tiles = row[columns].map { sign(of: $0) }.split(separator: "?").compactMap(\.first)
      return columns.count > 40 && tiles.joined() == signs
    }
  }

  private static func sign(of cell: Screen.Cell) -> String {
    switch cell.style.background {
    case .rgb(0x4B, 0x80, 0x47): "#"
    case .rgb(0xB5, 0x9F, 0x3B): "+"
    case .rgb(0x4A, 0x4C, 0x50): "·"
    default: "?"
    }
  }
}
