import Foundation
import ServerHarness
import Testing
import WaitingTrait

/// Complete scenarios in Chromium, from `Tests/Browser`, each with its own browser and server.
@Suite("The web page in a browser", .waitingForBrowser)
struct BrowserTests {
  private static let folder = Repository.root.appendingPathComponent("Tests/Browser")
  private static let hasChromium = PythonScript.runs(
    "import sys; sys.path.insert(0, sys.argv[1]); import browser; sys.exit(0 if browser.find() else 1)", [folder.path])

  @Test(
    "A scenario completes without an error in the page",
    .enabled(if: hasChromium, "Chromium or python3 is not installed"),
    arguments: [
      "wordle", "names", "account", "others", "race", "keeping", "disturbed", "looking", "lost", "taken_over",
      "killed", "looks", "round_of_two", "offline", "away",
      "passing", "fits", "sent_away", "duel", "quiz", "called", "light", "classroom", "kept", "pupils", "maker",
      "returning", "headed", "slow", "windows", "unseen", "keeping_name", "forced", "spoken", "hashes", "offers",
      "sorted_again", "carried", "cards", "seas", "four", "last_word", "clocked", "undone", "slash", "typed_moves",
      "puzzle", "installable", "newcomer", "past", "marked", "heard", "codes", "led", "aside", "crowded", "goal",
      "skilled", "listed", "unforeseen", "made", "polled", "paired", "meeting", "polling", "arena",
    ])
  func story(name: String) throws {
    let server = try ServerProcess([
      "--http", "0", "--http-allow-host", "localhost", "--season-key", "web", "--clock", "2026-11-20T08:00:00Z",
    ])
    let result = try PythonScript.run(
      "import runpy, sys; sys.dont_write_bytecode = True; sys.path.insert(0, sys.argv.pop(1)); "
        + "runpy.run_module('stories', run_name='__main__')",
      [Self.folder.path, name, String(server.httpPort), ServerProcess.path(of: "parlor-server")],
      within: 4 * Patience.seconds)
    #expect(result.output == ["done"], "\(name): \(result.errors.joined(separator: "\n"))")
  }
}
