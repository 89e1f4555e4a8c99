internal import WireProtocol

/// Draws a list.
struct ListingView: ShellView {
  let shell: Shell
  let listing: Listing
  let cursor: ListCursor

  private var right: Int { min(width, listing.width) }
  /// The line of the heading: close to the header in a low window.
  private var headingY: Int { height >= 18 ? 2 : 1 }

  private var top: Int { listing.heading.isEmpty ? 2 : headingY + 1 }

  /// The number of visible rows.
  var room: Int { max(1, height - top - 1) }

  /// The rows that the cursor goes to.
  private var entries: [Int] { listing.rows.indices.filter { listing.rows[$0].isEntry } }

  var count: Int { entries.count }

  private var chosen: Int? { entries.isEmpty ? nil : entries[min(cursor.chosen, entries.count - 1)] }

  private var first: Int { max(0, min((chosen ?? 0) - room / 2, listing.rows.count - room)) }

  func entry(at mouse: Mouse) -> Int? {
    guard mouse.y >= top, mouse.y < top + room else { return nil }
    return entries.firstIndex(of: mouse.y - top + first)
  }

  func draw(on frame: inout Frame) {
    drawHeader(listing.title, on: &frame)
    drawHeading(on: &frame)
    for (index, row) in listing.rows.enumerated().dropFirst(first).prefix(room) {
      let y = top + index - first
      if index == chosen {
        frame.fill(Area(x: 0, y: y, width: width, height: 1), look.chosen)
        frame.put("▸", 1, y, look.chosen)
      }
      draw(row, y, index == chosen ? look.chosen : nil, on: &frame)
      if let key = row.key { frame.link(Area(x: 0, y: y, width: width, height: 1), to: key) }
    }
    drawFooter(listing.hints, on: &frame)
  }

  private func drawHeading(on frame: inout Frame) {
    guard !listing.heading.isEmpty else { return }
    let end = frame.put(TextWidth.clipped(listing.heading, to: width - 2), 1, headingY, look.heading)
    frame.put(listing.headingEnd, max(end + 1, right - 1 - TextWidth.of(listing.headingEnd)), headingY, look.faint)
  }

  /// - Parameter whole: the style of the chosen row, in place of the tones.
  private func draw(_ row: Listing.Row, _ y: Int, _ whole: TextStyle?, on frame: inout Frame) {
    guard row.cells.count > 1 || row.isEntry else {
      return _ = drawTiles(
        row.cells.first ?? "", 1, y, width - 1, style(row.tone), on: &frame)
    }
    let cells = Array(zip(listing.columns, row.cells))
    for (index, (column, text)) in cells.enumerated() where !text.isEmpty {
      let tone = row.tones.map { $0[index] } ?? column.tone
      let own = tone == .plain ? style(row.tone) : style(tone)
      let before = index > 0 ? cells[index - 1].0.x : 1
      let x = column.x < 0 ? max(before, right - 1 - TextWidth.of(text)) : column.x
      drawTiles(
        TextWidth.clipped(text, to: limit(after: index, cells) - x), x, y, width,
        whole.map { tone == .bold ? $0.bolder : $0 } ?? own, on: &frame)
    }
  }

  /// The column before which a cell ends.
  private func limit(after index: Int, _ cells: [(Listing.Column, String)]) -> Int {
    guard index + 1 < cells.count else { return width }
    let (next, text) = cells[index + 1]
    if text.isEmpty { return limit(after: index + 1, cells) }
    return next.x < 0 ? right - 3 - TextWidth.of(text) : next.x - 1
  }
}

extension ShellView {
  func style(_ tone: Tone) -> TextStyle {
    switch tone {
    case .plain: .plain
    case .bold: .bold
    case .faint: look.faint
    case .heading: look.heading
    case .good: look.good
    case .bad: look.bad
    }
  }
}

extension TextStyle {
  var bolder: TextStyle {
    var style = self
    style.isBold = true
    return style
  }
}
