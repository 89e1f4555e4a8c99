internal import WireProtocol

/// Draws any list page.
struct ListingView: ShellView {
  let shell: Shell
  let listing: Listing
  let cursor: ListCursor

  private var right: Int { min(width, listing.width) }
  private var hasInput: Bool { listing.line != nil }

  /// The line of the heading: below a line for input, and close to the header in a low window.
  private var headingY: Int { height >= 18 || hasInput ? 2 : 1 }

  private var top: Int { listing.heading.isEmpty ? hasInput ? 3 : 2 : headingY + 1 }

  /// A rule and three lines.
  private var detailLines: Int { height >= 16 && listing.details != nil ? 4 : 0 }

  /// The number of visible rows.
  var room: Int { max(1, height - top - 1 - detailLines) }

  /// The number of entries, or of positions of a text.
  var count: Int { listing.isText ? max(1, listing.count - room + 1) : listing.entries?.count ?? listing.count }

  private var chosen: Int? {
    guard !listing.isText, count > 0 else { return nil }
    let index = min(cursor.chosen, count - 1)
    return listing.entries?[index] ?? index
  }

  private var first: Int {
    let start = chosen.map { $0 - room / 2 } ?? cursor.chosen
    return max(0, min(start, listing.count - room))
  }

  func entry(at mouse: Mouse) -> Int? {
    let index = mouse.y - top + first
    guard listing.message == nil, mouse.y >= top, mouse.y < top + room, index < listing.count else { return nil }
    return listing.entries.map { $0.firstIndex(of: index) } ?? index
  }

  func draw(on frame: inout Frame) {
    drawHeader(listing.title, on: &frame)
    defer { drawFooter(listing.hints, on: &frame) }
    drawTop(on: &frame)
    if let (text, tone) = listing.message { return drawText(text, 1, hasInput ? 3 : 2, style(tone), on: &frame) }
    for index in first..<max(first, min(listing.count, first + room)) {
      let (row, y) = (listing.row(index), top + index - first)
      if index == chosen {
        frame.fill(Area(x: 0, y: y, width: width, height: 1), look.chosen)
        frame.put("▸", 1, y, look.chosen)
      }
      draw(row, y, index == chosen ? look.chosen : nil, on: &frame)
      if let key = row.key { frame.link(Area(x: 0, y: y, width: width, height: 1), to: key) }
    }
    drawDetails(on: &frame)
  }

  private func drawTop(on frame: inout Frame) {
    if let (line, purpose) = listing.line {
      frame.put("›", 1, 1, look.heading)
      frame.cursor = drawLine(line, 3, 1, width - 1, on: &frame)
      if line.isEmpty { frame.put(purpose, 4, 1, look.faint, limit: width - 1) }
    }
    guard !listing.heading.isEmpty, listing.message == nil else { return }
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

  /// The place of the chosen row, and its details.
  private func drawDetails(on frame: inout Frame) {
    guard detailLines > 1, let details = listing.details else { return }
    let place =
      " \(ShellFormat.grouped(min(cursor.chosen, count - 1) + 1)) of \(ShellFormat.grouped(count))\(listing.hasMore ? "+" : "") "
    let y = height - 1 - detailLines
    frame.put(String(repeating: "─", count: width - 2), 1, y, look.faint)
    frame.put(place, max(1, width - 2 - TextWidth.of(place)), y, look.faint)
    for (line, text) in details.prefix(3).enumerated() {
      let x = line == 0 ? 1 : 3
      frame.put(TextWidth.clipped(text, to: width - 1 - x), x, y + 1 + line, line == 0 ? .plain : look.faint)
    }
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
