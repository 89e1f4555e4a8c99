import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("Copying a result", .waiting)
struct CopyingTests {
  @Test("^Y copies a result to the clipboard, and the client prints it at its end")
  func copied() throws {
    let server = try Tables.server()
    let player = try PlayerAtTerminal("ana", in: Window(columns: 80, rows: 24, look: .colour), port: server.port)
    player.press("1")
    try player.see("Guess a five-letter word")
    player.press(Key.control("y"))
    try player.see("There is a result to copy when you are done.")
    player.guess("lucky")
    try player.see("2/6")
    player.guess("bully")
    try player.see("Solved in 2")
    player.press(Key.control("y"))
    try player.see("Copied. It is printed when you leave, too.")
    let text = "Parlor Wordle 324 2/6\n\n🟨🟩⬛⬛🟩\n🟩🟩🟩🟩🟩"
    #expect(player.terminal.screen.clipboard == [text])

    player.press(Key.control("s"))
    try player.see("ana shares 1")
    player.press(Key.function(2))
    try player.see("▸1 · ana")
    player.press("y")
    try player.terminal.wait(until: "a second copy") { $0.clipboard == [text, text] }
    player.press(Key.control("c"))
    #expect(try player.terminal.wait() == .exit(0))
    player.expectRestored()
    player.expectSound()
    #expect(player.terminal.screen.text == text)
  }
}
