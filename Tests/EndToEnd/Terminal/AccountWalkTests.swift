import Foundation
import ScreenHarness
import ServerHarness
import Testing
import WaitingTrait

@Suite("An account's lifetime in the terminal client", .waiting)
struct AccountWalkTests {
  /// Fills a dialog's fields in order, and presses Enter.
  private func fill(_ player: PlayerAtTerminal, _ title: String, _ fields: String...) throws {
    try player.see(title)
    player.press(fields.joined(separator: Key.down) + Key.enter)
  }

  @Test("A player registers, learns, logs out and in across kill -9, and deletes the account")
  func walk() throws {
    let place = try ServerPlace()
    var server = try place.start()
    let eva = try PlayerAtTerminal(port: place.port, columns: 80, rows: 24, look: .plain)
    try eva.see("3 WordSearch")
    eva.press("a")
    try eva.see("You are the guest")
    eva.press(Key.enter)
    try fill(eva, "╭─ Register", "eva", "correct horse", "correct horse")
    try fill(eva, "╭─ Your first language", "Spanish", "casa", "house, home")
    try eva.see("1 word,")
    #expect(!eva.terminal.screen.contains("horse"))

    eva.press("i")
    let file = place.folder.deletingLastPathComponent().appendingPathComponent("eva-\(UUID().uuidString).csv")
    let copy = file.appendingPathExtension("txt")
    defer { for url in [file, copy] { try? FileManager.default.removeItem(at: url) } }
    try Data("original,translation\nsol,sun\nluna,moon\nCasa,home\nmar\n".utf8).write(to: file)
    try fill(eva, "╭─ Bring in a file", file.path)
    try eva.see("notes, 2 new")
    try eva.see("There already, so passed over: Casa")
    eva.press(Key.enter)
    try eva.see("2 words added to Spanish")
    eva.press("x")
    try eva.see("╭─ Spanish as a file")
    eva.press(Key.control("u") + copy.path + Key.enter)
    try eva.see("The words are in")
    #expect(try String(contentsOf: copy, encoding: .utf8).contains("luna\tmoon"))

    server.killNow()
    try eva.see("Trying again")
    server = try place.start()
    try eva.waitUntilBack()
    eva.press("s")
    try eva.see("What does casa mean?")
    eva.press(" ")
    try eva.see("4  easy, 8 days")
    eva.press("4")
    try eva.see("0 due, 2 new")

    eva.press(Key.escape)
    try eva.see("3 words")
    eva.press(Key.escape)
    try eva.see("Today · 2026-11-20")
    eva.press("a")
    try eva.see("You are eva")
    eva.press(Key.end + Key.up + Key.enter)
    try eva.see("╭─ Log out")
    eva.press(Key.enter)
    try eva.see("You are logged out.")
    eva.press("a")
    try eva.see("You are the guest")
    eva.press(Key.down + Key.enter)
    try fill(eva, "╭─ Log in", "eva", "wrong horse")
    try eva.see("╭─ Log in")
    try eva.terminal.wait(until: "the refusal") { $0.contains("wrong") && !$0.contains("One moment") }
    eva.press(Key.control("u") + "correct horse" + Key.enter)
    try eva.see("Change the password")
    eva.press(Key.home + Key.enter)
    try fill(eva, "╭─ Password", "correct horse", "battery staple", "battery staple")
    try eva.see("Your password is set")
    server.killNow()
    try eva.see("Trying again")
    server = try place.start()
    try eva.waitUntilBack()
    eva.press(Key.end + Key.enter)
    try fill(eva, "╭─ Delete", "eva", "battery staple")
    try eva.see("You are forgotten.")
    eva.press("v")
    try eva.see("You have no name yet")
    eva.press(Key.escape)
    try eva.see("Today · 2026-11-20")
    eva.press("q")
    #expect(try eva.terminal.wait() == .exit(0))
    eva.expectRestored()
    eva.expectSound()
    withExtendedLifetime(server) {}
  }
}
