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
    let area = text.entries[chosen(text)].area
    return max(0, min(area.y - max(0, room - area.height) / 2, text.lines.count - room))
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
    defer { drawFooter(page.hints(shell), on: &frame) }
    if let complaint = page.complaint { return drawText(complaint, Self.margin, Self.top, look.bad, on: &frame) }
    guard page.text != nil else { return drawText("One moment…", Self.margin, Self.top, look.faint, on: &frame) }
    let text = text
    let first = first(text)
    for (line, content) in text.lines.dropFirst(first).prefix(room).enumerated() {
      drawTiles(content, Self.margin, Self.top + line, width - 1, on: &frame)
    }
    guard !text.entries.isEmpty else { return }
    let area = text.entries[chosen(text)].area
    for y in max(area.y, first)..<max(area.y, first, min(area.bottom, first + room)) {
      let line = Area(x: area.x + Self.margin, y: y - first + Self.top, width: area.width, height: 1)
      frame.restyle(line) { $0 = look.chosen }
      if line.x > 0 { frame.put("▸", line.x - 1, line.y, look.heading) }
    }
  }
}
