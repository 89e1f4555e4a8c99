import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Resizing the window", .waiting)
struct ResizingTests {
  @Test("After a resize during a game the screen equals that of a window of this size", arguments: [true, false])
  func midGame(isSmallFirst: Bool) throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", in: Window(columns: 80, rows: 24, look: .plain), port: server.port)
    player.press("1")
    try player.see("Guess a five-letter word")
    player.guess("crane")
    player.guess("lucky")
    try player.see("3/6")
    player.press("bul")
    try player.see("› bul")
    let sizes = isSmallFirst ? [(40, 15), (80, 24), (200, 50)] : [(200, 50), (40, 15), (80, 24)]
    for (columns, rows) in sizes {
      player.terminal.resize(columns: columns, rows: rows)
      try GameScreens("wordle", Window(columns: columns, rows: rows, look: .plain)).expect(.playing, at: player)
    }
    player.guess("ly")
    try player.see("Solved in 3")
    player.press(Key.escape)
    try player.see("Today · 2026-11-20")
    try player.quit()
  }

  @Test("A window that is too small shows a notice, and the game returns when it grows")
  func tooSmall() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", port: server.port)
    player.press("1")
    try player.see("Guess a five-letter word")
    player.press("bul")
    try player.see("› bul")
    let before = player.terminal.screen
    for (columns, rows) in [(25, 5), (12, 3), (1, 1), (80, 24)] {
      player.terminal.resize(columns: columns, rows: rows)
      if columns == 25 { try player.see("Please enlarge the") }
    }
    try player.terminal.wait(until: "the game") { $0.lines == before.lines }
    // Lines may have wrapped meanwhile, when a frame for one size was shown in another.
    #expect(player.terminal.screen.faults == [])
    player.press(Key.escape)
    try player.see("Today · 2026-11-20")
    player.press("q")
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
  }

  @Test("A keystroke costs at most a few hundred bytes in any window", arguments: Window.sizes)
  func difference(columns: Int, rows: Int) throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal(
      "ana", in: Window(columns: columns, rows: rows, look: .colour), port: server.port)
    player.press("1")
    // A frame is complete when the cursor is visible. The rules arrive in a separate answer.
    try player.terminal.wait(until: "the game") {
      $0.contains("Guess a five-letter word") && $0.isCursorVisible && (columns < 70 || $0.contains("How it goes"))
    }
    let whole = player.terminal.written.count
    for (index, letter) in "bully".enumerated() {
      let typed = "› " + "bully".prefix(index + 1)
      // The first keystroke also redraws the input line.
      let most = index == 0 ? 256 : 200
      var cost = Int.max
      // Output for server events counts as well, so the letter is typed again if it came between.
      for attempt in 0..<5 where cost >= most {
        if attempt > 0 {
          player.press(Key.backspace)
          try player.terminal.wait(until: "no \(typed)") { !$0.contains(typed) && $0.isCursorVisible }
        }
        let before = player.terminal.written.count
        player.press(String(letter))
        try player.terminal.wait(until: typed) { $0.contains(typed) && $0.isCursorVisible }
        cost = player.terminal.written.count - before
      }
      #expect(cost < most, "\(letter) in \(columns)×\(rows)")
      #expect(cost > 0)
    }
    // A complete redraw costs thousands.
    #expect(whole > 2000)
    player.press(Key.control("l"))
    try player.terminal.wait(until: "all anew") { _ in player.terminal.written.count > whole + 5 * 200 }
    player.press(Key.control("c"))
    #expect(try player.terminal.wait() == .exit(0))
    player.expectSound()
  }
}
