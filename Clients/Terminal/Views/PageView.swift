internal import WireProtocol

/// Draws a page of the server's text, and the part at the cursor.
struct PageView: ShellView {
  let shell: Shell
  let page: Page

  private static let top = 2
  private static let margin = 2

  private var text: LinkedText { (page.text ?? LinkedText([])).fitted(to: max(8, width - 2 * Self.margin)) }
  private var room: Int { max(1, height - Self.top - 1) }

  /// Whether it is a text that is longer than the window.
  var isScrolled: Bool {
    let text = text
    return text.entries.isEmpty && text.lines.count > room
  }

  private func chosen(_ text: LinkedText) -> Int { min(page.chosen, text.entries.count - 1) }

  private func first(_ text: LinkedText) -> Int {
    guard !text.entries.isEmpty else { return max(0, min(page.chosen, text.lines.count - room)) }
    let entry = text.entries[chosen(text)]
    let (area, tiles) = (entry.area, entry.letters == nil ? [] : text.tiles(of: entry))
    let start = max(0, min(area.y - max(0, room - area.height) / 2, text.lines.count - room))
    return tiles.indices.contains(page.cell.y) ? max(start, tiles[page.cell.y].line - room + 1) : start
  }

  /// The tiles of the chosen entry.
  var tiles: Set<BoardCell> {
    let text = text
    return text.entries.isEmpty ? [] : Set(cells(of: text.entries[chosen(text)], text).map(\.cell))
  }

  private func cells(of part: LinkedText.Part, _ text: LinkedText) -> [(cell: BoardCell, tile: Character, place: Area)]
  {
    text.tiles(of: part).enumerated().flatMap { y, tiles in
      tiles.row.enumerated().map { x, tile in
        (BoardCell(x: x, y: y), tile, Area(x: part.area.x + 2 * x, y: tiles.line, width: 2, height: 1))
      }
    }
  }

  /// The tile of an entry with letters that is pointed at.
  func tile(at mouse: Mouse, in index: Int) -> BoardCell? {
    let text = text
    guard text.entries[index].letters != nil else { return nil }
    let (x, y) = (mouse.x - Self.margin, mouse.y - Self.top + first(text))
    return cells(of: text.entries[index], text).first { $0.place.contains(x, y) }?.cell
  }

  /// The chosen entry or first line after a key.
  func index(_ key: Key) -> Int {
    let text = text
    guard !text.entries.isEmpty else {
      var cursor = ListCursor()
      let count = max(1, text.lines.count - room + 1)
      cursor.choose(page.chosen, of: count)
      _ = cursor.go(key, of: count, room: room)
      return cursor.chosen
    }
    var index = chosen(text)
    switch key {
    case .home: index = 0
    case .end: index = text.entries.count - 1
    case .pageUp, .pageDown:
      for _ in 1..<max(2, room) { index = text.entry(from: index, key == .pageUp ? .up : .down) ?? index }
    default: index = text.entry(from: index, key) ?? index
    }
    return index
  }

  func entry(at mouse: Mouse) -> Int? {
    let text = text
    guard mouse.y >= Self.top, mouse.y < Self.top + room else { return nil }
    let (x, y) = (mouse.x - Self.margin, mouse.y - Self.top + first(text))
    return text.entries.firstIndex { $0.area.contains(x, y) }
  }

  func draw(on frame: inout Frame) {
    drawHeader(page.heading(shell), on: &frame)
    if page.isSearched {
      frame.cursor = drawLine(page.line, Self.margin, 1, width, on: &frame)
      if page.line.isEmpty { frame.put("type to search", Self.margin + 1, 1, look.faint) }
    }
    defer { drawFooter(page.hints(shell), on: &frame) }
    if let complaint = page.complaint { return drawText(complaint, Self.margin, Self.top, look.bad, on: &frame) }
    guard page.text != nil else { return drawText("One moment…", Self.margin, Self.top, look.faint, on: &frame) }
    let text = text
    let first = first(text)
    for (line, content) in text.lines.dropFirst(first).prefix(room).enumerated() {
      drawTiles(content, Self.margin, Self.top + line, width - 1, on: &frame)
    }
    guard !text.entries.isEmpty else { return }
    let entry = text.entries[chosen(text)]
    let (area, lines) = (entry.area, entry.letters == nil ? [] : text.tiles(of: entry).map(\.line))
    drawLetters(text, first, on: &frame)
    for y in max(area.y, first)..<max(area.y, first, min(area.bottom, first + room)) where !lines.contains(y) {
      let line = Area(x: area.x + Self.margin, y: y - first + Self.top, width: area.width, height: 1)
      frame.restyle(line) { $0 = look.chosen }
      if line.x > 0, lines.isEmpty || y == area.y { frame.put("▸", line.x - 1, line.y, look.heading) }
    }
  }

  /// The letters that tiles show, and the tile at the cursor.
  private func drawLetters(_ text: LinkedText, _ first: Int, on frame: inout Frame) {
    for (index, part) in text.entries.enumerated() {
      guard let question = part.letters else { continue }
      for (cell, tile, place) in cells(of: part, text) where (first..<first + room).contains(place.y) {
        let (x, y) = (place.x + Self.margin, place.y - first + Self.top)
        if let letter = page.letter(at: cell, of: question) {
          frame.put("\(look.signs(tile).left)\(letter.uppercased())", x, y, look.tile(tile), limit: width)
        }
        guard index == chosen(text), cell == page.cell else { continue }
        frame.restyle(Area(x: x, y: y, width: 2, height: 1)) { $0 = TextStyle(isBold: true, isReversed: true) }
      }
    }
  }
}
