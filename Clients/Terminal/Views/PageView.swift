internal import WireProtocol

/// A page of text.
struct PageView: ShellView {
  let shell: Shell
  let page: Page

  func draw(on frame: inout Frame) {
    drawHeader(page.title, on: &frame)
    let area = Area(x: 2, y: 2, width: width - 4, height: height - 3)
    let lines = page.lines(in: shell)
    let first = max(0, min(page.offset, lines.count - area.height))
    if let complaint = page.complaint {
      for (line, text) in TextWidth.wrapped(complaint, to: area.width).enumerated() {
        frame.put(text, area.x, area.y + line, look.bad)
      }
    } else if page.lines == nil {
      frame.put("One moment…", area.x, area.y, look.faint)
    }
    for (line, text) in lines.dropFirst(first).prefix(area.height).enumerated() {
      drawMixed(text, area.x, area.y + line, on: &frame)
    }
    let scroll = lines.count > area.height ? "↑↓ scroll  " : ""
    drawFooter("\(scroll)esc back  \(page.next == nil ? "" : "o more  ")/ command  ? help", on: &frame)
  }

  /// A line in which tiles stand as tiles.
  private func drawMixed(_ text: String, _ x: Int, _ y: Int, on frame: inout Frame) {
    if text.contains(where: { Tile(rawValue: $0) != nil }) {
      drawTiles(text, x, y, width - 1, on: &frame)
    } else {
      frame.put(text, x, y, limit: width - 1)
    }
  }
}
