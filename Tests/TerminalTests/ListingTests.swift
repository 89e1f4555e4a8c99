import ClientKit
import Testing
import WireProtocol

@testable import ParlorTerminal

@Suite("Lists")
struct ListingTests {
  private static let sizes = [(20, 6), (40, 15), (80, 24), (200, 50)]

  private func shell(_ width: Int, _ height: Int) -> Shell {
    var shell = Shell(server: "here", preferences: Preferences(look: .signs))
    (shell.width, shell.height) = (width, height)
    return shell
  }

  private func listing(_ count: Int) -> Listing {
    var listing = Listing(
      "Words", hints: "↵ open  esc back  ? help",
      columns: [.init(x: 2), .init(x: 4, tone: .bold), .init(x: 12), .init(x: -1)])
    listing.heading = "All of them"
    listing.rows = (1...count).map { .init(cells: [$0 % 2 == 0 ? "*" : "", "word\($0)", "palabra", "new"]) }
    return listing
  }

  private func lines(
    _ listing: Listing, _ width: Int = 40, _ height: Int = 15, at cursor: ListCursor = ListCursor()
  ) -> [String] {
    var frame = Frame(width: width, height: height)
    ListingView(shell: shell(width, height), listing: listing, cursor: cursor).draw(on: &frame)
    return frame.lines
  }

  @Test("The chosen row is visible wherever the cursor is, in every window, and a click finds it", arguments: sizes)
  func cursor(width: Int, height: Int) throws {
    let listing = listing(300)
    var cursor = ListCursor()
    for key in [Key.home, .down, .pageDown, .end, .up] {
      let view = ListingView(shell: shell(width, height), listing: listing, cursor: cursor)
      let isCursorKey = cursor.go(key, of: view.count, room: view.room)
      #expect(isCursorKey)
      let lines = lines(listing, width, height, at: cursor)
      let y = try #require(lines.firstIndex { $0.hasPrefix(" ▸") }, "\(key)")
      #expect(lines[y].contains("word\(cursor.chosen + 1)"))
      let moved = ListingView(shell: shell(width, height), listing: listing, cursor: cursor)
      #expect(moved.entry(at: Mouse(act: .press, x: 5, y: y)) == cursor.chosen)
      #expect(moved.entry(at: Mouse(act: .press, x: 5, y: 0)) == nil)
    }
  }

  @Test("Cells stand in their columns, the last one at the right edge; too long a cell ends before the next one")
  func columns() {
    var listing = listing(2)
    #expect(lines(listing)[2] == " ▸  word1   palabra                 new")
    #expect(lines(listing)[3] == "  * word2   palabra                 new")
    listing.rows = [.init(cells: ["", "Donaudampfschiff", String(repeating: "x", count: 60), "new"])]
    let line = lines(listing)[2]
    #expect(line.hasPrefix(" ▸  Donaud… xxx") && line.hasSuffix("x…  new") && line.count == 39)
  }

  @Test("The cursor skips headings")
  func rows() {
    var listing = listing(1)
    listing.rows = [.text("first"), .init(cells: ["", "one"]), .text("second"), .init(cells: ["", "two"])]
    var cursor = ListCursor()
    cursor.choose(1, of: 2)
    #expect(lines(listing, at: cursor)[5] == " ▸  two")
  }
}
