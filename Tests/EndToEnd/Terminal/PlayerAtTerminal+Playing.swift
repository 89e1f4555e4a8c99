import ScreenHarness
import ServerHarness
import Testing

extension PlayerAtTerminal {
  convenience init(
    _ name: String, in window: Window = Window(columns: 80, rows: 24, look: .plain), port: UInt16,
    isAnimated: Bool = false, environment: [String: String] = [:]
  ) throws {
    try self.init(
      port: port, columns: window.columns, rows: window.rows, look: window.look, arguments: ["--name", name],
      isAnimated: isAnimated, environment: environment)
    try terminal.wait(until: "the name") { $0.lines[0].contains(name) }
    // An unused key ends the welcome screen, which would otherwise end after a while.
    press(Key.home)
    try see("? help")
    try see("3 WordSearch")
  }

  func press(_ keys: String...) { terminal.type(keys.joined()) }

  func guess(_ word: String) { press(word, Key.enter) }

  @discardableResult
  func see(_ text: String) throws -> Screen { try terminal.wait(for: text) }

  @discardableResult
  func seeLine(_ what: String, _ fits: (String) -> Bool) throws -> Screen {
    try terminal.wait(until: what) { $0.lines.contains(where: fits) }
  }

  /// Waits until a sentence is on the board's side of the screen, in any number of lines.
  func seeSentence(_ text: String) throws {
    try terminal.wait(until: "“\(text)”") { screen in
      let words = screen.lines.map { $0.prefix { $0 != "│" } }.joined(separator: " ").split(separator: " ")
      return words.joined(separator: " ").contains(text)
    }
  }

  /// The cells of the letters of a row of tiles: the last row with exactly these letters.
  func tiles(_ letters: String) throws -> [Place] {
    let screen = try terminal.wait(until: "the tiles \(letters)") { !Self.tiles(letters, on: $0).isEmpty }
    return Self.tiles(letters, on: screen)
  }

  struct Place: Hashable {
    let column: Int
    let row: Int
  }

  static func tiles(_ letters: String, on screen: Screen) -> [Place] {
    for (row, cells) in screen.cells.enumerated().reversed() {
      // Only cells left of the panel can be tiles.
      let end = cells.firstIndex { $0.text == "│" } ?? cells.count
      // The input line below the board is not a row of tiles.
      guard cells.first(where: { $0.text != " " })?.text != "›" else { continue }
      let columns = (0..<end).filter { cells[$0].text.allSatisfy(\.isLetter) && !cells[$0].text.isEmpty }
      guard columns.map({ cells[$0].text }).joined().uppercased() == letters.uppercased() else { continue }
      return columns.map { Place(column: $0, row: row) }
    }
    return []
  }

  func drag(from start: Place, to end: Place) {
    press(
      Mouse.press(start.column, start.row), Mouse.drag((start.column + end.column) / 2, (start.row + end.row) / 2),
      Mouse.drag(end.column, end.row), Mouse.release(end.column, end.row))
  }

  func click(_ place: Place) { press(Mouse.press(place.column, place.row), Mouse.release(place.column, place.row)) }

  func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
    press("q")
    #expect(try terminal.wait() == .exit(0), sourceLocation: sourceLocation)
    expectRestored(sourceLocation: sourceLocation)
    expectSound(sourceLocation: sourceLocation)
  }
}
